"""Pure judgements: facts in, finding out. What a check and the preflight both ask stands here once."""
