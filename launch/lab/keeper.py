"""The process that keeps one host: boots it, and boots it again when it asks for a reboot.

`python -m launch.lab.keeper NODE`, started detached by `lab up`. SIGUSR1 is the reset button. It ends when
the host powers itself off or dies, and the host ends with it.
"""

import json
import signal
import subprocess
import sys
from types import FrameType

from launch.lab import network, nspawn, shell, state
from launch.lab.host import Host, named


class Keeper:
    """Runs boots of one host, one after another."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._running: subprocess.Popen[bytes] | None = None
        self._was_reset = False

    def run(self) -> int:
        """Until a boot ends without asking for another; gives that boot's exit status."""
        shell.run_all(network.plugged(self._host))
        while (status := self._boot()) == nspawn.REBOOT_ASKED or self._was_reset:
            self._was_reset = False
            _say("boot ended, another is wanted", status)
            shell.run_all(network.unplugged(self._host))
            shell.run_all(network.plugged(self._host))
        _say("host is off", status)
        return status

    def reset(self, *_: int | FrameType | None) -> None:
        """The reset button: no goodbye for what runs."""
        self._was_reset = True
        if self._running:
            self._running.kill()

    def _boot(self) -> int:
        lab = state.required()
        layers = nspawn.Layers(lab.rootfs, self._host.disk)
        command = nspawn.command(layers, nspawn.arguments(self._host, lab.read_only))
        with (self._host.runtime / "console.log").open("ab") as console:
            self._running = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=console, stderr=console
            )
            return self._running.wait()


def _say(what: str, status: int) -> None:
    print(json.dumps({"event": what, "exit_status": status}), flush=True)


def main(name: str) -> int:
    keeper = Keeper(named(name))
    signal.signal(signal.SIGUSR1, keeper.reset)
    return keeper.run()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
