"""Whatever a client sends, allowed by the OpenAPI page or not, is answered as the page tells."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS

from conftest import NIGHTLY
from ludarium.web.app import make_app
from ludarium.web.settings import Settings
from web.running import TWO, Guest, Server

PROMISES = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
]


TABLES = ("running", "open", "over")


def described() -> dict[str, Any]:
    """What the OpenAPI page tells, with three tables among the examples so that requests reach further than `not found`."""
    page = make_app(Settings(Path(), "sqlite://", "secret")).openapi()
    for operation in (operation for path in page["paths"].values() for operation in path.values()):
        for parameter in operation.get("parameters", []):
            if parameter["name"] == "table_id":
                parameter["schema"] = {"anyOf": [{"enum": list(TABLES)}, parameter["schema"]]}
    return page


schema = schemathesis.openapi.from_dict(described())


@pytest.fixture(scope="module")
def ada(server: Server) -> Iterator[Guest]:
    """One guest for all requests."""
    with Guest(server) as guest:
        yield guest


@pytest.fixture(scope="module")
def tables(ada: Guest) -> dict[str, str]:
    """The tables that are meant."""
    made = [ada.create(seats=seats)["id"] for seats in ([TWO[0], {"kind": "local"}], TWO, None)]
    ada.play(made[0], "S1=1")
    ada.do(made[2], "resign")
    return dict(zip(TABLES, made, strict=True))


@schema.parametrize()
@settings(max_examples=200 if NIGHTLY else 15, deadline=None, suppress_health_check=list(HealthCheck), derandomize=not NIGHTLY)
def test_every_answer_is_described_and_none_is_a_crash(case: Any, ada: Guest, tables: dict[str, str]) -> None:
    meant = case.path_parameters.get("table_id")
    case.path_parameters |= {"table_id": tables[meant]} if meant in TABLES else {}
    case.call_and_validate(base_url=ada.server.url, headers={"Cookie": ada.cookie}, checks=CHECKS.get_by_names(PROMISES))
