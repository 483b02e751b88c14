/** File names made of what people wrote: good on every system, one for each thing whatever the case or the composition. */
import { createHash } from "node:crypto";
import { DEVICE } from "../../shared/device-names.js";
import { UNSAFE } from "../../shared/text/unsafe-characters.js";

/** In bytes of UTF-8, with room for an ending and a number: systems allow 255. */
const LONGEST = 120;
/** Folders that belong to tools: the importer leaves them out, git would run what is in its own. */
const TAKEN = /^(?:node_modules)$/i;

const UNSEEN = new RegExp(`[${UNSAFE}\\t\\n\\u200b\\ufeff\\p{Surrogate}]`, "gu");
const FORBIDDEN = /[<>:"/\\|?*]/g;

const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** A path segment of any text; `fallback` where nothing of it is left. */
export function safeName(text: string, fallback: string): string {
  const plain = text
    .normalize("NFC")
    .replace(UNSEEN, "-")
    .replace(FORBIDDEN, "-")
    .replace(/^[\s.]+/, "_")
    .replace(/[\s.]+$/, "");
  if (plain.replace(/[-_]/g, "") === "") return fallback;
  const named = DEVICE.test(plain) || TAKEN.test(plain) ? `_${plain}` : plain;
  if (Buffer.byteLength(named) <= LONGEST) return named;
  return `${cut(named, LONGEST - 9).replace(/[\s.]+$/, "")}-${shortHash(named)}`;
}

function cut(text: string, bytes: number): string {
  let kept = "";
  let size = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += character;
  }
  return kept;
}

/** The form in which systems may take two names for one. */
const keyOf = (path: string): string => path.normalize("NFKC").toLowerCase().normalize("NFKC");

/** Gives out paths, `/` between segments, so that no two are one on any system. */
interface Places {
  /** A path for a file, at the first wanted one that is free, else near it; `of` is the id of the thing that stands there. */
  file(wanted: readonly string[], of: string, second?: readonly string[]): string;
}

export function createPlaces(taken: readonly string[] = []): Places {
  const files = new Set(taken.map(keyOf));
  /** Folders as they were written first: others of another case are the same on some systems. */
  const folders = new Map<string, string>();
  const folder = (above: string, name: string): string => {
    const wanted = above === "" ? name : `${above}/${name}`;
    const key = keyOf(wanted);
    if (files.has(key)) return folder(above, `${name}_`);
    const found = folders.get(key);
    if (found === undefined) folders.set(key, wanted);
    return found ?? wanted;
  };
  /** Undefined where something is there. */
  const take = (wanted: readonly string[], apart: string): string | undefined => {
    const above = wanted.slice(0, -1).reduce(folder, "");
    const name = wanted.at(-1) ?? "";
    const [, stem = name, ending = ""] = /^(.+?)(\.[^.]*)?$/su.exec(name) ?? [];
    const path = `${above === "" ? "" : `${above}/`}${stem}${apart}${ending}`;
    const key = keyOf(path);
    if (files.has(key) || folders.has(key)) return undefined;
    files.add(key);
    return path;
  };
  return {
    file(wanted, of, second) {
      const found = take(wanted, "") ?? (second && take(second, ""));
      if (found !== undefined) return found;
      for (let tries = 1; ; tries += 1) {
        const path = take(wanted, tries === 1 ? `-${shortHash(of)}` : `-${shortHash(of)}-${tries}`);
        if (path !== undefined) return path;
      }
    },
  };
}
