"""Failure signatures: what a fault of this stack looks like, why it happens, what to do about it.

A new one is one entry in `catalogue/`, with an example and a near miss; tests go over all of them.
"""

from probes.signatures.entries import CATALOGUE
from probes.signatures.signature import Hit, Severity, Signature

__all__ = ["CATALOGUE", "Hit", "Severity", "Signature"]
