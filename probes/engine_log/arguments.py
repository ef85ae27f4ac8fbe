"""Flags as engines print them: a Python dict (vLLM) or a call with keywords (SGLang)."""

import ast
import re

PAIR = re.compile(r"'(\w+)': ('[^']*'|\[[^\[\]]*\]|[\w.+-]+)(?=[,}])")


def mapping(text: str) -> dict[str, object]:
    """A printed dict as a dict.

    Values that are no literals stay text; of a text that is no Python at all, such as one with
    `<Enum.x: 1>` in it, the plain pairs are kept.
    """
    tree = _expression(text)
    if not isinstance(tree, ast.Dict):
        return {name: _literal(value) for name, value in PAIR.findall(text)}
    keys = (key.value if isinstance(key, ast.Constant) else None for key in tree.keys)
    return {str(key): _value(node) for key, node in zip(keys, tree.values, strict=True) if key is not None}


def call(text: str) -> dict[str, object]:
    """The keywords of a printed call, `ServerArgs(model_path='…', tp_size=2)`."""
    tree = _expression(text)
    if not isinstance(tree, ast.Call):
        return {}
    return {keyword.arg: _value(keyword.value) for keyword in tree.keywords if keyword.arg}


def _expression(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):  # what ast.parse documents for odd text
        return None


def _value(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return ast.unparse(node)


def _literal(text: str) -> object:
    tree = _expression(text)
    return text if tree is None else _value(tree)
