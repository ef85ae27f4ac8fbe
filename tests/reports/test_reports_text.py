"""Secrets never survive, hostile text is inert."""

import html
import json
import re
import unicodedata
from functools import partial
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.mask import HIDDEN, Mask
from reports.sanitise import escaped, uncoloured, visible

TEXT = st.text()
SECRET = st.text(st.characters(exclude_categories=["Cs"], exclude_characters=HIDDEN), min_size=1)
WORD = st.text("abcdefghijklmnopqrstuvwxyz0123456789.+/=_-", min_size=8)


@given(SECRET, TEXT, TEXT)
def test_a_declared_secret_never_survives(secret, before, after):
    assert secret not in Mask([secret])(before + secret + after)


@given(SECRET, SECRET)
def test_of_two_secrets_none_survives(one, other):
    masked = Mask([one, other])(f"{one}{other} {other}{one}")
    assert one not in masked
    assert other not in masked


@pytest.mark.parametrize("spelling", [json.dumps, repr, html.escape, partial(quote, safe=""), str])
def test_a_declared_secret_is_known_in_other_spellings(spelling):
    secret = 'pa"ss/w rd<é'
    masked = Mask([secret])("x " + spelling(secret) + " y")
    assert "w" not in masked.replace(HIDDEN, "")


@given(st.integers(0, 20), st.integers(0, 20))
def test_what_a_shortened_text_leaves_of_a_declared_secret_goes_too(head, tail):
    secret = "CORRECTHORSEBATTERYST"
    masked = Mask([secret])(f"{secret[:head]}...{secret[len(secret) - tail :]}")
    left, _, right = masked.partition("...")
    assert len(left.replace(HIDDEN, "")) < 3
    assert len(right.replace(HIDDEN, "")) < 3


@pytest.mark.parametrize(
    "line",
    [
        "Authorization: Bearer {}",
        'curl -H "authorization: bearer {}" http://h/',
        "{{'Authorization': 'Basic {}'}}",
        "Bearer {}",
        "hf_{}",
        "sk-{} and more",
        "VLLM_API_KEY={}",
        "password: {}",
        '{{"client_secret": "{}", "x": 1}}',
        '{{\\"token\\":\\"{}\\"}}',
        "'api_key': '{}'",
        "vllm serve --api-key {} --port 1",
        "--auth-token={}",
        "MYSQL_PASSWORD={}",
        "http://user:{}@host/",
        "-----BEGIN OPENSSH PRIVATE KEY-----\n{}\n-----END OPENSSH PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\n{}",
        '"Env": ["HF_TOKEN={}","A=b"]',
    ],
)
@given(WORD)
def test_what_is_shaped_or_named_like_a_secret_never_survives(line, secret):
    value = re.sub(r"\W|_", "7", secret) if line.startswith(("http", "hf_", "sk-")) else secret
    assert value.lstrip("-_.+=") not in Mask()(line.format(f"S{value}S"))


@pytest.mark.parametrize(
    "line",
    [
        "max_tokens=50 prompt_tokens: 12 completion_tokens=64",
        "eos_token_id: 7, tokenizer=auto, tokens per second: 26",
        "eos_token: <|im_end|>",
        "inet 198.51.100.1/24 scope global eth7",
        "GET http://127.0.0.1:30000/v1/models",
        "the key is missing; secretly: no",
        "hf_overrides={} hf_hub_download from sk-learn, task-12345678",
        "",
    ],
)
def test_ordinary_lines_stay_as_they_are(line):
    assert Mask(["", "zzz"])(line) == line


@given(TEXT)
def test_masking_never_fails_and_settles(text):
    once = Mask()(text)
    assert Mask()(once) == once


@given(st.text(st.characters()))
def test_nothing_that_a_terminal_acts_on_is_left(text):
    shown = visible(text)
    assert {unicodedata.category(each) for each in shown if each not in "\n\t"}.isdisjoint({"Cc", "Cf", "Cs"})
    assert shown.encode("utf-8").decode("utf-8") == shown


@given(st.text())
def test_html_has_no_markup_and_loses_nothing(text):
    safe = escaped(text)
    assert not set("<>\"'") & set(safe)
    assert html.unescape(safe) == visible(text)


def test_hostile_text_is_still_readable():
    hostile = "\x1b]0;title\x07 \x1b[2J\r\nprogress\r50%\x00\u202e\u2028"
    assert visible(hostile) == "␛]0;title␇ ␛[2J\nprogress␍50%␀\\u{202e}\\u{2028}"
    assert uncoloured("\x1b[1;31mred\x1b[0m") == "red"
