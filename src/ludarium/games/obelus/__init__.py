"""Obelus: dice as pieces on a ring of cards, for two."""
