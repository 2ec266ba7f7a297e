"""Solving: the truth about every position of Obelus."""
