"""Versions of the installed packages that a deployment rests on, by dpkg or rpm."""

import re
from collections.abc import Mapping

from probes.facts.reading import Fact, Reading

COMMAND = r"""
set -- 'docker*' 'containerd*' 'runc' 'podman' 'nvidia-*' 'libnvidia-*' 'cuda-drivers*' 'rdma-core' \
  'libibverbs1' 'mlnx-*' 'doca-*' 'openssh-server' 'systemd' 'iperf3' 'perftest'
if command -v dpkg-query >/dev/null; then
  dpkg-query -W -f '${db:Status-Abbrev}|${Package}|${Version}\n' "$@" 2>/dev/null | sed -n 's/^ii *|//p'
elif command -v rpm >/dev/null; then
  rpm -qa --qf '%{NAME}|%{VERSION}-%{RELEASE}\n' "$@"
else
  exit 127
fi
true
"""
ROW = re.compile(r"^([\w.+-]+)\|(\S+)$", re.MULTILINE | re.ASCII)


def parse(reading: Reading) -> Mapping[str, str]:
    """Version by package, installed ones only. Raises ToolMissing where neither dpkg nor rpm is."""
    text = reading.require("dpkg-query or rpm").stdout
    found = dict(ROW.findall(text))
    if text.strip() and not found:
        raise reading.not_understood("dpkg-query or rpm")
    return found


FACTS = (Fact("packages", COMMAND, parse),)
