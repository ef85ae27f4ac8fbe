from launch.lab import ssh
from launch.lab.host import HOSTS


def test_each_host_is_reached_through_its_own_namespace():
    text = ssh.config_text()
    assert text.count("ProxyCommand nsenter --net=/run/netns/fl-spark-") == len(HOSTS)
    assert "Host spark-1 spark-2\n" in text


def test_host_keys_are_checked_against_the_labs_own_file():
    lines = [line.strip() for line in ssh.config_text().splitlines()]
    assert "StrictHostKeyChecking yes" in lines
    assert "UserKnownHostsFile /run/firstlight-lab/known_hosts" in lines
    assert "GlobalKnownHostsFile /dev/null" in lines


def test_known_hosts_have_a_line_a_host():
    assert ssh.known_hosts_text({"spark-1": "ssh-ed25519 A lab\n", "spark-2": "ssh-ed25519 B\n"}) == (
        "spark-1,192.168.200.12 ssh-ed25519 A lab\nspark-2,192.168.200.13 ssh-ed25519 B\n"
    )


def test_the_client_never_asks():
    assert "BatchMode=yes" in ssh.command(HOSTS[0], "true")
