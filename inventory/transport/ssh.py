"""A node over one multiplexed OpenSSH connection; ~/.ssh/config, ProxyJump and agents apply."""

import asyncio
import contextlib
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

from inventory.errors import Unreachable
from inventory.transport import reactor
from inventory.transport.base import Endpoint, ShellTransport
from inventory.transport.ssh_failures import explain

_OPTIONS = {
    "BatchMode": "yes",
    "StrictHostKeyChecking": "yes",
    "ServerAliveInterval": "3",
    "ServerAliveCountMax": "3",
    "ForwardX11": "no",
    "ExitOnForwardFailure": "yes",
}
_READY = b"firstlight-ready\n"


def ssh_argv(destination: str, socket_path: str, connect_timeout_s: float, config: str | None) -> list[str]:
    """The ssh command line that all connections of a node share, up to and with the destination."""
    options = _OPTIONS | {"ConnectTimeout": str(max(1, round(connect_timeout_s)))}
    named = [word for key, value in options.items() for word in ("-o", f"{key}={value}")]
    return ["ssh", *(["-F", config] if config else []), "-S", socket_path, *named, "-T", "--", destination]


class SshTransport(ShellTransport):
    """Shells over one master connection, which ends by itself when this process does."""

    def __init__(
        self,
        name: str,
        destination: str,
        *,
        config: str | None = None,
        connect_timeout_s: float = 10,
        shell: str = "exec sh",
    ) -> None:
        super().__init__(name)
        self._destination, self._shell = destination, shell
        self._connect_timeout_s = connect_timeout_s
        self._folder = Path(tempfile.mkdtemp(prefix="firstlight-"))
        self._argv = ssh_argv(destination, str(self._folder / "s"), connect_timeout_s, config)
        self._master: asyncio.subprocess.Process | None = None
        self._connecting: asyncio.Lock | None = None
        self._endpoints: dict[tuple[str, int], Endpoint] = {}

    async def _shell_argv(self) -> list[str]:
        self._connecting = self._connecting or asyncio.Lock()
        async with self._connecting:
            if self._master is None or self._master.returncode is not None:
                self._master = await self._connect()
        return [*self._argv, self._shell]

    async def _connect(self) -> asyncio.subprocess.Process:
        """The master: it runs `cat`, so it ends as soon as this process no longer holds its stdin."""
        pipe = asyncio.subprocess.PIPE
        self._endpoints.clear()
        options = ["-M", "-o", "ControlPersist=no"]
        command = f"echo {_READY.decode().strip()}; exec cat"
        master = await asyncio.create_subprocess_exec(
            self._argv[0],
            *options,
            *self._argv[1:],
            command,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            start_new_session=True,
        )
        assert master.stdout is not None
        try:
            async with asyncio.timeout(self._connect_timeout_s + 2):
                answered = await _until(master.stdout, _READY)
        except BaseException as error:
            await _end(master)
            if isinstance(error, TimeoutError):
                raise explain(self.name, self._destination, "Connection timed out") from error
            raise
        if not answered:
            raise explain(self.name, self._destination, await _last_words(master))
        return master

    def _explain(self, stderr: str) -> Unreachable:
        return explain(self.name, self._destination, stderr or "Connection closed")

    def endpoint(self, host: str, port: int) -> Endpoint:
        """A loopback port of the controller, tunnelled over the node's own connection."""
        self.run("true").require()
        if (host, port) not in self._endpoints:
            self._endpoints[host, port] = self._forward(host, port)
        return self._endpoints[host, port]

    def _forward(self, host: str, port: int) -> Endpoint:
        local = _free_port()
        argv = [self._argv[0], "-O", "forward", "-L", f"127.0.0.1:{local}:{host}:{port}", *self._argv[1:]]
        done = subprocess.run(argv, capture_output=True, text=True, timeout=10, check=False)
        if done.returncode != 0:
            raise explain(self.name, self._destination, done.stderr)
        return Endpoint("127.0.0.1", local)

    async def _close(self) -> None:
        await super()._close()
        if self._master:
            await _end(self._master)

    def close(self) -> None:
        reactor.call(self._close())
        shutil.rmtree(self._folder, ignore_errors=True)


async def _until(reader: asyncio.StreamReader, line: bytes) -> bool:
    """Whether `line` came before the end; a chatty login's other lines are passed over."""
    while read := await reader.readline():
        if read == line:
            return True
    return False


async def _last_words(process: asyncio.subprocess.Process) -> str:
    assert process.stderr is not None
    return (await process.stderr.read(1 << 16)).decode("utf-8", "replace")


async def _end(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    await process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
