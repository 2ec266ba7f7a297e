"""Databases and servers for the tests of the web table."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from ludarium.kernel import INTERPRETED
from web.running import DATABASES, GRACE, Guest, NewDatabase, Server, free_port

# Interpreted kernels are far too slow for a server, and what they compute is tested elsewhere.
collect_ignore_glob = ["test_*.py"] if INTERPRETED else []


class Postgres:
    """A cluster of our own in a folder of its own; PostgreSQL does not run as root, so there it runs as its own user."""

    def __init__(self) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        if not found:
            pytest.fail("PostgreSQL is not installed: script/test does it, or set LUDARIUM_WITHOUT_POSTGRES=1", pytrace=False)
        self.programs, self.port = found[-1], free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="ludarium-postgres-"))
        self.user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        shutil.chown(self.folder, self.user)
        self._run("initdb", "--auth=trust", "--encoding=UTF8", "--no-sync", "--username=postgres", f"{self.folder}/cluster")
        settings = f"-F -h 127.0.0.1 -p {self.port} -k {self.folder} -c max_connections=200"
        self._run("pg_ctl", "start", "-w", "-D", f"{self.folder}/cluster", "-l", f"{self.folder}/log", "-o", settings)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", self.user, "--", *command]
        done = subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        assert done.returncode == 0, done.stdout.decode()

    def new_database(self) -> str:
        name = f"test_{uuid.uuid4().hex}"
        with psycopg.connect(f"postgresql://postgres@127.0.0.1:{self.port}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type,unused-ignore]
        return f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/{name}"

    def stop(self) -> None:
        self._run("pg_ctl", "stop", "-m", "immediate", "-D", f"{self.folder}/cluster")
        shutil.rmtree(self.folder)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    cluster = Postgres()
    yield cluster
    cluster.stop()


@pytest.fixture(scope="session")
def new_database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> NewDatabase:
    """An empty database of a kind; PostgreSQL is started when the first test asks for it."""

    def make(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path_factory.mktemp('database')}/tables.sqlite"
        cluster: Postgres = request.getfixturevalue("postgres")
        return cluster.new_database()

    return make


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, new_database: NewDatabase) -> str:
    """The address of an empty database, of each kind."""
    return new_database(request.param)


@pytest.fixture(scope="module", params=DATABASES)
def server(
    request: pytest.FixtureRequest, new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A running server on each kind of database; it must stop quickly when asked to, and nothing may have crashed in it."""
    with Server(tmp_path_factory.mktemp("server"), new_database(request.param)) as running:
        yield running
        code, seconds = running.stop()
    assert (code, seconds < GRACE, running.trouble()) == (0, True, "")


@pytest.fixture
def new_guest(server: Server) -> Iterator[Callable[..., Guest]]:
    """Makes guests of the server, each with a cookie jar of its own."""
    with ExitStack() as leaving:
        yield lambda **headers: leaving.enter_context(Guest(server, **headers))


@pytest.fixture
def ada(new_guest: Callable[..., Guest]) -> Guest:
    return new_guest()


@pytest.fixture
def bob(new_guest: Callable[..., Guest]) -> Guest:
    return new_guest()


@pytest.fixture
def eve(new_guest: Callable[..., Guest]) -> Guest:
    """Somebody who only watches, or wishes ill."""
    return new_guest()
