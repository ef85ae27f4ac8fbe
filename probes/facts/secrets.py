"""Secrets on command lines: their values are taken out before a fact exists."""

import re

MASK = "***"
SECRET_OPTION = re.compile(
    r"(?P<option>--?[\w-]*(?:api[_-]?key|token|password|passwd|secret)(?:s)?(?:=|\s+))(?P<value>[^\s\"']+)",
    re.IGNORECASE | re.ASCII,
)
SECRET_VARIABLE = re.compile(
    r"(?P<option>\b\w*(?:API_?KEY|TOKEN|PASSWORD|PASSWD|SECRET)\w*=)(?P<value>[^\s\"']+)", re.ASCII
)


def masked(arguments: str) -> str:
    """A command line without the values of options and variables that are named like secrets."""
    for pattern in (SECRET_OPTION, SECRET_VARIABLE):
        arguments = pattern.sub(rf"\g<option>{MASK}", arguments)
    return arguments
