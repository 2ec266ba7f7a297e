"""What a table shows to one viewer: only what the viewer's seats may know, in the viewer's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludarium.bots.names import USUAL, character_of, name_of
from ludarium.contract import CHANCE, OVER
from ludarium.editions import File
from ludarium.game import Game
from ludarium.match import Match
from ludarium.solve.truth import oracle_for, ranked
from ludarium.web.advice import may_hint
from ludarium.web.answers import has_findings, has_overlays
from ludarium.web.course import BOT, FREE, GUEST, Course
from ludarium.web.table import Table
from ludarium.web.words import say

SPECTATOR = -1


@dataclass(frozen=True)
class Viewer:
    """Who looks, and in which language."""

    guest: str
    language: str
    origin: str = ""  # what links for friends begin with
    is_narrow: bool = False  # a small screen: pages to swipe, where a game has them


def view(table: Table, viewer: Viewer, now: float, gone_after: float, watch_delay: float = 0.0) -> dict[str, Any]:
    """Everything that the page needs."""
    course, language = table.course, viewer.language
    mine = course.seats_of(viewer.guest)
    match = course.match
    if not mine and watch_delay and course.status != "over":
        match = delayed(table, now - watch_delay)
    seat = looks_from(match, mine)
    is_over = course.status == "over"
    has_secrets = not is_over and match.has_secrets(seat)
    seen = match.seen_by(seat) if has_secrets else match.states
    asked = course.status == "playing" and match.turn in mine
    return {
        "type": "view",
        "id": table.row.id,
        "game": match.game.name,
        "title": match.game.about.title,
        "ply": table.row.ply,
        "status": course.status,
        "seats": [_seat(table, seat_, mine, language, now) for seat_ in range(match.seats)],
        "turn": match.turn if course.status != "over" else OVER,
        "asked": asked,
        "prompt": prompt(course, match, language),
        "board": _board(table, match, seen, seat, viewer, has_secrets),
        "lines": match.game.words.board(seen[0], language),
        **choices(match, language, asked),
        "log": log(table, match, mine, seat, language, has_secrets),
        "undo": _undo(course, mine, language),
        "offer": _offer(course, mine),
        "can": can(table, viewer, mine, now, gone_after),
        "result": _result(course, language),
        "watchers": sum(count for guest, count in table.here.items() if not course.seats_of(guest)),
        "join_url": invitation(table, viewer),
        "text": None if has_secrets else match.text(),
        "notice": notice(table, language),
        "next": table.row.next_table,
        "is_study": table.row.is_study,
        "truth": tells_truth(table),
        "has_overlays": has_overlays(match),
        "has_pages": match.game.has_part("pages"),
        "own": own_files(match.game, language),
        "waiting": waiting(course, mine, language),
    }


def choices(match: Match, language: str, asked: bool) -> dict[str, Any]:
    """Every legal action with its words and its clicks, what the buttons say, and the shape that needs no click."""
    view, state = match.game.view, match.position
    paths = {action: view.click_path(state, action) for action in (match.legal() if asked else ())}
    buttons = {step for path in paths.values() for step in path if not step.startswith("#")}
    return {
        "actions": [
            {
                "number": action,
                "notation": match.game.actions.notation(action),
                "words": match.describe(action, language),
                "path": path,
            }
            for action, path in paths.items()
        ],
        "buttons": {key: match.game.words.button(key, language) for key in sorted(buttons)},
        "selected": view.selected(state) if asked and hasattr(view, "selected") else None,
    }


def delayed(table: Table, moment: float) -> Match:
    """The match as it stood a while ago, for those who watch."""
    late = sum(entry.at > moment for entry in table.row.entries[table.row.carried :] if entry.kind == "play")
    return table.match.at(max(0, table.match.ply - late))


def looks_from(match: Match, mine: list[int]) -> int:
    """The seat whose eyes are used: the one that decides, if it is the viewer's, or the viewer's first."""
    if not mine:
        return SPECTATOR
    return match.turn if match.turn in mine else mine[0]


def own_files(game: Game, language: str) -> list[dict[str, Any]]:
    """Files that are not the game's own: everybody is told what they change."""
    return told_of_files(game, game.files, language)


def told_of_files(game: Game, files: Mapping[str, File], language: str) -> list[dict[str, Any]]:
    found = []
    for option, file in files.items():
        changes = game.part("files").differences(option, file.text)
        told = [say(language, f"own-{how}", count=len(names)) for how, names in changes.items() if names]
        words = f"{say(language, f'own-{option}', name=file.name)}: {', '.join(told)}"
        found.append({"option": option, "name": file.name, "words": words})
    return found


def waiting(course: Course, mine: list[int], language: str) -> dict[str, Any] | None:
    """Until when the viewer does not want to be asked, where a game asks others than whose turn it is."""
    game_ = course.match.game
    if not mine or course.status in ("open", "over") or not game_.has_part("asking"):
        return None
    asking, words = game_.part("asking"), game_.words
    now = next((course.waits[seat] for seat in mine if seat in course.waits), "")
    if not now and not any(asking.may_be_asked(course.match.position, seat) for seat in mine):
        return None
    return {"now": now, "choices": [{"key": key, "label": words.button(f"until-{key}", language)} for key in ("", *asking.UNTIL)]}


def _board(table: Table, match: Match, seen: Any, seat: int, viewer: Viewer, has_secrets: bool) -> str:
    """The drawing, made once for all who see the same."""
    side = seat if match.game.view.HAS_SIDES or has_secrets else 0
    key = (match.ply, side, has_secrets, viewer.language, viewer.is_narrow)
    return table.drawn(key, lambda: board(match, seen, seat, viewer.language, has_secrets, viewer.is_narrow))


def board(match: Match, seen: Any, seat: int, language: str, has_secrets: bool, is_narrow: bool = False) -> str:
    """The drawing, the last action marked unless it is secret; the page lights up what can be clicked."""
    last = None
    if match.ply and not (has_secrets and match.is_secret(match.ply, seat)):
        last = (match.before(match.ply)[0], match.history[-1])
    if is_narrow and match.game.has_part("pages"):
        return str(match.game.part("pages").draw(seen[0], max(seat, 0), last, language))
    return str(match.game.view.draw(seen[0], max(seat, 0), (), last, language))


def prompt(course: Course, match: Match, language: str) -> str:
    if course.ending is not None:
        return ending(course, language)
    if course.status == "open":
        return say(language, "waiting")
    if course.status == "paused":
        return say(language, "paused")
    return match.prompt(language)


def ending(course: Course, language: str) -> str:
    """How a game ended that the rules did not end."""
    entry = course.ending
    assert entry is not None
    if entry.kind == "draw":
        return say(language, "agreed-draw")
    kind = {"resign": "resigned", "timeout": "timeout", "claim": "claimed"}[entry.kind]
    return say(language, kind, who=seat_title(course, entry.seat, language))


def seat_title(course: Course, seat: int, language: str) -> str:
    """The seat's name in the game, with the player's in brackets."""
    title = str(course.match.game.words.seat_name(seat, language))
    name = course.seats[seat].name
    return f"{title} ({name})" if name else title


def _seat(table: Table, seat: int, mine: list[int], language: str, now: float) -> dict[str, Any]:
    held, clock = table.course.seats[seat], table.course.clock
    return {
        "seat": seat,
        "name": table.match.game.words.seat_name(seat, language),
        "player": player_name(table.course, seat),
        "bot": held.bot,
        "character": character_of(held.bot or USUAL, language) if held.kind == BOT else "",
        "kind": held.kind,
        "here": held.kind == BOT or (held.kind == GUEST and table.here[held.guest or ""] > 0),
        "mine": seat in mine,
        "clock": clock.shown(seat, now) if held.kind != BOT else None,
        "running": clock.runs == seat,
    }


def player_name(course: Course, seat: int) -> str | None:
    held = course.seats[seat]
    if held.kind == FREE:
        return None
    return name_of(held.bot or USUAL) if held.kind == BOT else held.name or ""


def log(table: Table, match: Match, mine: list[int], seat: int, language: str, has_secrets: bool) -> list[dict[str, Any]]:
    """Every action of the present line of play; the one that undo cannot cross is marked, a secret one is not told."""
    lines = table.told(language)[: match.ply]
    for ply in range(1, match.ply + 1) if has_secrets else ():
        if match.is_secret(ply, seat):
            words = match.game.words.describe_secret(match.before(ply)[0], language)
            lines[ply - 1] = lines[ply - 1] | {"notation": "…", "words": words, "rules": []}
    barrier = table.course.undo_barrier(mine) if mine else 0
    if 0 < barrier <= len(lines):
        lines[barrier - 1] = lines[barrier - 1] | {"barrier": True}
    return lines


def _undo(course: Course, mine: list[int], language: str) -> dict[str, Any]:
    if not mine or course.status != "playing":
        return {"free": 0, "ask": False, "stop": ""}
    steps, asks, why_not = course.undo_plan(mine)
    stop = say(language, "undo-stop-chance") if why_not == "chance" and course.match.ply else ""
    if asks:
        stop = say(language, "undo-stop-other")
    return {"free": 0 if asks else steps, "ask": asks, "stop": stop}


def _offer(course: Course, mine: list[int]) -> dict[str, Any] | None:
    if course.offer is None:
        return None
    return {"what": course.offer.what, "by": course.offer.by, "mine": course.offer.by in mine}


def can(table: Table, viewer: Viewer, mine: list[int], now: float, gone_after: float) -> list[str]:
    """What the viewer may do besides moving."""
    course = table.course
    show = ["show"] if may_ask(table, course.match, looks_from(course.match, mine)) else []
    if not mine:
        return show + (["join"] if course.status == "open" and table.row.is_public else [])
    if course.status == "over":
        return ["rematch", *(["analyse"] if course.match.ply else []), *show]
    if course.status == "open":
        return ["name", "invite", "resign"]
    if course.status == "paused":
        return ["name", "resume", "resign"]
    steps, _, _ = course.undo_plan(mine)
    has_bots = any(seat.kind == BOT for seat in course.seats)
    gone = table.gone_seat(viewer.guest, now, gone_after) is not None
    allowed = {"name": True, "undo": steps > 0 and course.offer is None, "resign": True, "draw": not has_bots, "pause": True}
    allowed |= {"claim": gone, "replace": gone, "hint": may_hint(table, viewer.guest)}
    return [wish for wish, is_allowed in allowed.items() if is_allowed] + show


def may_ask(table: Table, match: Match, seat: int) -> bool:
    """Whether a search may be asked what it finds: after the game, or at a table for study where nothing is hidden."""
    is_open = table.course.status == "over" or (table.row.is_study and not match.has_secrets(seat))
    return is_open and has_findings(match)


def tells_truth(table: Table) -> bool:
    """Whether the truth about a solved game may be seen: after it, or at a table for study where no other person plays."""
    is_alone = all(seat.kind == BOT or seat.guest == table.row.creator for seat in table.course.seats)
    may_be_seen = table.course.status == "over" or (table.row.is_study and is_alone)
    return may_be_seen and oracle_for(table.match) is not None


def truth(match: Match, language: str) -> dict[str, Any]:
    """How a position of a solved game ends with best play, and what each move leads to, the best first."""
    oracle = oracle_for(match)
    if oracle is None or match.turn < 0:
        return {"ply": match.ply, "words": "", "moves": []}
    moves = [
        {
            "number": action,
            "notation": match.game.actions.notation(action),
            "words": match.describe(action, language),
            "outcome": found.outcome,
            "plies": found.plies,
            "truth": found.words(language),
        }
        for action, found in ranked(oracle.moves(match))
    ]
    return {"ply": match.ply, "words": oracle.truth(match).words(language), "moves": moves}


def _result(course: Course, language: str) -> dict[str, Any] | None:
    returns = course.result()
    if returns is None:
        return None
    words = ending(course, language) if course.ending else course.match.prompt(language)
    return {"words": words, "returns": returns}


def invitation(table: Table, viewer: Viewer) -> str | None:
    """The link that seats a friend, for whoever may invite."""
    is_open = any(seat.kind == FREE for seat in table.course.seats)
    is_host = table.row.creator == viewer.guest
    return f"{viewer.origin}/join/{table.row.id}/{table.row.token}" if is_open and is_host else None


def notice(table: Table, language: str) -> str | None:
    """The last thing that happened beside the moves, or that the rules have changed since the game began."""
    entry, course = table.course.last, table.course
    if table.row.carried and (entry is None or entry.kind == "play"):
        return say(language, "carried-over")
    if entry is None or entry.kind in ("play", "open", "name", "draw", "resign", "timeout", "claim"):
        return None
    who = seat_title(course, entry.seat, language) if entry.seat != CHANCE else ""
    if entry.kind == "offer":
        what = (entry.note or "").partition(" ")[0]
        return say(language, {"draw": "offers-draw", "undo": "asks-undo", "pause": "asks-pause"}[what], who=who)
    if entry.kind == "join":
        return say(language, "joined", who=course.seats[entry.seat].name or "", seat=who)
    if entry.kind == "replace":
        return say(language, "replaced", who=who, bot=name_of(entry.note or USUAL))
    keys = {"undo": "undone", "decline": "declined", "pause": "paused", "resume": "resumed", "accept": "accepted"}
    return say(language, keys[entry.kind], who=who)
