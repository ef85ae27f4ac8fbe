import json
import struct
import subprocess
from dataclasses import replace

import pytest

from inventory.errors import NotUnderstood
from probes.facts import weight_hashes, weights
from probes.facts.reading import Reading
from probes.judgements import weights as judgement

FIRST, SECOND = "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"
COMMIT = "4f2c1d0b9a8e7f6d5c4b3a291807f6e5d4c3b2a1"


def shard(name):
    tensors = {
        f"{name}.{at}": {"dtype": "BF16", "shape": [2], "data_offsets": [at * 4, at * 4 + 4]}
        for at in range(9)
    }
    header = json.dumps({"__metadata__": {"format": "pt"}, **tensors}).encode()
    return struct.pack("<Q", len(header)) + header + bytes(36)


@pytest.fixture
def model(tmp_path):
    folder = tmp_path / "Tiny model's"
    folder.mkdir()
    for name in (FIRST, SECOND):
        (folder / name).write_bytes(shard(name))
    index = {"metadata": {"total_size": 72}, "weight_map": {"a": FIRST, "b": SECOND}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    (folder / "config.json").write_text('{"model_type": "qwen3"}')
    notes = folder / ".cache/huggingface/download"
    notes.mkdir(parents=True)
    (notes / f"{FIRST}.metadata").write_text(f"{COMMIT}\n{'a' * 64}\n1700000000.0\n")
    (notes / "config.json.metadata").write_text(f"{COMMIT}\n{'b' * 40}\n1700000000.0\n")
    return folder


def asked(fact):
    done = subprocess.run(["sh", "-c", fact.command], capture_output=True, text=True, check=False)
    return fact.parse(Reading(done.returncode, done.stdout, done.stderr))


def read(folder):
    return asked(weights.fact(str(folder)))


def test_a_whole_model_has_no_problem(model):
    found = read(model)
    assert judgement.problems(found) == ()
    assert (found.shards, found.total_bytes, found.revision) == ((FIRST, SECOND), 72, COMMIT)
    assert found.config == {"model_type": "qwen3"}
    assert found.expected_sha256 == {FIRST: "a" * 64}


def test_a_missing_shard_is_named(model):
    (model / SECOND).unlink()
    assert judgement.problems(read(model)) == (f"{SECOND} is missing",)


def test_a_shard_that_is_cut_off_is_named_by_its_own_header(model):
    whole = shard(SECOND)
    (model / SECOND).write_bytes(whole[:-5])
    assert judgement.problems(read(model)) == (
        f"{SECOND} has {len(whole) - 5} bytes, its header asks for {len(whole)}",
    )


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 4\n", "git-lfs pointer"),
        (b"", "git-lfs pointer or empty (0 bytes)"),
        (b"\xff" * 4000, "no header that can be read"),
    ],
    ids=["pointer", "empty", "noise"],
)
def test_what_is_no_shard_is_said(model, content, words):
    (model / FIRST).write_bytes(content)
    (found,) = judgement.problems(read(model))
    assert words in found


def test_a_folder_that_is_not_there():
    found = read("/nowhere/at/all")
    assert judgement.problems(found) == ("the model's folder is not there",)


def test_one_altered_byte_shows_in_the_hashes(model):
    before = asked(weight_hashes.fact(str(model), 0.1))
    (model / SECOND).write_bytes(shard(SECOND)[:-1] + b"\x01")
    after = asked(weight_hashes.fact(str(model), 0.1))
    assert set(before) == {FIRST, SECOND, "config.json", "model.safetensors.index.json"}
    assert judgement.altered({"a": before, "b": before}) == {}
    assert judgement.altered({"a": before, "b": after}) == {SECOND: {"a": before[SECOND], "b": after[SECOND]}}
    assert "is not what was downloaded" in judgement.problems(read(model), after)[0]


def test_sizes_are_compared_between_nodes(model):
    one = read(model)
    other = replace(one, sizes={**one.sizes, FIRST: 3})
    assert judgement.differences({"a": one, "b": one}) == {}
    assert judgement.differences({"a": one, "b": other}) == {FIRST: {"a": one.sizes[FIRST], "b": 3}}


def test_revisions_agree_or_are_shown(model):
    one = read(model)
    other = replace(one, revision="f" * 40)
    assert judgement.revisions({"a": one, "b": one}) == {}
    assert judgement.revisions({"a": one, "b": other}) == {"a": COMMIT, "b": "f" * 40}
    assert judgement.revisions({"a": one}, declared="main") == {"a": COMMIT}
    assert judgement.revisions({"a": one}, declared=COMMIT) == {}


def test_the_revision_of_a_snapshot_is_in_its_path(tmp_path):
    folder = tmp_path / "snapshots" / COMMIT
    folder.mkdir(parents=True)
    assert read(folder).revision == COMMIT


def test_an_index_that_is_no_json_is_said(model):
    (model / "model.safetensors.index.json").write_text("<html>")
    with pytest.raises(NotUnderstood):
        read(model)


def test_recorded_sums_are_read(model):
    (model / "SHA256SUMS").write_text(f"{'c' * 64}  {SECOND}\n")
    assert read(model).expected_sha256 == {FIRST: "a" * 64, SECOND: "c" * 64}
