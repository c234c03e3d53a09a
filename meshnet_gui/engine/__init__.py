"""The only place for torch and transformers: a span of any model's layers, its session caches, sampling, text."""
