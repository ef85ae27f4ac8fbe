from hypothesis import given
from hypothesis import strategies as st

from launch.lab import apt_sources

RELEASE = """\
# our mirror
Types: deb deb-src
URIs: http://mirror.example/debian
Suites: trixie trixie-updates
Components: main
Signed-By: /usr/share/keyrings/own.gpg

Types: deb
URIs: https://packages.example/node
Suites: nodistro
Components: main

Types: deb
Enabled: no
URIs: http://mirror.example/debian
Suites: trixie-backports
Components: main
"""
LINES = """\
deb [signed-by=/k.gpg arch=amd64] http://mirror.example/debian trixie main contrib  # ours
deb-src http://mirror.example/debian trixie main
deb https://packages.example/sdk cloud-sdk-trixie main
deb http://security.example/debian-security trixie-security main
#deb http://mirror.example/debian trixie non-free
"""


def test_paragraphs_of_the_release_are_kept_whole():
    (kept,) = apt_sources.own_paragraphs("trixie", [RELEASE])
    assert kept.splitlines()[0] == "Types: deb deb-src"
    assert "Signed-By: /usr/share/keyrings/own.gpg" in kept


def test_lines_of_the_release_are_kept():
    kept = list(apt_sources.own_lines("trixie", [LINES]))
    assert [line.split()[-3:] for line in kept] == [
        ["trixie", "main", "contrib"],
        ["http://security.example/debian-security", "trixie-security", "main"],
    ]


def test_both_formats_of_a_machine_are_read(tmp_path):
    (tmp_path / "sources.list.d").mkdir()
    (tmp_path / "sources.list").write_text(LINES)
    (tmp_path / "sources.list.d" / "debian.sources").write_text(RELEASE)
    (tmp_path / "sources.list.d" / "old.sources.disabled").write_text(RELEASE)
    found = apt_sources.of_release("trixie", tmp_path)
    assert sorted(found) == ["release.list", "release.sources"]
    assert found["release.sources"].count("Types:") == 1


def test_a_machine_without_sources_for_its_release_has_none(tmp_path):
    assert apt_sources.of_release("trixie", tmp_path) == {}


@given(st.text(), st.text(min_size=1))
def test_any_text_is_read(text, codename):
    list(apt_sources.own_lines(codename, [text]))
    list(apt_sources.own_paragraphs(codename, [text]))
