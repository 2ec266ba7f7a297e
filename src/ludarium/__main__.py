"""`python -m ludarium` is the `ludarium` command."""

from ludarium.cli import main

main()
