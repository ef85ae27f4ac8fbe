"""What is installed into the engine's venv; the project itself imports none of it."""
