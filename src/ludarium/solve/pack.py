"""Packing: a table of bytes made small, so that one byte of it can still be read at once.

A row holds all positions of a tile with one placement to move. Few different bytes occur in a row: they are its *palette*, and
the row is a number of bits for each position, an index into the palette. Rows whose bits are the same are kept once. So a row
is two numbers: which palette, and where its bits begin.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.errors import LudariumError
from ludarium.kernel import kernel
from ludarium.solve.numbering import Bytes, Numbering

LONGEST_ROW = 270  # of any ring: 3 summoned with 54 ways to show, 1 banished on 5 cards
BITMAP = 4  # words of 64 bits: which bytes occur
PALETTE_SLOTS = 1 << 21  # twice as many as there can be palettes
FREE = -1
TOO_MANY = -1


class TooManyPalettes(LudariumError):
    code = "too-many-palettes"


class Packed(NamedTuple):
    """A packed table, as kernels read it and as files hold it."""

    row_palette: NDArray[np.uint32]  # [row]
    row_start: NDArray[np.uint32]  # [row]: where in `bits`
    palette_first: NDArray[np.uint32]  # [palette]: where in `colours`; the next one's ends it
    colours: Bytes
    bits: Bytes  # with one byte to spare at the end


@kernel
def width_of(colours: int) -> int:
    """How many bits tell one of so many."""
    width = 0
    while 1 << width < colours:
        width += 1
    return width


@kernel
def read(packed: Packed, row: int, column: int) -> int:
    """One byte of the table."""
    palette = int(packed.row_palette[row])
    first = int(packed.palette_first[palette])
    width = width_of(int(packed.palette_first[palette + 1]) - first)
    place = column * width
    start = int(packed.row_start[row]) + (place >> 3)
    pair = int(packed.bits[start]) | int(packed.bits[start + 1]) << 8
    return int(packed.colours[first + (pair >> (place & 7) & ((1 << width) - 1))])


@kernel
def unpack(numbering: Numbering, packed: Packed, table: Bytes) -> None:
    """The whole table."""
    classes = len(numbering.class_size)
    for moving in range(classes):
        width = numbering.class_size[moving]
        for waiting in range(classes):
            row, tile = numbering.tile_row[moving, waiting], numbering.tile[waiting, moving]
            if tile >= 0:
                for step in range(width):
                    unpack_row(packed, row + step, numbering.class_size[waiting], table, tile + step, width)


@kernel
def unpack_row(packed: Packed, row: int, size: int, table: Bytes, offset: int, step: int) -> None:
    palette = int(packed.row_palette[row])
    first = int(packed.palette_first[palette])
    width = width_of(int(packed.palette_first[palette + 1]) - first)
    mask = (1 << width) - 1
    at = int(packed.row_start[row])
    held, count = 0, 0
    for column in range(size):
        if count < width:
            held |= int(packed.bits[at]) << count
            at += 1
            count += 8
        table[offset + column * step] = packed.colours[first + (held & mask)]
        held >>= width
        count -= width


@kernel
def pack_rows(
    numbering: Numbering,
    table: Bytes,
    row_palette: NDArray[np.uint32],
    row_start: NDArray[np.uint32],
    palette_first: NDArray[np.uint32],
    colours: Bytes,
    bits: Bytes,
    palette_slot: NDArray[np.int32],
    palette_map: NDArray[np.uint64],
    row_slot: NDArray[np.int64],
    row_length: NDArray[np.uint16],
) -> tuple[int, int]:
    """Pack all rows; how many palettes there are and how many bytes of bits."""
    line, index_of = np.empty(LONGEST_ROW, np.uint8), np.empty(256, np.uint8)
    seen = np.empty(BITMAP, np.uint64)
    palettes, used = 0, 0
    classes = len(numbering.class_size)
    for moving in range(classes):
        width = numbering.class_size[moving]
        for waiting in range(classes):
            tile, size = numbering.tile[waiting, moving], numbering.class_size[waiting]
            if tile < 0:
                continue
            for step in range(width):
                row = numbering.tile_row[moving, waiting] + step
                seen[:] = 0
                for column in range(size):
                    byte = table[tile + step + column * width]
                    line[column] = byte
                    seen[byte >> 6] |= np.uint64(1) << np.uint64(byte & 63)
                palette, is_new = find_palette(seen, palettes, palette_slot, palette_map)
                if is_new:
                    if palettes == PALETTE_SLOTS // 2:
                        return TOO_MANY, 0
                    add_palette(seen, palettes, palette_first, colours)
                    palettes += 1
                row_palette[row] = palette
                first = int(palette_first[palette])
                count = int(palette_first[palette + 1]) - first
                for number in range(count):
                    index_of[colours[first + number]] = number
                length = write_bits(line, size, index_of, width_of(count), bits, used)
                start = find_bits(bits, used, length, row_slot, row_length)
                row_start[row] = start
                if start == used:
                    used += length
    return palettes, used


@kernel
def find_palette(seen: NDArray[np.uint64], palettes: int, slot: NDArray[np.int32], known: NDArray[np.uint64]) -> tuple[int, bool]:
    """The palette with exactly these bytes; the next free number if there is none yet."""
    hashed = 0
    for byte in range(8 * BITMAP):
        hashed = mix(hashed, int((seen[byte >> 3] >> np.uint64(8 * (byte & 7))) & np.uint64(255)))
    place = spread(hashed) & (len(slot) - 1)
    while slot[place] != FREE:
        number = slot[place]
        is_same = True
        for word in range(BITMAP):
            is_same &= known[BITMAP * number + word] == seen[word]
        if is_same:
            return int(number), False
        place = (place + 1) & (len(slot) - 1)
    slot[place] = palettes
    for word in range(BITMAP):
        known[BITMAP * palettes + word] = seen[word]
    return palettes, True


@kernel
def mix(hashed: int, byte: int) -> int:
    """One more byte in a number of 32 bits that tells rows apart."""
    return ((hashed ^ byte) * 16777619) & 0xFFFFFFFF


@kernel
def spread(hashed: int) -> int:
    """So that its low bits depend on all of it."""
    return hashed ^ (hashed >> 15)


@kernel
def add_palette(seen: NDArray[np.uint64], palette: int, palette_first: NDArray[np.uint32], colours: Bytes) -> None:
    end = int(palette_first[palette])
    for byte in range(256):
        if (seen[byte >> 6] >> np.uint64(byte & 63)) & np.uint64(1):
            colours[end] = byte
            end += 1
    palette_first[palette + 1] = end


@kernel
def write_bits(line: Bytes, size: int, index_of: Bytes, width: int, bits: Bytes, start: int) -> int:
    """The row as indices, lowest bits first; how many bytes they take."""
    held, count, at = 0, 0, start
    for column in range(size):
        held |= int(index_of[line[column]]) << count
        count += width
        while count >= 8:
            bits[at] = held & 255
            at += 1
            held >>= 8
            count -= 8
    if count:
        bits[at] = held
        at += 1
    return at - start


@kernel
def find_bits(bits: Bytes, start: int, length: int, slot: NDArray[np.int64], slot_length: NDArray[np.uint16]) -> int:
    """Where the same bits lie already, or else where they have just been written."""
    hashed = length
    for number in range(length):
        hashed = mix(hashed, int(bits[start + number]))
    place = spread(hashed) & (len(slot) - 1)
    while slot[place] != FREE:
        if slot_length[place] == length and is_equal(bits, slot[place], start, length):
            return int(slot[place])
        place = (place + 1) & (len(slot) - 1)
    slot[place] = start
    slot_length[place] = length
    return start


@kernel
def is_equal(bits: Bytes, one: int, two: int, length: int) -> bool:
    for number in range(length):
        if bits[one + number] != bits[two + number]:
            return False
    return True


def pack(numbering: Numbering, table: Bytes) -> Packed:
    """A whole table, packed."""
    rows = numbering.rows
    slots = 1 << (2 * rows).bit_length()
    row_palette, row_start = np.zeros(rows, np.uint32), np.zeros(rows, np.uint32)
    palette_first, colours = np.zeros(PALETTE_SLOTS // 2 + 1, np.uint32), np.zeros(PALETTE_SLOTS * 32, np.uint8)
    bits = np.zeros(numbering.positions + rows + 2, np.uint8)
    palettes, used = pack_rows(
        numbering,
        table,
        row_palette,
        row_start,
        palette_first,
        colours,
        bits,
        np.full(PALETTE_SLOTS, FREE, np.int32),
        np.zeros(PALETTE_SLOTS // 2 * BITMAP, np.uint64),
        np.full(slots, FREE, np.int64),
        np.zeros(slots, np.uint16),
    )
    if palettes == TOO_MANY:
        raise TooManyPalettes(f"wanted at most {PALETTE_SLOTS // 2} different palettes; this table has more")
    bits[used] = 0
    first = palette_first[: palettes + 1]
    return Packed(row_palette, row_start, first, colours[: int(first[-1])].copy(), bits[: used + 1].copy())
