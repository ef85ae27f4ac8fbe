"""The process that keeps one host: boots it, and boots it again when it asks for a reboot.

`python -m launch.lab.keeper NODE`, started detached by `lab up`. SIGUSR1 is the reset button. It ends when
the host powers itself off or dies, and the host ends with it.
"""

import signal
import subprocess
import sys
from types import FrameType

from launch.lab import cgroup, network, nspawn, state
from launch.lab.host import Host, named


class Keeper:
    """Runs boots of one host, one after another."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._running: subprocess.Popen[bytes] | None = None
        self._was_reset = False

    def run(self) -> int:
        """Until a boot ends without asking for another; gives that boot's exit status."""
        while (status := self._boot()) == nspawn.REBOOT_ASKED or self._was_reset:
            self._was_reset = False
            print(f"boot ended with status {status}, another is wanted", flush=True)
        print(f"off: boot ended with status {status}", flush=True)
        return status

    def reset(self, *_: int | FrameType | None) -> None:
        """The reset button: no goodbye for what runs."""
        if self._running:
            self._was_reset = True
            self._running.kill()

    def _boot(self) -> int:
        """One boot, from nothing but the disk: what an earlier one left in the kernel is removed first."""
        cgroup.end(f"{self._host.name}/{cgroup.BOOT}")
        cgroup.create(self._host.name)
        network.plug_in(self._host)
        lab = state.required()
        layers = nspawn.Layers(lab.rootfs, self._host.disk)
        started = nspawn.script(layers, nspawn.arguments(self._host, lab.read_only))
        command = nspawn.confined(cgroup.joining(self._host.name, cgroup.BOOT) + started)
        with (self._host.runtime / "console.log").open("ab") as console:
            self._running = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=console, stderr=console
            )
            return self._running.wait()


def main(name: str) -> int:
    keeper = Keeper(named(name))
    signal.signal(signal.SIGUSR1, keeper.reset)
    return keeper.run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
