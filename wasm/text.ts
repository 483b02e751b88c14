/* Strings, numbers and words of JSON: where they end. */

export const QUOTE: u8 = 0x22;
export const COMMA: u8 = 0x2c;
const BACKSLASH: u8 = 0x5c;
const MINUS: u8 = 0x2d;
const DOT: u8 = 0x2e;

/** Backslashes that were met so far. */
export let escapes: i32 = 0;

/** Address behind the closing quote; -1 where the string is not valid or holds what output escapes. */
export function endOfString(start: i32): i32 {
  let at = start;
  while (true) {
    const bytes = v128.load(at);
    // Compared with signs: controls and all that is not ASCII are less than a space.
    const special = v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
      v128.or(i8x16.lt_s(bytes, i8x16.splat(0x20)), i8x16.eq(bytes, i8x16.splat(0x7f))),
    );
    const where = i8x16.bitmask(special);
    if (where === 0) {
      at += 16;
      continue;
    }
    at += ctz(where);
    const byte = load<u8>(at);
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) {
      escapes += 1;
      at = endOfEscape(at + 1);
    } else at = byte < 0x80 ? -1 : endOfForeign(at);
    if (at < 0) return -1;
  }
}

/** Address of the next byte that is ASCII, or -1. That the bytes are UTF-8 is known. */
function endOfForeign(start: i32): i32 {
  let at = start;
  for (let byte = load<u8>(at); byte >= 0x80; byte = load<u8>(at)) {
    at += 1;
    if ((byte === 0xc2 || byte === 0xd8 || byte === 0xe2) && isHidden(byte, load<u8>(at), load<u8>(at + 1))) return -1;
  }
  return at;
}

/** C1 controls, bidi controls and line separators, in UTF-8. */
function isHidden(first: u8, second: u8, third: u8): bool {
  if (first === 0xc2) return second < 0xa0;
  if (first === 0xd8) return second === 0x9c;
  if (second === 0x80) return third === 0x8e || third === 0x8f || (third >= 0xa8 && third <= 0xae);
  return second === 0x81 && third >= 0xa6 && third <= 0xa9;
}

function endOfEscape(at: i32): i32 {
  const byte = load<u8>(at);
  if (byte === QUOTE || byte === BACKSLASH || byte === 0x2f) return at + 1;
  if (byte === 0x62 || byte === 0x66 || byte === 0x6e || byte === 0x72 || byte === 0x74) return at + 1;
  if (byte !== 0x75) return -1;
  for (let digit = at + 1; digit < at + 5; digit += 1) if (!isHex(load<u8>(digit))) return -1;
  return at + 5;
}

/** Address behind a number, true, false or null; -1 for anything else. */
export function endOfScalar(start: i32): i32 {
  const word = load<u32>(start);
  if (word === 0x65757274 || word === 0x6c6c756e) return start + 4;
  if (word === 0x736c6166) return load<u8>(start + 4) === 0x65 ? start + 5 : -1;
  let at = load<u8>(start) === MINUS ? start + 1 : start;
  at = load<u8>(at) === 0x30 ? at + 1 : endOfDigits(at);
  if (at >= 0 && load<u8>(at) === DOT) at = endOfDigits(at + 1);
  if (at >= 0 && (load<u8>(at) | 0x20) === 0x65) {
    const sign = load<u8>(at + 1);
    at = endOfDigits(sign === 0x2b || sign === MINUS ? at + 2 : at + 1);
  }
  return at;
}

/** Address behind at least one digit, or -1. */
function endOfDigits(start: i32): i32 {
  let at = start;
  while (isDigit(load<u8>(at))) at += 1;
  return at === start ? -1 : at;
}

export function isDigit(byte: u8): bool {
  return byte >= 0x30 && byte <= 0x39;
}

function isHex(byte: u8): bool {
  const lower = byte | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}
