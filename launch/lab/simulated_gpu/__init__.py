"""SIMULATED. A stand-in for nvidia-smi on hosts without a GPU: answers like a GB10 of a DGX Spark.

Copied into the lab's hosts as it is and run there by their own Python, so it imports nothing but the standard
library. What it says of the device is made up; the processes that it lists are real.
"""
