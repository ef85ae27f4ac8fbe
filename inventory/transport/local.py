"""This machine as a node (`ssh = "local"`)."""

from inventory.errors import Unreachable
from inventory.transport.base import Endpoint, ShellTransport


class LocalTransport(ShellTransport):
    """Runs commands in a shell of this machine, under sudo where declared."""

    def __init__(self, name: str, *, sudo: bool = False) -> None:
        super().__init__(name)
        self._sudo = sudo

    async def _shell_argv(self) -> list[str]:
        return ["sudo", "-n", "sh"] if self._sudo else ["sh"]

    def _explain(self, stderr: str) -> Unreachable:
        return Unreachable(
            f"a shell on {self.name}",
            stderr.strip() or "the shell ended",
            "run the same command by hand",
            tuple(stderr.splitlines()),
            rung="shell",
        )

    def endpoint(self, host: str, port: int) -> Endpoint:
        return Endpoint(host, port)
