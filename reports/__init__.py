"""What was found: verdict, cause, evidence with secrets masked, HTML and report.json."""
