"""Ready is a sequence of states, read from the nodes, the log and the API; or the cause."""
