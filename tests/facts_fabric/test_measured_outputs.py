from ipaddress import IPv4Address

import pytest

from inventory.errors import NotUnderstood
from probes.parse import parsed


def test_ib_write_bw(sample):
    found = parsed("perftest", sample("ib_write_bw_spark_rail1"))
    assert (found.device, found.average_gbps, found.message_bytes) == ("rocep3s0f1", 94.07, 65536)
    assert (found.local, found.remote) == (IPv4Address("172.16.7.61"), IPv4Address("172.16.7.62"))
    assert (found.gid_index, found.mtu_bytes, found.link_type) == (3, 1024, "Ethernet")


def test_ib_write_lat(sample):
    found = parsed("perftest", sample("ib_write_lat"))
    assert (found.typical_us, found.average_us, found.average_gbps) == (2.06, 2.07, None)


def test_megabytes_of_perftest_are_binary():
    text = " #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]\n 65536  5000  11700.0  11650.0  0.18\n"
    assert parsed("perftest", text).average_gbps == pytest.approx(97.73, abs=0.01)


def test_iperf3(sample):
    found = parsed("iperf3", sample("iperf3_tcp.json"))
    assert (round(found.received_gbps, 3), found.retransmits, found.error) == (4.749, 3, None)
    assert found.mean_rtt_ms == 0.808


def test_iperf3_that_could_not_connect(sample):
    found = parsed("iperf3", sample("iperf3_refused.json"))
    assert (found.received_gbps, found.error) == (None, "unable to connect to server: Connection refused")


def test_nccl_tests(sample):
    found = parsed("nccl_tests", sample("nccl_tests_gb10_16g_mtu1500"))
    row = found.largest
    assert (found.test, found.ranks, found.hosts) == ("all_gather_perf", 2, ("pair-a", "pair-b"))
    assert (row.size_bytes, row.out_of_place_gb_s, row.in_place_gb_s, row.wrong) == (
        17179869184,
        17.31,
        19.44,
        0,
    )


@pytest.mark.parametrize("name", ["perftest", "iperf3", "nccl_tests", "nvml"])
def test_another_text_is_not_a_measurement(name):
    with pytest.raises(NotUnderstood):
        parsed(name, "{}")
