"""The tables of the cluster file, one model each. Keys are documented in the README."""

import datetime as dt
from ipaddress import IPv4Interface
from typing import Literal

from pydantic import Field

from inventory.cluster.values import InterfaceName, Line, Name, Port, Seconds, SecretRef, Section


class Pct(Section):
    """An LXC container reached through its Proxmox hypervisor: `pct exec ID -- …`."""

    hypervisor: Line
    id: int = Field(gt=0)


class Node(Section):
    """One machine. `ssh` is whatever OpenSSH accepts, or "local"; `fabric` its address on the fabric."""

    name: Name
    role: Literal["head", "worker"] = "head"
    ssh: Line | None = None
    pct: Pct | None = None
    fabric: IPv4Interface | None = None
    interface: InterfaceName | None = None
    external: InterfaceName | None = None
    hcas: tuple[Name, ...] = ()
    sudo: bool = False


class Ssh(Section):
    """`config`: an OpenSSH client configuration used instead of the user's own (ssh -F)."""

    config: Line | None = None
    connect_timeout_s: Seconds = 10.0


class Fabric(Section):
    """The RoCE or InfiniBand subnet that Ray and the collectives live on."""

    interface: InterfaceName | None = None
    mtu: int | None = Field(default=None, ge=576, le=65536)
    link_gbps: float | None = Field(default=None, gt=0)
    rdma: bool | None = None
    min_gbps: float | None = Field(default=None, gt=0)
    max_latency_us: float | None = Field(default=None, gt=0)


class Gpu(Section):
    per_node: int = Field(default=1, ge=0)
    model: str | None = None
    unified_memory: bool | None = None
    memory_bandwidth_gb_s: float | None = Field(default=None, gt=0)
    mig: bool | None = None
    persistence: bool | None = None


class Memory(Section):
    min_available_gib: float | None = Field(default=None, gt=0)


class Clock(Section):
    """`synchronised`: whether time synchronisation is declared; `max_offset_s` between nodes."""

    synchronised: bool | None = None
    max_offset_s: float = Field(default=1.0, gt=0)


class Container(Section):
    image: Line
    name: Name
    supervisor: Literal["docker", "systemd", "process"] = "docker"
    mounts: tuple[Line, ...] = ()
    devices: tuple[Line, ...] = ()
    shm: str | None = None
    gpus: bool = True
    limits: dict[str, int | str] = Field(default_factory=dict)


class Ray(Section):
    port: Port = 6379
    memory_monitor: bool = False
    auth: Literal["none", "token"] = "none"
    dashboard: bool = False
    object_store_bytes: int | None = Field(default=None, ge=75 * 1024 * 1024)


class Engine(Section):
    kind: Literal["vllm", "sglang"] = "vllm"
    executor: Literal["ray", "mp"] = "ray"
    model: Line
    revision: Line | None = None
    served_name: Line | None = None
    port: Port = 30000
    tensor_parallel: int = Field(default=1, ge=1)
    gpu_memory_utilization: float | None = Field(default=None, gt=0, le=1)
    max_model_len: int | None = Field(default=None, gt=0)
    reasoning_parser: Name | None = None
    tool_parser: Name | None = None
    args: tuple[Line, ...] = ()
    env: dict[str, str | SecretRef] = Field(default_factory=dict)
    command: Line = "vllm"

    @property
    def model_name(self) -> str:
        """The name under which the API serves the model: `served_name`, else the model's path."""
        return self.served_name or self.model


class Api(Section):
    """Where the API is reached, alone enough for an API-only cluster."""

    url: Line
    key: SecretRef | None = None
    model: Line | None = None


class Stale(Section):
    """What is declared not to be there: evicted by `deploy`, forbidden by every mode."""

    units: tuple[Name, ...] = ()
    containers: tuple[Name, ...] = ()
    ports: tuple[Port, ...] = ()


class Ready(Section):
    total_s: Seconds = Field(default=1800.0, alias="total")
    stall_s: dict[str, Seconds] = Field(default_factory=dict, alias="stall")
    after_boot_s: Seconds = Field(default=1800.0, alias="after_boot")


class ThroughputFloor(Section):
    """One row of `[[expect.throughput]]`: limits at a number of concurrent requests."""

    concurrency: int = Field(ge=1)
    min_tok_s: float | None = Field(default=None, gt=0)
    max_ttft_s: float | None = Field(default=None, gt=0)
    origin: Line | None = None


class Roofline(Section):
    active_gb_per_token: float | None = Field(default=None, gt=0)
    min_fraction: float | None = Field(default=None, gt=0, le=1)


class Expect(Section):
    identity: str | None = None
    throughput: tuple[ThroughputFloor, ...] = ()
    roofline: Roofline | None = None
    max_tokens: int = Field(default=64, ge=2)
    requests_per_stream: int = Field(default=2, ge=1)
    repeats: int = Field(default=3, ge=3)


class Waiver(Section):
    check: str
    reason: str
    owner: str
    until: dt.date
