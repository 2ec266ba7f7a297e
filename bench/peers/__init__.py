"""What is measured of each library. Every module runs in a process of its own, and imports only its library."""
