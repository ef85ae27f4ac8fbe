"""Where the lab keeps what: what runs (gone with the machine), what the hosts write, what is built once."""

from pathlib import Path

RUNTIME = Path("/run/firstlight-lab")
DISK = Path("/var/lib/firstlight-lab")
CACHE = Path("/var/cache/firstlight")
LOCK = Path("/run/lock/firstlight-lab.lock")
CGROUPS = Path("/sys/fs/cgroup")
PROJECT = Path(__file__).parents[2]
FILES = Path(__file__).parent / "files"
WEIGHTS = Path(__file__).parent / "model" / "weights"

SSH_CONFIG = RUNTIME / "ssh_config"
KNOWN_HOSTS = RUNTIME / "known_hosts"
KEY = RUNTIME / "key"
HOSTS_KEY = RUNTIME / "hosts_key"
STATE = RUNTIME / "lab.json"
