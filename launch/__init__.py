"""How is it made so? Plans, executes, watches and removes a deployment; raises the virtual pair."""
