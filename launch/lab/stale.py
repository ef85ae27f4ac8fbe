"""The stale GLM stack of the field notes: real enabled units whose containers and processes really run.

Ports and memory are the lab's own; a stand-in server answers in place of the models.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from launch.lab.host import Host
from launch.lab.image_store import IMAGE

FOLDER = "/opt/glm-stack"
SERVER = f"{FOLDER}/server.pl"


@dataclass(frozen=True)
class Service:
    """One unit. `container` is None for a plain process; `title` is what nvidia-smi shows of it."""

    unit: str
    container: str | None
    title: str
    port: int
    memory_mib: int
    on_worker: bool = False


SERVICES = (
    Service("vllm-cluster.service", "vllm_node", "VLLM::EngineCore", 8000, 48, on_worker=True),
    Service("vllm-proxy.service", None, "vllm-proxy", 8080, 0),
    Service("vllm-embeddings.service", "vllm_embeddings", "VLLM::EmbeddingCore", 8001, 16),
    Service("vllm-reranker.service", "reranker", "VLLM::RerankCore", 8002, 16),
)

UNIT = """\
[Unit]
Description=GLM-4.7-Flash: {unit}
After=docker.service network-online.target
Wants=network-online.target
Requires=docker.service
StartLimitIntervalSec=0

[Service]
{run}
Restart=always
RestartSec=2

[Install]
WantedBy=multi-user.target
"""


def services(host: Host) -> tuple[Service, ...]:
    """What of the stack is on a host: all of it on the head, the second half of the cluster on the worker."""
    return tuple(service for service in SERVICES if host.is_head or service.on_worker)


def unit_text(service: Service) -> str:
    return UNIT.format(unit=service.unit, run="\n".join(_run_lines(service)))


def _run_lines(service: Service) -> Iterator[str]:
    words = f"/usr/bin/perl {SERVER} {service.title} {service.port} {service.memory_mib}"
    name = service.container
    if name is None:
        yield f"ExecStart={words}"
        return
    yield f"ExecStartPre=-/usr/bin/docker rm --force {name}"
    mount = f"{FOLDER}:{FOLDER}:ro"
    yield f"ExecStart=/usr/bin/docker run --rm --name {name} --network host --volume {mount} {IMAGE} {words}"
    yield f"ExecStop=/usr/bin/docker stop --time 2 {name}"
