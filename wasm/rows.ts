/* Rows of tab- or comma-separated text from the values that `scan` noted. */
import { RECORD, RECORDS } from "./page";
import { COMMA, QUOTE } from "./text";

const SPACE: u8 = 0x20;

/** Number of each column's value in its item, 4 bytes; -1 where the items have none. With MORE the next is of its cell. */
const COLUMNS: i32 = 0x800;
const MORE: i32 = 0x1000000;
/** Where the parts of a cell are put together, with a space between them. */
const CELL: i32 = 0xc00;
const CELL_END: i32 = 0xfe0;

/** How rows are written: cells as they are and tabs, or by RFC 4180, with or without a guard against formulas. */
const TABS: i32 = 0;
const GUARDED: i32 = 1;

/**
 * Writes rows from item `first` on, as long as items have its shape and cells need no second look, to `out`; answers how
 * many. Where the text ends is put at address 4.
 */
export function rows(first: i32, last: i32, columns: i32, dialect: i32, out: i32, outEnd: i32): i32 {
  const shape = load<u64>(RECORDS + first * RECORD);
  let to = out;
  let item = first;
  for (; item < last; item += 1) {
    const record = RECORDS + item * RECORD;
    if (load<u64>(record) !== shape) break;
    const end = row(load<i32>(record, 8), columns, dialect, to, outEnd);
    if (end < 0) break;
    to = end;
  }
  store<i32>(4, to);
  return item - first;
}

/** Address behind the row, or -1 where a cell needs a second look or the room is used up. */
function row(values: i32, columns: i32, dialect: i32, out: i32, outEnd: i32): i32 {
  let to = out;
  let gathered = CELL;
  for (let column = 0; column < columns; column += 1) {
    const number = load<i32>(COLUMNS + column * 4);
    let start = 0;
    let end = 0;
    if (number >= 0) {
      const value = values + (number & (MORE - 1)) * 8;
      start = load<i32>(value);
      end = load<i32>(value, 4);
    }
    // Copies go in steps of sixteen bytes; a comma, quotes and a line end stand around them.
    if (end < 0 || to + (end - start) + 32 > outEnd) return -1;
    const more = number >= 0 && (number & MORE) !== 0;
    if (more || gathered > CELL) {
      gathered = appended(start, end, gathered);
      if (gathered < 0) return -1;
      if (more) continue;
      start = CELL;
      end = gathered;
      gathered = CELL;
      if (to + (end - start) + 32 > outEnd) return -1;
    }
    to = dialect === TABS ? copied(start, end, to) : cell(start, end, to, dialect);
    if (to < 0) return -1;
    store<u8>(to, dialect === TABS ? 0x09 : COMMA);
    to += 1;
  }
  // What stands behind the last cell is the end of the line instead.
  to -= 1;
  if (dialect !== TABS) {
    store<u8>(to, 0x0d);
    to += 1;
  }
  store<u8>(to, 0x0a);
  return to + 1;
}

/** Puts a part of a cell behind those that are there; -1 where there is no room for it. */
function appended(start: i32, end: i32, to: i32): i32 {
  if (start === end) return to;
  if (to + (end - start) + 17 > CELL_END) return -1;
  if (to > CELL) {
    store<u8>(to, SPACE);
    return copied(start, end, to + 1);
  }
  return copied(start, end, to);
}

/** One cell by RFC 4180. The text holds no quotes and no line ends: both are written with a backslash in JSON. */
function cell(start: i32, end: i32, out: i32, dialect: i32): i32 {
  if (start === end) return out;
  const first = load<u8>(start);
  const last = lastOf(start, end);
  if (mayBeSpace(first, load<u8>(start + 1)) || mayBeSpace(load<u8>(last), load<u8>(last + 1))) return -1;
  if (dialect === GUARDED && startsFormula(first)) return -1;
  if (first !== SPACE && load<u8>(end - 1) !== SPACE && !hasComma(start, end)) return copied(start, end, out);
  store<u8>(out, QUOTE);
  const to = copied(start, end, out + 1);
  store<u8>(to, QUOTE);
  return to + 1;
}

/** Where the last character starts. */
function lastOf(start: i32, end: i32): i32 {
  let at = end - 1;
  while (at > start && (load<u8>(at) & 0xc0) === 0x80) at -= 1;
  return at;
}

/** First bytes of spaces beyond ASCII, and of full-width signs that start a formula. */
function mayBeSpace(first: u8, second: u8): bool {
  if (first < 0x80) return false;
  return first === 0xc2 || first === 0xe1 || first === 0xe2 || first === 0xef || (first === 0xe3 && second === 0x80);
}

/** = + - @ */
function startsFormula(byte: u8): bool {
  return byte === 0x3d || byte === 0x2b || byte === 0x2d || byte === 0x40;
}

function hasComma(start: i32, end: i32): bool {
  for (let at = start; at < end; at += 16) {
    let where = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(0x2c)));
    if (end - at < 16) where &= (1 << (end - at)) - 1;
    if (where !== 0) return true;
  }
  return false;
}

/** Up to fifteen bytes more are written behind the text. */
function copied(start: i32, end: i32, out: i32): i32 {
  let to = out;
  for (let at = start; at < end; at += 16, to += 16) v128.store(to, v128.load(at));
  return out + (end - start);
}
