const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** 1 for bytes of a string that need no second look: all but quotes, backslashes, controls and a few lead bytes. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => {
  const special = [QUOTE, BACKSLASH, 0x7f, 0xc2, 0xd8, 0xe2].includes(byte);
  return byte < 0x20 || special ? 0 : 1;
});

/**
 * Offset behind the closing quote; -1 where the string is not valid or holds what JSON output escapes. Four bytes are
 * looked at in one go; `view` shows the same memory as `bytes`.
 */
export function endOfString(bytes: Uint8Array, view: DataView, start: number): number {
  const last = bytes.length - 4;
  let at = start;
  for (;;) {
    while (at <= last) {
      const special = specialIn(view.getInt32(at, true));
      if (special === 0) {
        at += 4;
        continue;
      }
      // The lowest bit that is set belongs to the first such byte; what follows it may be a mistake.
      at += (31 - Math.clz32(special & -special)) >> 3;
      break;
    }
    // Behind the last byte the lookup finds nothing and the loop ends.
    while (PLAIN[bytes[at] as number] === 1) at += 1;
    const byte = bytes[at];
    at += 1;
    if (byte === QUOTE) return at;
    if (byte === undefined || byte < 0x20) return -1;
    if (byte === BACKSLASH) {
      at = endOfEscape(bytes, at);
      if (at < 0) return -1;
    } else if (isHidden(byte, bytes[at] ?? 0, bytes[at + 1] ?? 0)) return -1;
  }
}

/** High bits of the bytes that are controls, quotes, backslashes, DEL or not ASCII; right up to the first of them. */
const specialIn = (word: number): number =>
  (word |
    (word - 0x20202020) |
    ((word ^ 0x22222222) - 0x01010101) |
    ((word ^ 0x5c5c5c5c) - 0x01010101) |
    (word + 0x01010101)) &
  0x80808080;

/** The characters that may follow a backslash, but u: " \ / b f n r t */
const ESCAPES = new Set([QUOTE, BACKSLASH, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74]);

function endOfEscape(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (ESCAPES.has(byte)) return at + 1;
  if (byte !== 0x75) return -1;
  for (let digit = at + 1; digit < at + 5; digit += 1) if (!isHex(bytes[digit] ?? 0)) return -1;
  return at + 5;
}

const isHex = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);

/** DEL, C1 controls, bidi controls and line separators, in UTF-8. */
function isHidden(first: number, second: number, third: number): boolean {
  if (first === 0x7f) return true;
  if (first === 0xc2) return second < 0xa0;
  if (first === 0xd8) return second === 0x9c;
  if (second === 0x80) return third === 0x8e || third === 0x8f || (third >= 0xa8 && third <= 0xae);
  return second === 0x81 && third >= 0xa6 && third <= 0xa9;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** A longer number is left to the parser. */
const LONGEST = 64;

/** Offset behind a number, true, false or null; -1 for anything else. */
export function endOfScalar(bytes: Uint8Array, start: number): number {
  const first = bytes[start] ?? 0;
  if (first === 0x74) return follows(bytes, start, 0x72, 0x75, 0x65) ? start + 4 : -1;
  if (first === 0x6e) return follows(bytes, start, 0x75, 0x6c, 0x6c) ? start + 4 : -1;
  if (first === 0x66) return follows(bytes, start, 0x61, 0x6c, 0x73) && bytes[start + 4] === 0x65 ? start + 5 : -1;
  let at = start;
  while (at - start <= LONGEST && isNumeric(bytes[at] ?? 0)) at += 1;
  if (at === start + 1 && isDigit(first)) return at;
  return NUMBER.test(String.fromCharCode(...bytes.subarray(start, at))) ? at : -1;
}

/** The rest of true, null, fals(e). */
const follows = (bytes: Uint8Array, at: number, one: number, two: number, three: number) =>
  bytes[at + 1] === one && bytes[at + 2] === two && bytes[at + 3] === three;

const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;

/** 0-9 + - . e E */
const isNumeric = (byte: number) =>
  isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e || byte === 0x65 || byte === 0x45;
