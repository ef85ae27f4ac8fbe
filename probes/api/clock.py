"""The one clock of clients, mock and event loop."""

import time

clock = time.monotonic
"""Seconds on the machine's monotonic clock: the same for all processes of a host."""
