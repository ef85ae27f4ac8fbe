"""How fast is it, against whom? Each measurement is one command; results go to benchmarks/out/."""
