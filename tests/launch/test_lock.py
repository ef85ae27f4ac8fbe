import json
import subprocess
import sys

import pytest

from inventory.errors import Refused
from launch.lock import Lock, owner_of

HOLD = "import sys; from pathlib import Path; from launch.lock import Lock; Lock(Path(sys.argv[1])).acquire(); print('held', flush=True); sys.stdin.read()"


def test_a_second_run_is_refused_and_told_who_holds_it(tmp_path):
    with Lock(tmp_path / "lock"), pytest.raises(Refused, match="process"):
        Lock(tmp_path / "lock").acquire()


def test_a_released_lock_is_free_and_leaves_no_owner(tmp_path):
    Lock(tmp_path / "lock").acquire().release()
    assert Lock(tmp_path / "lock").acquire().left_behind is None


def test_a_killed_owners_lock_is_taken_over_and_named(tmp_path):
    owner = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path / "lock")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with owner:
        assert owner.stdout.readline() == b"held\n"
        owner.kill()
    lock = Lock(tmp_path / "lock").acquire()
    assert lock.left_behind.pid == owner.pid
    lock.release()


def test_an_unreadable_owner_is_nobody(tmp_path):
    (tmp_path / "lock").write_text(json.dumps({"pid": 1}))
    assert owner_of(tmp_path / "lock") is None
