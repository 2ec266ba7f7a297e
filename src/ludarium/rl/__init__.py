"""For researchers: many games at once, and the environments that learning programs know."""
