import pytest

from inventory.errors import LabError
from launch.lab import machine


@pytest.mark.parametrize(
    ("system", "user_id", "seen"), [("Darwin", 0, "Darwin"), ("Linux", 1000, "user 1000")]
)
def test_another_system_or_user_is_refused(system, user_id, seen):
    with pytest.raises(LabError, match=seen):
        machine.allowed(system, user_id)


def test_root_on_linux_is_welcome():
    machine.allowed("Linux", 0)


@pytest.mark.parametrize(
    ("memory_gib", "disk_gib", "words"), [(2.0, 99.0, "2.0 GiB available"), (9.0, 1.0, "1.0 GiB free")]
)
def test_too_small_a_machine_is_named(memory_gib, disk_gib, words):
    with pytest.raises(LabError, match=words):
        machine.roomy(memory_gib, disk_gib)


def test_missing_programs_are_named_by_their_packages_once():
    without = {"ssh", "ssh-keygen", "systemd-nspawn"}
    missing = machine.missing_packages(lambda program: None if program in without else f"/bin/{program}")
    assert missing == ("openssh-client", "systemd-container")


def test_a_system_without_apt_is_told_which_programs_it_lacks():
    with pytest.raises(LabError, match=r"mmdebstrap.*Fedora"):
        machine.supported({"ID": "fedora", "PRETTY_NAME": "Fedora"}, ("mmdebstrap",))


@pytest.mark.parametrize("release", [{"ID": "debian"}, {"ID": "mint", "ID_LIKE": "ubuntu debian"}])
def test_debian_and_its_kin_are_supported(release):
    machine.supported(release, ("mmdebstrap",))


def test_a_release_without_a_code_name_is_refused():
    with pytest.raises(LabError, match="without a code name"):
        machine.described({"ID": "debian"})


@pytest.mark.parametrize("kind", ["overlay", "overlayfs"])
def test_an_overlay_cannot_carry_the_hosts_disks(kind):
    with pytest.raises(LabError, match=kind):
        machine.writable_below(kind)
