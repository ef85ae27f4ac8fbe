"""Which system this is, and since when it runs."""

from dataclasses import dataclass

from probes.facts.reading import Fact, Reading
from probes.facts.sections import assignments, sections

COMMAND = """\
echo '@@ os'; cat /etc/os-release 2>/dev/null || cat /usr/lib/os-release
echo '@@ uname'; uname -r; uname -m; uname -n
echo '@@ boot'; cat /proc/sys/kernel/random/boot_id; cut -d' ' -f1 /proc/uptime
sed 's/.*) //' /proc/1/stat | cut -d' ' -f20; getconf CLK_TCK
echo '@@ reboot'
if [ -e /run/reboot-required ]; then echo required; cat /run/reboot-required.pkgs 2>/dev/null; fi
true
"""


@dataclass(frozen=True)
class Identity:
    """A system as it names itself.

    `uptime_s` counts from the start of its process 1, `kernel_uptime_s` from the kernel's: they differ
    where a container shares its host's kernel. `reboot_pending` is Debian's and Ubuntu's
    /run/reboot-required; `reboot_packages` asked for it.
    """

    os_id: str
    os_version: str
    kernel: str
    architecture: str
    hostname: str
    boot_id: str
    uptime_s: float
    kernel_uptime_s: float
    reboot_pending: bool
    reboot_packages: tuple[str, ...]


def parse(reading: Reading) -> Identity:
    """Raises NotUnderstood when kernel, boot id or uptime are not there."""
    reading.require("cat")
    parts = sections(reading.stdout)
    try:
        kernel, architecture, hostname = parts["uname"].splitlines()
        boot_id, uptime, started, hertz = parts["boot"].split()
        since_kernel_s = float(uptime)
        uptime_s = since_kernel_s - float(started) / float(hertz)
    except (KeyError, ValueError, ZeroDivisionError) as error:
        raise reading.not_understood("uname and /proc/uptime") from error
    system = assignments(parts.get("os", ""))
    asked = parts.get("reboot", "").split()
    return Identity(
        os_id=system.get("ID", ""),
        os_version=system.get("VERSION_ID", ""),
        kernel=kernel,
        architecture=architecture,
        hostname=hostname,
        boot_id=boot_id,
        uptime_s=uptime_s,
        kernel_uptime_s=since_kernel_s,
        reboot_pending=bool(asked),
        reboot_packages=tuple(dict.fromkeys(asked[1:])),
    )


FACTS = (Fact("identity", COMMAND, parse),)
