"""The tools of the comparison: how each is installed, started and read. One row each.

Each peer lives in a virtual environment of its own under ~/.cache/firstlight/peers, made when asked for.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from inventory.errors import CannotTell
from launch.lab import engine
from probes.load.mock.script import Timing

ROOT = Path(__file__).parent
HOME = Path.home() / ".cache" / "firstlight" / "peers"
TOKENIZER = ROOT.parent / "launch" / "lab" / "model" / "weights"
"""The peers count tokens with a tokenizer of their own; the lab's model has a small one."""


@dataclass(frozen=True)
class Run:
    """What a tool is to do: so many streams, so many requests in all, of that timing."""

    address: str
    streams: int
    requests: int
    timing: Timing


@dataclass(frozen=True)
class Peer:
    """What it is, where it lives (made when asked for), its command, and how its figures are read."""

    requirement: str
    python: Callable[[], Path]
    command: Callable[[Path, Run, Path], list[str]]
    figures: Callable[[Path, str], dict[str, float]]
    passes: int = 1
    """How many times the command sends the requests, warm-up left out."""

    gap: str = "itl"
    """What its inter-token latency is: `itl`, every gap, or `tpot`, one mean per request."""


def run_tool(peer: Peer, run: Run) -> dict[str, float]:
    """Figures as the tool reports them, with CPU and wall seconds of its whole process tree."""
    python = peer.python()
    with tempfile.TemporaryDirectory() as folder:
        started_s = time.monotonic()
        process = subprocess.Popen(
            peer.command(python, run, Path(folder)),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT.parent,
            env={**os.environ, "HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1"},
        )
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall_s = time.monotonic() - started_s
        figures = _figures(peer, Path(folder), output, process.returncode)
    return {**figures, "cpu_s": used.ru_utime + used.ru_stime, "wall_s": wall_s}


def _figures(peer: Peer, folder: Path, output: str, status: int) -> dict[str, float]:
    try:
        return peer.figures(folder, output)
    except (OSError, LookupError, ValueError, TypeError) as error:
        lines = tuple(output.splitlines()[-20:])
        remedy = "run its command by hand: " + "; ".join(lines[-3:])
        raise CannotTell(
            f"figures of {peer.requirement or 'firstlight'}", f"{error!r}, exit {status}", remedy, lines
        ) from error


def _installed(requirement: str) -> Path:
    """The interpreter of a virtual environment that holds the requirement; made once."""
    home = HOME / requirement.partition("=")[0]
    python = home / "bin" / "python"
    if not (home / "complete").exists():
        venv.create(home, with_pip=True, clear=True)
        installer = (sys.executable, "-m", "uv", "pip", "install", "--quiet")
        subprocess.run([*installer, "--python", f"{python}", requirement], check=True)
        (home / "complete").touch()
    return python


def _engine() -> Path:
    """The lab's engine: vLLM's CPU wheel needs its mended metadata, its plugin and its pinned torch."""
    return engine.ensure(print).bin / "python"


def _ours(python: Path, run: Run, _folder: Path) -> list[str]:
    span_s = run.timing.ttft_s + run.timing.tokens * run.timing.itl_s
    return [
        *(f"{python}", "-m", "probes", "load", run.address, "--model", "mock", "--json"),
        *("--concurrency", f"{run.streams}", "--requests", f"{run.requests // run.streams}"),
        *("--max-tokens", f"{run.timing.tokens}", "--stagger-s", f"{span_s / run.streams}"),
        "--no-check-client",
    ]


def _our_figures(_folder: Path, output: str) -> dict[str, float]:
    row = json.loads(output)["throughput"][0]
    return {
        **{f"ttft_{mark}_ms": 1000 * row["ttft_s"][mark] for mark in ("p50", "p99")},
        **{f"itl_{mark}_ms": 1000 * row["itl_s"][mark] for mark in ("p50", "p99")},
        "tok_s": row["tok_s"],
    }


def _vllm(python: Path, run: Run, folder: Path) -> list[str]:
    return [
        *(f"{python.parent / 'vllm'}", "bench", "serve", "--backend", "openai-chat"),
        *("--base-url", run.address, "--endpoint", "/v1/chat/completions", "--model", "mock"),
        *("--tokenizer", f"{TOKENIZER}", "--dataset-name", "random", "--random-input-len", "8"),
        *("--random-output-len", f"{run.timing.tokens}", "--num-prompts", f"{run.requests}"),
        *("--max-concurrency", f"{run.streams}", "--percentile-metrics", "ttft,tpot,itl"),
        *("--metric-percentiles", "50,99", "--save-result", "--result-dir", f"{folder}"),
        *("--result-filename", "result.json", "--ignore-eos"),
    ]


def _vllm_figures(folder: Path, _output: str) -> dict[str, float]:
    result = json.loads((folder / "result.json").read_text())
    named = {
        f"{kind}_{mark}_ms": result[f"{mark}_{kind}_ms"]
        for kind in ("ttft", "itl")
        for mark in ("p50", "p99")
    }
    return {**named, "tok_s": result["output_throughput"]}


def _guidellm(python: Path, run: Run, folder: Path) -> list[str]:
    return [
        *(f"{python.parent / 'guidellm'}", "run", "--disable-console"),
        *("--backend", f"kind=openai_http,target={run.address},model=mock"),
        *("--profile", f"kind=concurrent,streams={run.streams}"),
        *("--constraint", f"kind=max_requests,count={run.requests}"),
        *("--tokenizer", f"kind=huggingface_auto,model={TOKENIZER}"),
        *("--data", f"kind=synthetic_text,prompt_tokens=8,output_tokens={run.timing.tokens}"),
        *("--output", f"kind=json,path={folder / 'result.json'}"),
    ]


def _guidellm_figures(folder: Path, _output: str) -> dict[str, float]:
    metrics = json.loads((folder / "result.json").read_text())["benchmarks"][0]["metrics"]
    kinds = {"ttft": "time_to_first_token_ms", "itl": "inter_token_latency_ms"}
    named = {
        f"{kind}_{mark}_ms": metrics[name]["successful"]["percentiles"][mark]
        for kind, name in kinds.items()
        for mark in ("p50", "p99")
    }
    return {**named, "tok_s": metrics["output_tokens_per_second"]["successful"]["mean"]}


def _aiperf(python: Path, run: Run, folder: Path) -> list[str]:
    return [
        *(f"{python.parent / 'aiperf'}", "profile", "-m", "mock", "--url", run.address),
        *("--endpoint-type", "chat", "--streaming", "--concurrency", f"{run.streams}"),
        *("--request-count", f"{run.requests}", "--tokenizer", f"{TOKENIZER}"),
        *("--isl", "8", "--osl", f"{run.timing.tokens}", "--output-artifact-dir", f"{folder}"),
        *("--use-server-token-count", "--ui", "none"),
    ]


def _aiperf_figures(folder: Path, _output: str) -> dict[str, float]:
    result = json.loads((folder / "profile_export_aiperf.json").read_text())
    kinds = {"ttft": "time_to_first_token", "itl": "inter_chunk_latency"}
    named = {
        f"{kind}_{mark}_ms": result[name][mark] for kind, name in kinds.items() for mark in ("p50", "p99")
    }
    return {**named, "tok_s": result["output_token_throughput"]["avg"]}


GUIDELLM = "guidellm==0.8.1"
AIPERF = "aiperf==0.13.0"

PEERS: dict[str, Peer] = {
    "firstlight": Peer("", lambda: Path(sys.executable), _ours, _our_figures, passes=3),
    "vllm": Peer("the lab's engine", _engine, _vllm, _vllm_figures),
    "guidellm": Peer(GUIDELLM, lambda: _installed(GUIDELLM), _guidellm, _guidellm_figures, gap="tpot"),
    "aiperf": Peer(AIPERF, lambda: _installed(AIPERF), _aiperf, _aiperf_figures),
}
