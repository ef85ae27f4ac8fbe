"""What is looked for in the kernel log: kind, weight, pattern, whose named groups are the fields."""

import re

from probes.facts.xid import Severity

PCI = r"[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]"
OOM_KILL = (
    r"oom-kill:constraint=(?P<constraint>\w+),.*?task_memcg=(?P<cgroup>[^,]*),"
    r"task=(?P<process>.*?),pid=(?P<pid>\d{1,9}),"
)
OOM_KILLED = r"Killed process (?P<pid>\d{1,9}),? \((?P<process>[^)]*)\)"
API_MISMATCH = (
    r"NVRM: API mismatch: the client has (?:the )?version (?P<client>\d[\d.]*\d)"
    r".*kernel module has (?:the )?version (?P<module>\d[\d.]*\d)"
)
PCIE_LIMITED = (
    rf"(?P<device>{PCI}): (?P<available_gbps>[\d.]+) Gb/s available PCIe bandwidth, "
    r"limited by (?P<limiting_speed>[\d.]+ GT/s) PCIe (?P<limiting_width>x\d+) link "
    rf"at (?P<limiting_link>{PCI}) "
    r"\(capable of (?P<capable_gbps>[\d.]+) Gb/s with (?P<capable_speed>[\d.]+ GT/s) PCIe "
    r"(?P<capable_width>x\d+) link\)"
)
HARDWARE_LOST = (
    r"Machine Check Exception|event severity: fatal|Hardware Error\]:.*\b[Uu]ncorrected"
    r"|SError Interrupt on CPU|EDAC .*\b\d+ UE\b"
)
HARDWARE_MENDED = (
    r"mce: \[Hardware Error\]|Machine check events logged|event severity: (?:corrected|recoverable)"
    r"|EDAC .*\b\d+ CE\b"
)
NETDEV_LINK = rf"mlx5_core (?P<function>{PCI}) (?P<device>[\w.-]+): Link (?P<state>up|down)"
RDMA_LINK = rf"mlx5_core (?P<function>{PCI}) (?P<device>[\w.-]+): Port: \d+ Link (?P<state>ACTIVE|DOWN)"
CABLE = rf"mlx5_core (?P<function>{PCI}): Port module event: .*Cable (?P<state>\w+)"
HOT_PLUG = r"cx7-pcie-hotplug \S+: Cable (?P<state>\w+)"

RULES = (
    ("oom_kill", Severity.FATAL, re.compile(OOM_KILL, re.ASCII)),
    ("oom_kill", Severity.FATAL, re.compile(OOM_KILLED, re.ASCII)),
    ("api_mismatch", Severity.FATAL, re.compile(API_MISMATCH, re.ASCII)),
    ("adapter_init_failed", Severity.FATAL, re.compile(r"NVRM: .*RmInitAdapter failed")),
    # good starts of a GB10 print it, and idle ones
    ("nv_err_no_memory", Severity.NOTE, re.compile(r"NVRM: .*NV_ERR_NO_MEMORY")),
    ("pcie_limited", Severity.WARNING, re.compile(PCIE_LIMITED, re.ASCII)),
    ("machine_check", Severity.FATAL, re.compile(HARDWARE_LOST, re.ASCII)),
    ("machine_check", Severity.WARNING, re.compile(HARDWARE_MENDED, re.ASCII)),
    ("link", Severity.NOTE, re.compile(NETDEV_LINK, re.ASCII)),
    ("link", Severity.NOTE, re.compile(RDMA_LINK, re.ASCII)),
    ("cable", Severity.NOTE, re.compile(CABLE, re.ASCII)),
    ("cable", Severity.NOTE, re.compile(HOT_PLUG, re.ASCII)),
)
INTERESTING = (
    "NVRM:|oom-kill:|[Kk]illed process|Hardware Error|Machine [Cc]heck|SError Interrupt|EDAC"
    "|available PCIe bandwidth|mlx5_core.*(Link|Cable)|cx7-pcie-hotplug"
)
"""For grep -E on the node: all that a rule can match, and little else."""
