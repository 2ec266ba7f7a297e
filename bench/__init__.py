"""Benchmarks: speed beside peers (`script/bench`), strength, punctuality, load."""
