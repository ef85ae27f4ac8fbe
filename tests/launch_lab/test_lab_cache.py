import pytest

from launch.lab import cache


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def make(text):
    return lambda folder: (folder / "piece").write_text(text)


def test_a_piece_is_built_once(tmp_path):
    first = cache.piece("kind", "recipe", make("one"), tmp_path)
    again = cache.piece("kind", "recipe", make("two"), tmp_path)
    assert first == again
    assert (again / "piece").read_text() == "one"


def test_another_recipe_replaces_the_piece(tmp_path):
    cache.piece("kind", "old", make("one"), tmp_path)
    cache.piece("other", "old", make("one"), tmp_path)
    made = cache.piece("kind", "new", make("two"), tmp_path)
    assert names(tmp_path) == sorted([made.name, f"other-{cache.key('old')}"])


def test_a_build_that_fails_leaves_nothing(tmp_path):
    def failing(folder):
        (folder / "half").touch()
        raise OSError

    with pytest.raises(OSError):
        cache.piece("kind", "recipe", failing, tmp_path)
    assert names(tmp_path) == []


def test_a_build_that_fails_keeps_the_older_piece(tmp_path):
    old = cache.piece("kind", "old", make("one"), tmp_path)

    def failing(folder):
        raise OSError

    with pytest.raises(OSError):
        cache.piece("kind", "new", failing, tmp_path)
    assert names(tmp_path) == [old.name]


def test_what_a_killed_build_left_is_cleared(tmp_path):
    (tmp_path / ".kind-killed").mkdir()
    made = cache.piece("kind", "recipe", make("one"), tmp_path)
    assert names(tmp_path) == [made.name]
