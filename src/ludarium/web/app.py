"""The server: pages, JSON API and sockets. Routes only; what happens at a table is elsewhere."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Depends, FastAPI, HTTPException, Query, Request, WebSocket, WebSocketDisconnect
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from fastapi.templating import Jinja2Templates
from pydantic import ValidationError
from pydantic_core import to_json
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import ludarium
from ludarium import svg
from ludarium.bots.names import OFFERED, PERFECT, USUAL, character_of, name_of
from ludarium.editions import File
from ludarium.errors import BadOption, LudariumError, nearest
from ludarium.game import Game, game
from ludarium.language import LANGUAGES
from ludarium.match import Match
from ludarium.solve.truth import solved_rings
from ludarium.web import advice, analysis, answers, models, puzzles
from ludarium.web.address import origin_for_friends
from ludarium.web.course import BOT, FREE, GUEST
from ludarium.web.guests import COOKIE, YEAR, Brake, Guests, is_narrow, is_same_origin, language_of
from ludarium.web.hall import Connection, Hall
from ludarium.web.ready import Readiness
from ludarium.web.settings import Settings
from ludarium.web.shown import (
    Viewer,
    board,
    delayed,
    invitation,
    looks_from,
    may_ask,
    own_files,
    player_name,
    tells_truth,
    told_of_files,
    truth,
)
from ludarium.web.store import Store
from ludarium.web.table import SeatWish, Table, TableError, clean_name, new_row
from ludarium.web.words import SENTENCES, say

LOG = logging.getLogger("ludarium.web")
HERE = Path(__file__).parent
MOST_BYTES = 64 * 1024
POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"
PROBLEMS: dict[int | str, dict[str, Any]] = {status: {"model": models.Problem} for status in (400, 403, 404, 409, 413, 422, 429)}
TABLE_ID = r"^[A-Za-z0-9_-]{1,24}$"
TableId = Annotated[str, InPath(pattern=TABLE_ID)]


def make_app(settings: Settings, tell: Callable[[str], None] = LOG.info) -> FastAPI:
    """The whole server as an ASGI application; `tell` hears what it is doing."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.database)
        await asyncio.to_thread(store.open)
        app.state.hall = Hall(store, settings, Readiness(tell, settings.games, settings.editions))
        await app.state.hall.open()
        yield
        await app.state.hall.close()
        await asyncio.to_thread(store.close)

    app = FastAPI(
        title="Ludarium",
        version=ludarium.__version__,
        description="Tables for board games: create, join, watch, play. A guest is a cookie that the first answer sets.",
        lifespan=lifespan,
        responses=PROBLEMS,
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.guests = Guests(settings.secret)
    app.state.brake = Brake(settings.messages_per_second)
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    app.include_router(api)
    app.include_router(pages)
    app.add_middleware(LimitBody)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.middleware("http")(know_guest)
    app.exception_handler(LudariumError)(answer_error)
    app.exception_handler(RequestValidationError)(answer_invalid)
    app.exception_handler(StarletteHTTPException)(answer_http)
    app.exception_handler(Exception)(answer_crash)
    return app


# What every request goes through


class LimitBody:
    """Nobody sends more than a little."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > MOST_BYTES:
                raise HTTPException(413)
            return message

        await self.app(scope, counted, send)


async def know_guest(request: Request, proceed: Callable[[Request], Awaitable[Response]]) -> Response:
    """Every guest has a signed cookie, acts from our own pages or scripts only, and is slowed if in a hurry."""
    guests, known = request.app.state.guests, None
    if not request.url.path.startswith("/static"):
        known = guests.read(request)
        request.state.guest = known or guests.new()
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            if not is_same_origin(request):
                return problem(request, "origin", 403)
            await request.app.state.brake.pass_through(known or _address(request))
    response = await proceed(request)
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    if hasattr(request.state, "guest") and known is None:
        is_https = request.url.scheme == "https"
        signed = guests.sign(request.state.guest)
        response.set_cookie(COOKIE, signed, max_age=YEAR, httponly=True, samesite="lax", secure=is_https)
    return response


def _address(request: HTTPConnection) -> str:
    return request.client.host if request.client else "unknown"


def problem(request: HTTPConnection, code: str, status: int, message: str = "", rule: str | None = None) -> JSONResponse:
    """An error as JSON, in the reader's language."""
    return JSONResponse(problem_of(language_of(request), code, message, rule), status)


def problem_of(language: str, code: str, message: str = "", rule: str | None = None, game_: str = "") -> dict[str, Any]:
    key = f"error-{code}"
    sentence = say(language, key) if key in SENTENCES[language] else message
    text = game(game_).rules[rule].text[language] if rule and game_ else None
    return models.Problem(code=code, message=sentence or message, rule=rule, text=text).model_dump()


async def answer_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, LudariumError)
    status = getattr(error, "status", 400)
    if not request.url.path.startswith("/api"):
        key = f"error-{error.code}"
        language = language_of(request)
        message = say(language, key) if key in SENTENCES[language] else str(error)
        return page(request, "error.html", status, message=message, status=status)
    return problem(request, error.code, status, str(error), getattr(error, "rule", None))


async def answer_invalid(request: Request, error: Exception) -> Response:
    """What was wrong with which field, in one sentence."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or "request"
    return problem(request, "invalid", 422, f"{where}: {first['msg']}")


async def answer_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, StarletteHTTPException)
    codes = {404: "table-not-found", 413: "too-large"}
    if request.url.path.startswith("/api"):
        answer: Response = problem(request, codes.get(error.status_code, "bad-request"), error.status_code, str(error.detail))
    else:
        message = say(language_of(request), f"error-{codes.get(error.status_code, 'bad-request')}")
        answer = page(request, "error.html", error.status_code, message=message, status=error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def answer_crash(request: Request, error: Exception) -> Response:
    LOG.error("a request failed: %s %s", request.method, request.url.path, exc_info=error)
    return JSONResponse(models.Problem(code="crash", message="something went wrong here; it has been noted").model_dump(), 500)


def the_hall(request: Request) -> Hall:
    found: Hall = request.app.state.hall
    return found


def the_viewer(request: Request) -> Viewer:
    origin = origin_for_friends(request, request.app.state.settings)
    return Viewer(request.state.guest, language_of(request), origin, is_narrow(request))


InHall = Annotated[Hall, Depends(the_hall)]
ByViewer = Annotated[Viewer, Depends(the_viewer)]

# The JSON API


api = APIRouter(prefix="/api", tags=["tables"])


@api.get("/games")
async def list_games(hall: InHall, viewer: ByViewer) -> list[models.GameShown]:
    """Every game with its options and variants; the first time on a machine it takes a while until one is ready."""
    return [models.GameShown(**about(name, viewer.language), ready=hall.ready.is_ready(name)) for name in hall.ready.games]


@api.get("/bots")
async def list_bots(viewer: ByViewer) -> list[models.BotShown]:
    """The opponents, from gentle to full strength; the same for every game."""
    return opponents(viewer.language)


def opponents(language: str) -> list[models.BotShown]:
    return [opponent(name, language) for name in OFFERED]


def opponent(name: str, language: str) -> models.BotShown:
    return models.BotShown(name=name, title=name_of(name), character=character_of(name, language))


@api.post("/games/{name}/files/{option}")
async def check_file(name: str, option: str, file: models.OwnFile, viewer: ByViewer) -> models.Checked:
    """Whether a data file of your own can be played with, and what it changes; what is wrong is told by card and field."""
    handed = own_file(name, option, file)
    changed = await asyncio.to_thread(lambda: game(name).checked({option: handed}))
    told = [words["words"] for words in told_of_files(game(name), changed, viewer.language)]
    return models.Checked(digest=handed.digest, words=told[0] if told else say(viewer.language, "own-same"))


@api.get("/games/{name}/files/{option}", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def download_file(name: str, option: str) -> PlainTextResponse:
    """The game's own data file, to be changed."""
    if option not in game(name).options.files:
        raise TableError("table-not-found", 404)
    _, text = game(name).part("files").standard(option)
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}-{option}.toml"'})


@api.get("/tables")
async def list_tables(hall: InHall, viewer: ByViewer) -> list[models.TableListed]:
    """Public tables that are open or being played."""
    return [models.TableListed(**listed) for listed in await public_tables(hall, viewer.language)]


@api.post("/tables", status_code=201)
async def create_table(wish: models.NewTable, hall: InHall, viewer: ByViewer) -> models.Made:
    """Set up a table."""
    if await hall.store.count_unfinished(viewer.guest) >= hall.settings.tables_per_guest:
        raise TableError("too-many", 429)
    chosen = game(wish.game)
    settings: dict[str, Any] = dict(chosen.options.variant(wish.variant).settings) if wish.variant else {}
    settings |= wish.settings | {option: own_file(wish.game, option, file) for option, file in wish.files.items()}
    if wish.seats and "players" in chosen.options.options:
        settings["players"] = len(wish.seats)
    chosen, settings = await hall.ready.edition(wish.game, settings)
    settings = chosen.options.settle(settings)
    if wish.position:
        chosen = await asyncio.to_thread(chosen.edition_of_text, wish.position)
        await hall.ready.wait_for(chosen)
    wishes = [SeatWish(seat.kind, seat.bot, seat.name) for seat in wish.seats or ()]
    row = new_row(
        chosen,
        settings,
        wishes or _against_a_bot(chosen, wish.position, settings),
        clock_of(chosen, wish.clock),
        viewer.guest,
        time.time(),
        wish.public,
        wish.position,
        wish.name,
        wish.study,
    )
    return made(await hall.add(row), viewer)


def clock_of(chosen: Game, wish: models.NewClock) -> dict[str, Any]:
    """The clock that is wished for; `game` is the one that the game names."""
    if wish.kind != "game":
        return wish.model_dump()
    if chosen.about.clock is None:
        raise TableError("bad-request", 400, message=f"{chosen.name} names no clock of its own; choose none, total or days")
    return models.NewClock(kind="total", **chosen.about.clock).model_dump()


def own_file(name: str, option: str, file: models.OwnFile) -> File:
    """A file that was handed over, for one of the game's data files."""
    files = game(name).options.files
    if option not in files:
        raise BadOption(f"{name} has no file {option}; {nearest(option, files) if files else 'it has none'}")
    return File(clean_name(file.name) or option, file.text)


def _against_a_bot(chosen: Game, position: str | None, settings: dict[str, Any]) -> list[SeatWish]:
    match = Match(chosen, position=position) if position else Match(chosen, **settings)
    return [SeatWish("me")] + [SeatWish("bot", USUAL)] * (match.seats - 1)


def made(table: Table, viewer: Viewer) -> models.Made:
    return models.Made(id=table.row.id, url=f"/t/{table.row.id}", join_url=invitation(table, viewer))


@api.get("/tables/{table_id}")
async def show_table(table_id: TableId, hall: InHall, viewer: ByViewer) -> models.TableShown:
    """How a table stands, as you may see it."""
    return models.TableShown(**hall.view(await hall.get(table_id, is_fresh=True), viewer))


@api.post("/tables/{table_id}/seat")
async def take_seat(table_id: TableId, wish: models.TakeSeat, hall: InHall, viewer: ByViewer) -> models.TableShown:
    """Take the first free seat."""
    table = await hall.act(table_id, lambda table: table.join(viewer.guest, wish.token, wish.name, time.time()), None)
    return models.TableShown(**hall.view(table, viewer))


@api.post("/tables/{table_id}/play")
async def play(table_id: TableId, move: models.Play, hall: InHall, viewer: ByViewer) -> models.TableShown:
    """Play an action; answered when it is stored."""
    table = await hall.act(table_id, lambda table: table.play(viewer.guest, move.action, time.time()), move.ply)
    return models.TableShown(**hall.view(table, viewer))


@api.post("/tables/{table_id}/play-all")
async def play_all(table_id: TableId, chain: models.PlayAll, hall: InHall, viewer: ByViewer) -> models.TableShown:
    """Play several actions in order, all or none, answered when stored; what stands behind a die or a draw is not played."""
    table = await hall.act(table_id, lambda table: table.play_all(viewer.guest, chain.actions, time.time()), chain.ply)
    return models.TableShown(**hall.view(table, viewer))


@api.post("/tables/{table_id}/do")
async def do(table_id: TableId, wish: models.Do, hall: InHall, viewer: ByViewer) -> models.TableShown:
    """Undo, resign, offer a draw or a pause, answer an offer, claim a win, let a bot take over, not be asked for a while."""
    table = await hall.act(table_id, command_for(wish, viewer.guest, hall.settings), wish.ply)
    return models.TableShown(**hall.view(table, viewer))


def command_for(wish: models.Do, guest: str, settings: Settings) -> Callable[[Table], Any]:
    """The table's command of that name."""
    if wish.do in ("claim", "replace"):
        return lambda table: getattr(table, wish.do)(guest, time.time(), settings.gone_after)
    if wish.do == "wait":
        return lambda table: table.wait(guest, time.time(), wish.until)
    return lambda table: getattr(table, wish.do)(guest, time.time())


@api.post("/tables/{table_id}/why")
async def why(table_id: TableId, question: models.Why, hall: InHall, viewer: ByViewer) -> models.Reason:
    """Which rule forbids an action, or what a click on something that is not lit would have meant."""
    match = deciding_match(await hall.get(table_id), viewer)
    return models.Reason(**answers.reason(match, question.action, question.clicks, viewer.language))


def deciding_match(table: Table, viewer: Viewer) -> Match:
    """The match, for a viewer who decides now."""
    if table.match.turn not in table.course.seats_of(viewer.guest):
        raise TableError("not-your-turn")
    return table.match


@api.post("/tables/{table_id}/ways")
async def show_ways(table_id: TableId, question: models.Clicks, hall: InHall, viewer: ByViewer) -> list[models.WayShown]:
    """Which chains of decisions lead from the shape clicked first to the one clicked last, in games that know such."""
    match = deciding_match(await hall.get(table_id), viewer)
    return [models.WayShown(**way) for way in answers.ways(match, match.turn, question.clicks, viewer.language)]


@api.post("/tables/{table_id}/hint", status_code=202)
async def ask_hint(table_id: TableId, hall: InHall, viewer: ByViewer) -> models.HintShown:
    """Ask what a bot would do in your place; not while other people play, unless the table is for study. Look for the answer."""
    table = await hall.get(table_id, is_fresh=True)
    if not advice.may_hint(table, viewer.guest):
        deciding_match(table, viewer)
        raise TableError("no-help", 403)
    return models.HintShown(**hall.hints.ask(table, viewer.guest).shown(viewer.language))


@api.get("/tables/{table_id}/hint")
async def show_hint(table_id: TableId, hall: InHall, viewer: ByViewer) -> models.HintShown:
    """How far the hint is that you asked for."""
    await hall.get(table_id)
    hint = hall.hints.of(table_id, viewer.guest)
    return models.HintShown(**(hint.shown(viewer.language) if hint else advice.NO_HINT))


@api.delete("/tables/{table_id}/hint")
async def cancel_hint(table_id: TableId, hall: InHall, viewer: ByViewer) -> models.HintShown:
    """Never mind."""
    await hall.get(table_id)
    hall.hints.leave(table_id, viewer.guest)
    return models.HintShown(**advice.NO_HINT)


@api.post("/tables/{table_id}/analysis", status_code=202)
async def ask_analysis(table_id: TableId, hall: InHall, viewer: ByViewer) -> models.AnalysisShown:
    """Let a game that is over be analysed, once; look how far it is."""
    table = await hall.get(table_id, is_fresh=True)
    if table.course.status != "over":
        raise TableError("no-help", 403)
    if (await hall.analyses.of(table))[0] == "none":
        hall.analyses.begin(table)
    return await shown_analysis(hall, table, viewer)


@api.get("/tables/{table_id}/analysis")
async def show_analysis(table_id: TableId, hall: InHall, viewer: ByViewer) -> models.AnalysisShown:
    """How far the analysis of a game is, and what it has found."""
    return await shown_analysis(hall, await hall.get(table_id), viewer)


async def shown_analysis(hall: Hall, table: Table, viewer: Viewer) -> models.AnalysisShown:
    status, found = await hall.analyses.of(table)
    return models.AnalysisShown(**analysis.shown(found, table.match, status, viewer.language))


@api.post("/tables/{table_id}/rematch", status_code=201)
async def rematch(table_id: TableId, hall: InHall, viewer: ByViewer) -> models.Made:
    """The same people again, seats changed."""
    return made(await hall.rematch(table_id, viewer.guest, lambda table: again(table, viewer.guest)), viewer)


def again(table: Table, guest: str) -> Any:
    """A new row with everybody one seat further."""
    seats = table.course.seats[1:] + table.course.seats[:1]
    kinds = {GUEST: "me", BOT: "bot", FREE: "link"}
    wishes = [SeatWish(kinds[seat.kind], seat.bot, seat.name) for seat in seats]
    settled = table.row
    chosen, settings = game(settled.game).edition(settled.settings)
    row = new_row(chosen, settings, wishes, settled.clock, guest, time.time(), settled.is_public)
    row.is_study = settled.is_study
    for place, seat in enumerate(seats):
        row.seats[place].guest = seat.guest
    return row


@api.get("/tables/{table_id}/positions/{ply}")
async def show_position(
    table_id: TableId, ply: Annotated[int, InPath(ge=0, le=1_000_000)], hall: InHall, viewer: ByViewer
) -> models.PositionShown:
    """How the table stood after so many actions."""
    table = await hall.get(table_id)
    match, seat = match_at(table, ply, viewer, hall)
    has_secrets = table.course.status != "over" and match.has_secrets(seat)
    is_told = ply and not (has_secrets and match.is_secret(ply, seat))
    return models.PositionShown(
        ply=ply,
        last=newest(table, viewer, hall),
        board=board_then(table, match, seat, viewer),
        lines=match.game.words.board(match.seen_by(seat)[0] if has_secrets else match.position, viewer.language),
        words=match.log(viewer.language)[-1] if is_told else "",
        notation=match.game.actions.notation(match.history[-1]) if is_told else "",
        text=None if has_secrets else match.text(),
    )


@api.get("/tables/{table_id}/positions/{ply}/findings")
async def show_findings(
    table_id: TableId, ply: Annotated[int, InPath(ge=0, le=1_000_000)], hall: InHall, viewer: ByViewer
) -> list[models.WayShown]:
    """What a search finds in the position after so many actions; while a game runs, only at a table for study."""
    table = await hall.get(table_id, is_fresh=True)
    match, seat = match_at(table, ply, viewer, hall)
    if not may_ask(table, match, seat):
        raise TableError("no-help", 403)
    return [models.WayShown(**line) for line in await hall.search(answers.findings, match, seat, viewer.language)]


@api.get("/tables/{table_id}/positions/{ply}/truth")
async def show_truth(
    table_id: TableId, ply: Annotated[int, InPath(ge=0, le=1_000_000)], hall: InHall, viewer: ByViewer
) -> models.TruthShown:
    """What the position after so many actions of a solved game leads to, and each move in it; never between people at play."""
    table = await hall.get(table_id, is_fresh=True)
    match, _ = match_at(table, ply, viewer, hall)
    if not tells_truth(table):
        raise TableError("no-help", 403)
    return models.TruthShown(**await asyncio.to_thread(truth, match, viewer.language))


def newest(table: Table, viewer: Viewer, hall: Hall) -> int:
    """The last ply that the viewer may see: watchers may be kept behind."""
    delay = hall.settings.watch_delay
    if not delay or table.course.status == "over" or table.course.seats_of(viewer.guest):
        return table.match.ply
    return delayed(table, time.time() - delay).ply


def match_at(table: Table, ply: int, viewer: Viewer, hall: Hall) -> tuple[Match, int]:
    """The match after so many actions, and the seat from which the viewer sees it."""
    if ply > newest(table, viewer, hall):
        raise TableError("table-not-found", 404)
    match = table.match.at(ply)
    return match, looks_from(match, table.course.seats_of(viewer.guest))


@api.get("/tables/{table_id}/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def download_record(table_id: TableId, hall: InHall, viewer: ByViewer) -> PlainTextResponse:
    """The game as a text file; while a game with secrets runs, only what is no secret to you."""
    table = await hall.get(table_id, is_fresh=True)
    match, seat = match_at(table, newest(table, viewer, hall), viewer, hall)
    plies = range(1, match.ply + 1)
    if table.course.status != "over" and any(match.is_secret(ply, seat) for ply in plies):
        raise TableError("secret-record", 403)
    names = {
        str(match.game.words.seat_name(place, "en")): player_name(table.course, place) or "?" for place in range(match.seats)
    }
    attachment = {"Content-Disposition": f'attachment; filename="{match.game.name}-{table_id}.game"'}
    return PlainTextResponse(match.record(**names), headers=attachment)


@api.get("/tables/{table_id}/picture.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def picture(
    table_id: TableId, hall: InHall, viewer: ByViewer, ply: Annotated[int | None, Query(ge=0, le=1_000_000)] = None
) -> Response:
    """The board as a picture."""
    table = await hall.get(table_id)
    match, seat = match_at(table, newest(table, viewer, hall) if ply is None else ply, viewer, hall)
    return Response(board_then(table, match, seat, replace(viewer, is_narrow=False)), media_type="image/svg+xml")


def board_then(table: Table, match: Match, seat: int, viewer: Viewer) -> str:
    """The board at some ply, without what the viewer may not know while the game runs."""
    has_secrets = table.course.status != "over" and match.has_secrets(seat)
    seen = match.seen_by(seat) if has_secrets else match.states
    return board(match, seen, seat, viewer.language, has_secrets, viewer.is_narrow)


@api.get("/tables/{table_id}/film.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def film(table_id: TableId, hall: InHall, viewer: ByViewer) -> Response:
    """The whole game as a picture that moves, its last 150 positions at most."""
    table = await hall.get(table_id)
    last = newest(table, viewer, hall)
    frames = []
    for ply in range(max(0, last - 149), last + 1):
        match, seat = match_at(table, ply, viewer, hall)
        frames.append(board_then(table, match, seat, replace(viewer, is_narrow=False)))
        await asyncio.sleep(0)
    return Response(svg.film(frames, 1.0), media_type="image/svg+xml")


@api.get("/tables/{table_id}/files/{option}", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def download_own_file(table_id: TableId, option: str, hall: InHall) -> PlainTextResponse:
    """A data file that this table plays with instead of the game's own."""
    files = (await hall.get(table_id)).match.game.files
    if option not in files:
        raise TableError("table-not-found", 404)
    attachment = {"Content-Disposition": f'attachment; filename="{table_id}-{option}.toml"'}
    return PlainTextResponse(files[option].text, headers=attachment)


@api.get("/tables/{table_id}/qr.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
async def qr_code(table_id: TableId, hall: InHall, viewer: ByViewer) -> Response:
    """The link that seats a friend, as a QR code."""
    address = invitation(await hall.get(table_id), viewer)
    if address is None:
        raise TableError("not-allowed", 403)
    out = io.BytesIO()
    segno.make(address, error="m").save(out, kind="svg", scale=6, border=3, light="#fff")
    return Response(out.getvalue(), media_type="image/svg+xml")


# Puzzles: an address for each, the same for everybody; what a guest has solved is kept


PuzzleId = Annotated[str, InPath(pattern=r"^[0-9a-f]{10}$")]


@api.get("/puzzles/{name}", tags=["puzzles"])
async def list_puzzles(name: str, hall: InHall, viewer: ByViewer) -> list[models.PuzzleListed]:
    """The puzzles of a game, the easiest first, and how far you are with each."""
    game(name)
    progress = await hall.store.progress(viewer.guest, name)
    return [models.PuzzleListed(**puzzle) for puzzle in puzzles.listed(name, progress)]


@api.post("/puzzles/{name}/{puzzle_id}/line", tags=["puzzles"])
async def try_line(name: str, puzzle_id: PuzzleId, line: models.Puzzled, hall: InHall, viewer: ByViewer) -> models.PuzzleShown:
    """Play a line from the start of a puzzle: how it then stands, and if it is over, what became of it."""
    puzzle = await the_puzzle(name, puzzle_id, hall)
    match = puzzles.play_through(puzzle, line.actions)
    verdict, words = puzzles.judge(puzzle, match), ""
    if verdict != puzzles.OPEN:
        words = await hall.search(puzzles.answer, puzzle, match, viewer.language)
        what = "solved" if verdict == puzzles.SOLVED else "tries"
        await hall.store.advance(viewer.guest, name, puzzle_id, time.time(), what)
    return await puzzle_shown(puzzle, match, words, hall, viewer)


@api.post("/puzzles/{name}/{puzzle_id}/ask", tags=["puzzles"])
async def ask_about_puzzle(
    name: str, puzzle_id: PuzzleId, question: models.PuzzleQuestion, hall: InHall, viewer: ByViewer
) -> dict[str, Any]:
    """What a page asks while somebody chooses, after some actions: why not, which ways, what a shape could do."""
    puzzle, asked = await the_puzzle(name, puzzle_id, hall), question
    return puzzles.ask(puzzle, asked.actions, asked.do, asked.shape, asked.clicks, viewer.language)


@api.post("/puzzles/{name}/{puzzle_id}/solution", tags=["puzzles"])
async def show_solution(name: str, puzzle_id: PuzzleId, hall: InHall, viewer: ByViewer) -> models.WayShown:
    """The solution; whoever asks for it before solving the puzzle has seen it, not solved it."""
    puzzle = await the_puzzle(name, puzzle_id, hall)
    await hall.store.advance(viewer.guest, name, puzzle_id, time.time(), "shown")
    return models.WayShown(**puzzles.solution(puzzle, viewer.language))


async def the_puzzle(name: str, puzzle_id: str, hall: Hall) -> puzzles.Puzzle:
    found = puzzles.find(name, puzzle_id)
    await hall.ready.wait(name)
    return found


async def puzzle_shown(puzzle: puzzles.Puzzle, match: Match, words: str, hall: Hall, viewer: Viewer) -> models.PuzzleShown:
    progress = await hall.store.progress(viewer.guest, puzzle.game)
    return models.PuzzleShown(**puzzles.shown(puzzle, match, progress, words, viewer.language))


@api.get("/health", tags=["server"])
async def health(hall: InHall) -> models.Health:
    """Whether the server and its database live."""
    await hall.store.last_beat()
    return models.Health(
        status="ok",
        version=ludarium.__version__,
        database=hall.store.engine.dialect.name,
        tables=len(hall.tables),
        sockets=sum(map(len, hall.connections.values())),
        seconds=time.time() - hall.started,
    )


# Sockets


pages = APIRouter(include_in_schema=False)


@pages.websocket("/ws/{table_id}")
async def socket(websocket: WebSocket, table_id: str) -> None:
    """One open page: views go out when something changed, wishes come in."""
    hall: Hall = websocket.app.state.hall
    if not is_same_origin(websocket):
        return await websocket.close(1008)
    guests: Guests = websocket.app.state.guests
    origin = origin_for_friends(websocket, hall.settings)
    viewer = Viewer(guests.read(websocket) or guests.new(), language_of(websocket), origin, is_narrow(websocket))
    await websocket.accept()
    try:
        if not re.match(TABLE_ID, table_id):
            raise TableError("table-not-found", 404)
        await hall.get(table_id, is_fresh=True)
    except TableError as error:
        await websocket.send_json(problem_of(viewer.language, error.code))
        return await websocket.close(4404)
    connection = Connection(table_id, viewer)
    hall.connect(connection)
    sender = asyncio.create_task(send_views(websocket, hall, connection))
    try:
        await listen(websocket, hall, connection)
    except WebSocketDisconnect:
        pass
    finally:
        sender.cancel()
        hall.disconnect(connection)


async def send_views(websocket: WebSocket, hall: Hall, connection: Connection) -> None:
    """Whenever something changed, how the table stands now; a slow reader skips what is past."""
    with suppress(WebSocketDisconnect):
        while True:
            await connection.changed.wait()
            connection.changed.clear()
            if connection.is_closing:
                return await websocket.close(1012)
            shown = hall.view(await hall.get(connection.table), connection.viewer)
            await websocket.send_text(to_json(shown).decode())


async def listen(websocket: WebSocket, hall: Hall, connection: Connection) -> None:
    brake: Brake = websocket.app.state.brake
    name = f"socket-{id(connection)}"
    while True:
        text = await heard(websocket)
        await brake.pass_through(name)
        try:
            answer = await obey(hall, connection, json.loads(text))
        except (ValueError, ValidationError, KeyError, TypeError, RecursionError):
            answer = problem_of(connection.viewer.language, "bad-request")
        except LudariumError as error:
            table = hall.tables[connection.table]
            rule = getattr(error, "rule", None)
            answer = problem_of(connection.viewer.language, error.code, str(error), rule, table.match.game.name)
            connection.changed.set()
        if answer:
            await websocket.send_json(answer)


async def heard(websocket: WebSocket) -> str | bytes:
    """The next message, text or not."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    return message.get("text") or message.get("bytes") or ""


async def obey(hall: Hall, connection: Connection, message: Any) -> dict[str, Any] | None:
    """What a page asks for; nothing is answered where the new view is the answer."""
    guest, name = connection.viewer.guest, connection.table
    wish = message["do"]
    if wish == "ping":
        return {"type": "pong"}
    if wish == "play":
        move = models.Play(action=message["action"], ply=message["ply"])
        await hall.act(name, lambda table: table.play(guest, move.action, time.time()), move.ply)
    elif wish == "play-all":
        chain = models.PlayAll(actions=message["actions"], ply=message["ply"])
        await hall.act(name, lambda table: table.play_all(guest, chain.actions, time.time()), chain.ply)
    elif wish in ("why", "marks", "overlays"):
        return await answer(hall, await hall.get(name), message, connection.viewer)
    elif wish == "name":
        named = models.TakeSeat(name=message["name"])
        await hall.act(name, lambda table: table.rename(guest, named.name, time.time()), None)
    elif wish == "narrow":
        connection.viewer = replace(connection.viewer, is_narrow=bool(message["on"]))
        connection.changed.set()
    else:
        asked = models.Do(do=wish, ply=message["ply"], until=message.get("until", ""))
        await hall.act(name, command_for(asked, guest, hall.settings), asked.ply)
    return None


async def answer(hall: Hall, table: Table, message: Any, viewer: Viewer) -> dict[str, Any]:
    """What a page asks while somebody chooses."""
    match, seat = match_at(table, newest(table, viewer, hall), viewer, hall)
    language = viewer.language
    if message["do"] == "marks":
        return answers.marks(match, seat, models.Look(shape=message["shape"]).shape, language)
    if message["do"] == "overlays":
        return answers.overlays(match, seat, language)
    question = models.Why(action=message.get("action"), clicks=message.get("clicks", []))
    match = deciding_match(table, viewer)
    if question.action is not None:
        return {"type": "why", **answers.reason(match, question.action, (), language)}
    return answers.click(match, seat, question.clicks, language)


# Pages


@cache
def templates() -> Jinja2Templates:
    return Jinja2Templates(directory=HERE / "pages")


def page(request: Request, name: str, status_code: int = 200, **context: Any) -> Response:
    language = language_of(request)
    shared = {
        "language": language,
        "languages": LANGUAGES,
        "say": lambda key, **values: say(language, key, **values),
        "sentences": SENTENCES[language],
        "theme": request.cookies.get("theme", "") if request.cookies.get("theme") in ("light", "dark") else "",
        "version": ludarium.__version__,
        "path": request.url.path,
    }
    return templates().TemplateResponse(request, name, shared | context, status_code)


@pages.get("/", response_class=HTMLResponse)
async def lobby(request: Request, hall: InHall, viewer: ByViewer) -> Response:
    shown = [about(name, viewer.language) | {"ready": hall.ready.is_ready(name)} for name in hall.ready.games]
    return page(
        request,
        "lobby.html",
        games=shown,
        bots=opponents(viewer.language),
        usual=USUAL,
        perfect=opponent(PERFECT, viewer.language),
        tables=await public_tables(hall, viewer.language),
    )


@pages.get("/t/{table_id}", response_class=HTMLResponse)
async def table_page(request: Request, table_id: TableId, hall: InHall, viewer: ByViewer) -> Response:
    table = await hall.get(table_id, is_fresh=True)
    about_game = table.match.game
    return page(
        request,
        "table.html",
        table_id=table_id,
        game=about_game.name,
        title=about_game.about.title,
        view=hall.view(table, viewer),
        rules=rulebook(about_game.name, viewer.language),
        has_cards=hasattr(about_game.words, "glossary"),
    )


@pages.get("/t/{table_id}/cards", response_class=HTMLResponse)
async def cards_page(request: Request, table_id: TableId, hall: InHall, viewer: ByViewer) -> Response:
    """Every card that this table plays with, in words; those that are not the game's own are marked."""
    match = (await hall.get(table_id)).match
    if not hasattr(match.game.words, "glossary"):
        raise TableError("table-not-found", 404)
    sections, own = match.game.words.glossary(viewer.language), own_files(match.game, viewer.language)
    return page(request, "cards.html", table_id=table_id, title=match.game.about.title, sections=sections, own=own)


@pages.get("/join/{table_id}/{token}", response_class=HTMLResponse)
async def join_page(request: Request, table_id: TableId, token: str, hall: InHall, viewer: ByViewer) -> Response:
    """Somebody who follows a friend's link."""
    table = await hall.get(table_id, is_fresh=True)
    if table.course.seats_of(viewer.guest) or not any(seat.kind == FREE for seat in table.course.seats):
        return RedirectResponse(f"/t/{table_id}", 303)
    names = [table.match.game.words.seat_name(seat.seat, viewer.language) for seat in table.course.seats if seat.kind == FREE]
    title, is_study = table.match.game.about.title, table.row.is_study
    own = own_files(table.match.game, viewer.language)
    told: dict[str, Any] = {"title": title, "seat_names": names, "own": own, "is_study": is_study}
    return page(request, "join.html", table_id=table_id, token=clean_name(token), **told)


@pages.get("/rules/{name}", response_class=HTMLResponse)
async def rules_page(request: Request, name: str, viewer: ByViewer) -> Response:
    title = game(name).about.title
    return page(request, "rules.html", game=name, title=title, rules=rulebook(name, viewer.language))


@pages.get("/puzzles/{name}", response_class=HTMLResponse)
async def puzzles_page(request: Request, name: str, hall: InHall, viewer: ByViewer) -> Response:
    """All puzzles of a game, by grade."""
    title = game(name).about.title
    listed = puzzles.listed(name, await hall.store.progress(viewer.guest, name))
    if not listed:
        raise TableError("no-puzzle", 404)
    return page(request, "puzzles.html", game=name, title=title, puzzles=listed)


@pages.get("/puzzles/{name}/{puzzle_id}", response_class=HTMLResponse)
async def puzzle_page(request: Request, name: str, puzzle_id: str, hall: InHall, viewer: ByViewer) -> Response:
    puzzle = await the_puzzle(name, puzzle_id, hall)
    view = await puzzle_shown(puzzle, puzzle.start(), "", hall, viewer)
    return page(
        request,
        "puzzle.html",
        game=name,
        title=view.title,
        puzzle=puzzle,
        count=len(puzzles.puzzles_of(name)),
        view=view.model_dump(),
    )


@pages.get("/language/{language}")
async def choose_language(language: str, next: str = "/") -> Response:
    target = next if next.startswith("/") and not next.startswith(("//", "/\\")) else "/"
    answer = RedirectResponse(target, 303)
    if language in LANGUAGES:
        answer.set_cookie("language", language, max_age=YEAR, samesite="lax")
    return answer


@pages.get("/health")
async def health_page(hall: InHall) -> models.Health:
    return await health(hall)


def about(name: str, language: str) -> dict[str, Any]:
    """What a box says, and what can be chosen."""
    chosen = game(name)
    players, minutes = ("-".join(map(str, sorted(set(pair)))) for pair in (chosen.about.players, chosen.about.minutes))
    return {
        "name": name,
        "title": chosen.about.title,
        "text": chosen.about.text[language],
        "designer": chosen.about.designer[language],
        "publisher": chosen.about.publisher[language],
        "players": players,
        "minutes": minutes,
        "difficulty": chosen.about.difficulty,
        "seats": chosen.seats,
        "clock": chosen.about.clock,
        "has_findings": hasattr(chosen.view, "findings"),
        "puzzles": len(puzzles.puzzles_of(name)),
        "least_seats": chosen.about.players[0],
        "seat_names": [chosen.words.seat_name(seat, language) for seat in range(chosen.seats)],
        "variants": [
            {"name": variant.name, "title": variant.title[language], "settings": variant.settings}
            for variant in chosen.options.variants.values()
        ],
        "options": [
            {"name": o.name, "default": o.default, "choices": list(o.choices), "text": o.text[language], "rule": o.rule}
            for o in chosen.options.options.values()
        ],
        "files": [{"name": f.name, "text": f.text[language], "rule": f.rule} for f in chosen.options.files.values()],
        "solved": bool(solved_rings(name)),
    }


@pages.get("/cover/{name}.svg")
async def cover(name: str, hall: InHall, viewer: ByViewer) -> Response:
    """A picture of the game for the lobby."""
    game(name)
    await hall.ready.wait(name)
    drawn = await asyncio.to_thread(draw_cover, name, viewer.language)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "max-age=86400"})


@cache
def draw_cover(name: str, language: str) -> str:
    match = Match(name, position=game(name).about.cover)
    return str(match.game.view.draw(match.position, 0, (), None, language))


def rulebook(name: str, language: str) -> dict[str, Any]:
    catalogue = game(name).rules
    return {
        "sections": [
            {
                "id": section,
                "title": title[language],
                "rules": [
                    {"id": rule.id, "text": rule.text[language], "source": rule.source, "mark": rule.mark}
                    for rule in catalogue.rules
                    if rule.section == section
                ],
            }
            for section, title in catalogue.sections.items()
        ]
    }


async def public_tables(hall: Hall, language: str) -> list[dict[str, Any]]:
    found = []
    for name in await hall.store.public():
        table = await hall.get(name)
        course = table.course
        found.append(
            {
                "id": name,
                "game": table.row.game,
                "title": table.match.game.about.title,
                "players": [player_name(course, seat.seat) for seat in course.seats],
                "status": course.status,
                "open_seats": sum(seat.kind == FREE for seat in course.seats),
                "ply": table.match.ply,
            }
        )
    return found
