from ipaddress import ip_address

import pytest

from probes.facts import listeners
from probes.facts.reading import Reading
from probes.judgements.exposure import listening_outside

HEADER = "State  Recv-Q Send-Q Local Address:Port Peer Address:Port Process\n"
ROW = 'LISTEN 0 4096 [{}]:10001 *:* users:(("python",pid=7,fd=3))\n'
PROC = "  sl  local_address                         remote_address                        st\n"


@pytest.mark.parametrize("address", ["127.0.0.1", "10.9.8.7"])
def test_a_socket_of_both_families_has_its_ipv4_address(address):
    (found,) = listeners.parse(Reading(0, HEADER + ROW.format(f"::ffff:{address}")))
    assert found.address == address
    assert listening_outside([found], [ip_address("10.9.8.7")]) == ()


def test_the_kernels_own_table_too():
    row = "   0: 0000000000000000FFFF00000100007F:2711 00000000000000000000000000000000:0000 0A x\n"
    (found,) = listeners.parse(Reading(0, PROC + row))
    assert (found.address, found.port, found.is_on_loopback) == ("127.0.0.1", 10001, True)


def test_an_exposed_one_is_still_told():
    (found,) = listeners.parse(Reading(0, HEADER + ROW.format("::ffff:203.0.113.9")))
    assert listening_outside([found], [ip_address("10.9.8.7")]) == (
        "Ray's client server listens on 203.0.113.9, port 10001",
    )
