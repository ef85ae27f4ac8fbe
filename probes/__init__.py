"""What is: facts, judgements, Ray, the engine, its API and its speed. Asks, never changes."""
