"""What keeps a node's container alive: nothing (`docker`), or one enabled unit of systemd (`systemd`)."""

from inventory.cluster import Cluster
from inventory.transport import quoted

FOLDER = "/etc/systemd/system"
RESTART_S = 5
MOST_STARTS = 5
WITHIN_S = 900
"""A start that always fails must stop: tens of failed starts on unified memory wedge the host."""


def unit_name(cluster: Cluster) -> str:
    return f"firstlight-{cluster.name}.service"


def is_supervised(cluster: Cluster) -> bool:
    return cluster.container is not None and cluster.container.supervisor == "systemd"


def unit_text(cluster: Cluster) -> str:
    """The unit that starts the node's container, which was made before and holds all else (systemd.unit(5)).

    `docker start --attach` ends with the container, so the unit's state is the container's, and its lines
    are in the journal too.
    """
    assert cluster.container is not None
    name = cluster.container.name
    return f"""\
[Unit]
Description=Firstlight: {name} of the deployment {cluster.name}
Requires=docker.service
After=docker.service network-online.target
Wants=network-online.target
StartLimitIntervalSec={WITHIN_S}
StartLimitBurst={MOST_STARTS}

[Service]
ExecStart=/usr/bin/env docker start --attach {name}
ExecStop=/usr/bin/env docker stop --time 10 {name}
Restart=always
RestartSec={RESTART_S}
TimeoutStopSec=60

[Install]
WantedBy=multi-user.target
"""


def install_command(cluster: Cluster) -> str:
    """Writes the unit, enables it and starts it."""
    unit = unit_name(cluster)
    return quoted(
        "printf %%s %s > %s && systemctl daemon-reload && systemctl enable --now %s",
        unit_text(cluster),
        f"{FOLDER}/{unit}",
        unit,
    )


def uninstall_command(cluster: Cluster) -> str:
    """Stops and disables the unit, and takes its file away."""
    unit = unit_name(cluster)
    return quoted("systemctl disable --now %s; rm -f %s && systemctl daemon-reload", unit, f"{FOLDER}/{unit}")
