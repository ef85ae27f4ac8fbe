"""Programs that run inside a Ray container, with its Python: Ray and the standard library alone."""
