from launch.lab import ready


def test_the_wait_asks_for_docker_all_units_and_all_containers():
    script = ready.waiting_script(["a.service", "b.service"], 2, 30)
    assert script.startswith("timeout 30 sh -c ")
    assert "is-active --quiet docker a.service b.service" in script
    assert "-ge 2" in script
