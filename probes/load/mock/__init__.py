"""An OpenAI-compatible server of known timing: the measure against which the client is measured."""
