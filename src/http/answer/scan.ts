import { HASHES } from "../../shared/text/workflow-commands.js";
import { DEFAULTS } from "../defaults.js";
import {
  type EndOfMember,
  endOfArray,
  endOfObject,
  endOfValue,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from "./json-scanner.js";

/** Where the items of a page are. */
export interface Found {
  /** Offsets of the first item and of the end of the last one. */
  from: number;
  end: number;
  /** Offset of each item, relative to `from`. */
  starts: readonly number[];
  /** One per item. */
  ids: readonly (string | undefined)[];
}

/**
 * Finds the items of a page's array `name` without building them. Undefined unless the page is valid, compact JSON, not
 * nested too deep and free of what JSON output escapes (characters, and the commands of CI logs); the caller then parses it,
 * which always works. The bytes must be valid UTF-8.
 */
export function scan(bytes: Buffer, name: string): Found | undefined {
  if (bytes[0] !== OPEN_OBJECT || holdsCommand(bytes)) return undefined;
  const arrays: Found[] = [];
  const end = endOfObject(bytes, 0, DEFAULTS.maxDepth, (at, levels, start, nameEnd) => {
    const member = bytes.toString("latin1", start, nameEnd);
    // An escaped name might be the one that is looked for.
    if (member.includes("\\")) return -1;
    if (member !== name) return endOfValue(bytes, at, levels);
    const found = itemsAt(bytes, at, levels);
    if (found) arrays.push(found);
    return found ? found.end + 1 : -1;
  });
  return end > 0 && arrays.length === 1 && isBlank(bytes, end) ? arrays[0] : undefined;
}

/** Headings in Markdown have the same first sign, so the quick search alone would turn away every page of texts. */
const holdsCommand = (bytes: Buffer): boolean => bytes.includes("##") && bytes.toString("latin1").search(HASHES) >= 0;

function itemsAt(bytes: Buffer, start: number, levels: number): Found | undefined {
  if (bytes[start] !== OPEN_ARRAY) return undefined;
  const from = start + 1;
  const starts: number[] = [];
  const ids: (string | undefined)[] = [];
  let id: string | undefined;
  const member: EndOfMember = (at, depth, name, nameEnd) => {
    const end = endOfValue(bytes, at, depth);
    if (isId(bytes, name, nameEnd)) id = end > 0 && bytes[at] === QUOTE ? textOf(bytes, at, end) : undefined;
    return end;
  };
  const end = endOfArray(bytes, start, levels, (at, depth) => {
    if (bytes[at] !== OPEN_OBJECT) return -1;
    starts.push(at - from);
    id = undefined;
    const behind = endOfObject(bytes, at, depth, member);
    ids.push(id);
    return behind;
  });
  return end < 0 ? undefined : { from, end: end - 1, starts, ids };
}

const isId = (bytes: Buffer, start: number, end: number): boolean =>
  end - start === 2 && bytes[start] === 0x69 && bytes[start + 1] === 0x64;

/** The text between the quotes. */
const textOf = (bytes: Buffer, start: number, end: number): string => bytes.toString("utf8", start + 1, end - 1);

/** Allows a line end after the object. */
function isBlank(bytes: Buffer, from: number): boolean {
  return bytes.length - from < 8 && /^[ \t\r\n]*$/.test(bytes.toString("latin1", from));
}
