"""The small types of the cluster file: durations, secrets, names."""

import os
import re
from datetime import timedelta
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

_UNITS_S = {"s": 1.0, "m": 60.0, "h": 3600.0}


class Section(BaseModel):
    """A table of the cluster file: immutable, and an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


def _seconds(value: Any) -> float:
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh])", str(value))
    if not match:
        raise ValueError(f"a duration such as '90s', '30m' or '1h' is wanted, not {value!r}")
    return float(match[1]) * _UNITS_S[match[2]]


Seconds = Annotated[float, BeforeValidator(_seconds), Field(gt=0)]
"""A duration in seconds; in the file a number of seconds, or '90s', '30m', '1h'."""

Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$")]
"""A name that is safe as a file name, a label and a container's name."""

InterfaceName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.@-]{0,14}$")]
"""A Linux network device: at most 15 characters (IFNAMSIZ)."""

Port = Annotated[int, Field(ge=1, le=65535)]


class SecretRef(Section):
    """A secret is never in the file: `{ env = "NAME" }` names the variable that holds it."""

    env: str

    def reveal(self) -> str | None:
        """The secret's value from the controller's environment, None when it is not set."""
        return os.environ.get(self.env)


def _no_newline(value: str) -> str:
    if "\n" in value or "\0" in value:
        raise ValueError("one line is wanted, without NUL")
    return value


Line = Annotated[str, AfterValidator(_no_newline)]
