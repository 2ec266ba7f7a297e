"""Tortus: pawns that follow the tiles they land on, and pits to push them into, for two."""
