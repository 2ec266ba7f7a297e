"""Ortus: two Houses and their warriors of four elements fight for the Energy Wells around the World's Core, for two."""
