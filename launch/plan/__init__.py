"""The plan: cluster and what was found in, steps out. Pure and deterministic; nothing is asked or changed."""

from launch.plan.containers import spec_hash
from launch.plan.down import down_steps
from launch.plan.engine import engine_steps
from launch.plan.evict import evict_steps
from launch.plan.ray import ray_steps
from launch.plan.step import Step

__all__ = ["Step", "down_steps", "engine_steps", "evict_steps", "ray_steps", "spec_hash"]
