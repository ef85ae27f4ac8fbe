"""`nvidia-smi -q -x`: the richest form, and the one that stays when columns are renamed."""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from probes.facts import gpu_cells as cells
from probes.facts.gpu import Gpu, GpuProcess, Gpus, MigInstance
from probes.facts.gpu_fields import gpu


def root(text: str) -> ET.Element | None:
    """The document; None when the text holds none. One that declares entities is refused."""
    start = text.find("<nvidia_smi_log")
    if start < 0 or "<!ENTITY" in text:
        return None
    try:
        return ET.fromstring(text[start:].rstrip("\0 \n"))  # noqa: S314 - no entity can be declared here
    except (ET.ParseError, ValueError):
        return None


def gpus(text: str) -> Gpus | None:
    """The GPUs and MIG devices; None when the text is no such document."""
    log = root(text)
    if log is None:
        return None
    driver = cells.text(log.findtext("driver_version", ""))
    found = list(log.iterfind("gpu"))
    return Gpus(
        gpus=tuple(_gpu(number, element, driver) for number, element in enumerate(found)),
        driver=driver,
        cuda=cells.text(log.findtext("cuda_version", "")),
        mig=tuple(mig for number, element in enumerate(found) for mig in _mig(number, element)),
    )


def _gpu(number: int, element: ET.Element, driver: str | None) -> Gpu:
    paths = dict(_paths(element))
    bus = element.get("id") or paths.get("pci/pci_bus_id")
    return gpu(paths, index=number, bus=bus, driver=driver)


def _paths(element: ET.Element, above: str = "") -> Iterator[tuple[str, str]]:
    for child in element:
        path = f"{above}{child.tag}"
        if len(child):
            yield from _paths(child, f"{path}/")
        else:
            yield path, child.text or ""


def _mig(number: int, element: ET.Element) -> Iterator[MigInstance]:
    for device in element.iterfind("mig_devices/mig_device"):
        found = dict(_paths(device))
        yield MigInstance(
            gpu=number,
            gpu_instance=cells.whole(found.get("gpu_instance_id", "")) or 0,
            compute_instance=cells.whole(found.get("compute_instance_id", "")) or 0,
            device=cells.whole(found.get("index", "")) or 0,
            memory_used_mib=cells.whole(found.get("fb_memory_usage/used", "")),
            memory_total_mib=cells.whole(found.get("fb_memory_usage/total", "")),
            ecc_uncorrected=cells.whole(found.get("ecc_error_count/volatile_count/sram_uncorrectable", "")),
        )


def processes(text: str) -> tuple[GpuProcess, ...] | None:
    """The processes of all GPUs; None when the text is no such document."""
    log = root(text)
    if log is None:
        return None
    return tuple(
        process
        for element in log.iterfind("gpu")
        for info in element.iterfind("processes/process_info")
        for process in _process(element, info)
    )


def _process(element: ET.Element, info: ET.Element) -> Iterator[GpuProcess]:
    pid = cells.whole(info.findtext("pid", ""))
    if pid is not None:
        yield GpuProcess(
            pid=pid,
            name=info.findtext("process_name", "") or "",
            used_mib=cells.whole(info.findtext("used_memory", "") or ""),
            gpu=cells.text(element.findtext("uuid", "")) or element.get("id"),
            type=cells.text(info.findtext("type", "")),
        )
