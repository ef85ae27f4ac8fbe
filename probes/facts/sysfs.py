"""What `grep -Hs '' */NAME …` prints in a folder of sysfs: one `path:value` a line (sysfs(5))."""

import re

LINE = re.compile(r"^((?:[^/\n]+/)+[\w.-]+):(.*)$", re.MULTILINE)


def values(text: str) -> dict[tuple[str, ...], str]:
    """Values by the parts of their path, `("enp1s0f1np1", "mtu")`; other lines are dropped."""
    return {tuple(path.split("/")): value.strip() for path, value in LINE.findall(text)}


def children(tree: dict[tuple[str, ...], str], *parent: str) -> tuple[str, ...]:
    """The names directly under `parent`, in the order of their first appearance."""
    depth = len(parent)
    return tuple(dict.fromkeys(p[depth] for p in tree if len(p) > depth and p[:depth] == parent))
