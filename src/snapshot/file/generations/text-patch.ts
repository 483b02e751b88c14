/** Patches one text to another: pieces that both have are named by their place, the others are written out. */
import { Failure } from "../../../errors.js";
import { damage } from "../../../system/strict-texts.js";

/** In turn: where to go on in the other text (relative to the end of the last run) with how many pieces, or text of its own. */
export type TextPatch = readonly (number | string)[];

/** Members of JSON and lines of lists: what changes as a whole. */
const PIECE = /[^,{}[\]\n]*[,{}[\]\n]|[^,{}[\]\n]+$/g;

const piecesOf = (text: string): readonly string[] => text.match(PIECE) ?? [];

/** `applyPatch(from, patchOf(from, to))` is `to`. */
export function patchOf(from: string, to: string): TextPatch {
  const source = piecesOf(from);
  const places = placesOf(source);
  const patch: (number | string)[] = [];
  let own = "";
  let [begin, end, last] = [0, 0, 0];
  const addRun = () => {
    if (end > begin) patch.push(begin - last, end - begin);
    if (end > begin) last = end;
    begin = end;
  };
  for (const piece of piecesOf(to)) {
    if (end > begin && source[end] === piece) {
      end += 1;
      continue;
    }
    addRun();
    const at = nearestPlace(places.get(piece), last);
    if (at === undefined) {
      own += piece;
      continue;
    }
    if (own !== "") patch.push(own);
    own = "";
    [begin, end] = [at, at + 1];
  }
  // One of the two is empty: a run begins after the text of its own was added, and ends before the next.
  addRun();
  if (own !== "") patch.push(own);
  return patch;
}

function placesOf(source: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, piece] of source.entries()) {
    const all = places.get(piece);
    if (all) all.push(at);
    else places.set(piece, [at]);
  }
  return places;
}

/** The first place from `least` on, or the last before it: of pieces that come often, the one where the texts go on alike. */
function nearestPlace(places: readonly number[] | undefined, least: number): number | undefined {
  if (!places) return undefined;
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return places[low] ?? places[low - 1];
}

/** @throws Failure for which `isDamage` is true, if it is no patch of this text */
export function applyPatch(from: string, patch: TextPatch): string {
  const source = patch.some((part) => typeof part === "number") ? piecesOf(from) : [];
  let [text, end] = ["", 0];
  for (let at = 0; at < patch.length; at += 1) {
    const part = patch[at];
    if (typeof part === "string") {
      text += part;
      continue;
    }
    const [begin, count] = [end + Number(part), Number(patch[at + 1])];
    end = begin + count;
    at += 1;
    if (!(begin >= 0 && count > 0 && end <= source.length)) throw mismatch();
    text += source.slice(begin, end).join("");
  }
  return text;
}

const mismatch = () =>
  new Failure("partial", "a difference between two generations does not match", {
    cause: damage("a patch does not match"),
  });
