"""Pure judgements: facts in, finding out. What a check and the launch's preflight both ask stands here once."""
