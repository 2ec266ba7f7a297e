"""What is measured of each library. Every module runs in a process and an environment of its own, and imports only its library."""
