"""testinfra on our transport: every testinfra module, with deadlines that hold."""

from typing import Any

from testinfra.backend.base import BaseBackend, CommandResult
from testinfra.host import Host

from inventory.transport import Transport


class TransportBackend(BaseBackend):  # type: ignore[misc]  # testinfra ships no types
    """A testinfra backend that runs each command through a Transport.

    Raises TimedOut or Unreachable, where testinfra's own backends raise AssertionError or hang.
    """

    NAME = "firstlight"

    def __init__(self, transport: Transport, timeout_s: float = 10.0, **kwargs: Any) -> None:
        super().__init__(transport.name, **kwargs)
        self._transport = transport
        self._timeout_s = timeout_s

    def run(self, command: str, *args: str, **_: Any) -> CommandResult:
        line = self.get_command(command, *args)
        result = self._transport.run(line, timeout_s=self._timeout_s).require()
        assert result.exit_status is not None
        return CommandResult(
            backend=self,
            exit_status=result.exit_status,
            command=line.encode(),
            _stdout=result.stdout,
            _stderr=result.stderr,
        )


def host(transport: Transport, timeout_s: float = 10.0) -> Host:
    """A testinfra Host on `transport`; each command has `timeout_s` seconds."""
    made: Host = Host(TransportBackend(transport, timeout_s))
    return made
