"""The virtual pair: two real systemd hosts on this machine, with sshd, Docker, a fabric and a stale stack."""
