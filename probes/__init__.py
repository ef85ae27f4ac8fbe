"""What is: facts, judgements, and the probes of Ray, the engine, its API and its speed. Asks, never changes."""
