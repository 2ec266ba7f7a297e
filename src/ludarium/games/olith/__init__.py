"""Olith: explorers of an ancient land, with regions, cards and combat, for two to four."""
