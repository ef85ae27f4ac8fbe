"""The cluster file: its models and its reading."""

from inventory.cluster.file import load, parse
from inventory.cluster.model import Cluster
from inventory.cluster.sections import Node

__all__ = ["Cluster", "Node", "load", "parse"]
