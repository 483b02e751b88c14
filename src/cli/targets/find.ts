/**
 * Finds things by what people call them. Always reads the live list: a remembered name may belong to another thing by
 * now, and a write must never reach the wrong one.
 */
import { Failure } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { closestWord, composed, foldTitle } from "../../shared/text/names.js";
import type { Kind } from "../kinds.js";
import { listThings, nearHint, type Thing } from "./listed-things.js";
import { isAddress, isEmail, isPerson } from "./target-shape.js";

const MOST_NAMED = 10;
const MOST_NEAR = 5;
const LONG_WORD = 5;

/** Path parameters that say where a thing lives. */
export type Place = Readonly<Record<string, string>>;

/** Contexts that a kind's list needs. */
export type Where = (kind: Kind, known: Place) => Promise<Record<string, string>>;

export interface FinderOptions {
  client: () => Promise<Reader>;
  /** Spaces that were deleted from this machine, which no list of the service has. */
  deletedSpaces: () => Promise<readonly { id: string; title: string | null }[]>;
  /** The command that lists things of a kind. */
  listCommand: (kind: Kind) => string | undefined;
  /** Says which other kind has the name. */
  otherKind?: (kinds: readonly Kind[], name: string) => Promise<string | undefined>;
}

export interface Finder {
  /** The one thing with this name; undefined if there is none. @throws Failure usage if there are several */
  find(kinds: readonly Kind[], name: string, known: Place): Promise<Thing | undefined>;
  /** Why `find` found nothing, with the closest matches. @throws Failure cannot-tell if a list was not read whole */
  missing(kinds: readonly Kind[], name: string, known: Place): Promise<Failure>;
}

/** Create one per command: a list that has been read is not read again for the next name. */
export function createFinder({ client, deletedSpaces, listCommand, otherKind }: FinderOptions, where: Where): Finder {
  const lists = new Map<string, Promise<Thing[]>>();
  const gaps = new Map<Kind, string>();
  const readList = async (kind: Kind, known: Place): Promise<Thing[]> => {
    if (kind.deleted) return (await deletedSpaces()).map(asDeleted);
    const params = await where(kind, known);
    const key = JSON.stringify([kind.param, params]);
    const read = async () => collect(listThings(kind, params, await client(), (gap) => gaps.set(kind, gap)));
    const list = lists.get(key) ?? read();
    lists.set(key, list);
    return list;
  };
  const listed = async (kinds: readonly Kind[], known: Place): Promise<Thing[]> => {
    const all: Thing[] = [];
    for (const kind of kinds) all.push(...(await readList(kind, known)));
    return all;
  };
  return {
    async find(kinds, name, known) {
      const [one, ...others] = findByName(await listed(kinds, known), name);
      if (one && others.length > 0) throw ambiguousName(kinds, name, [one, ...others]);
      return one;
    },
    async missing(kinds, name, known) {
      const things = await listed(kinds, known);
      // No name has wildcards: whoever types them means several, or all.
      const all = nearThings(things, name.replace(/[*?]+/g, "").trim() || name);
      const near = all.slice(0, MOST_NEAR).map(candidate);
      const [kind] = kinds;
      const find = kind && listCommand(kind);
      const meant =
        severalHint(name) ??
        addressHint(kinds, name) ??
        nearHint(near, all.length) ??
        (await otherKind?.(kinds, name)) ??
        onlyHint(things);
      const hint = [meant, find && `see: ${find}`].filter(Boolean).join("; ");
      const gap = kinds.map((one) => gaps.get(one)).find((one) => one !== undefined);
      if (gap !== undefined) throw cannotTell(kinds, name, gap);
      const message = `no ${stateOf(kinds)}${kindNames(kinds)} is called ${JSON.stringify(name)}`;
      return new Failure("not-found", message, { hint, ...(near.length > 0 && { details: { near } }) });
    },
  };
}

/** So few that none has to be guessed. */
const FEW = 3;

function onlyHint(things: readonly Thing[]): string | undefined {
  if (things.length === 0 || things.length > FEW) return undefined;
  const names = nearHint(things.map(candidate))?.replace(/^did you mean: /, "");
  return `there ${things.length === 1 ? "is" : "are"} only: ${names}`;
}

const asDeleted = ({ id, title }: { id: string; title: string | null }): Thing => ({
  ...{ id, titles: title === null ? [] : [title] },
  ...{ hints: [], paths: [], slugs: [] },
});

const cannotTell = (kinds: readonly Kind[], name: string, gap: string): Failure =>
  new Failure("cannot-tell", `cannot tell whether a ${kindNames(kinds)} is called ${JSON.stringify(name)}: ${gap}`, {
    outcome: "not_applied",
    hint: "pass its id",
  });

async function collect(pages: AsyncIterable<readonly Thing[]>): Promise<Thing[]> {
  const all: Thing[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/** `/guides/start/` is the page `guides/start`. */
const trimSlashes = (path: string): string => path.replace(/^\/+|\/+$/g, "");

/** An id wins over a name, an exact match over a loose one, a title or full path over the last part of a path. */
const SENSES: readonly ((thing: Thing, text: string) => boolean)[] = [
  ({ id }, text) => id === text,
  ({ titles, paths }, text) => titles.includes(text) || paths.includes(text),
  ({ titles, paths }, text) =>
    titles.some((title) => foldTitle(title) === foldTitle(text)) ||
    paths.some((path) => composed(path) === composed(trimSlashes(text))),
  ({ slugs }, text) => slugs.some((slug) => composed(slug) === composed(text)),
  ({ urls = [] }, text) => isAddress(text) && urls.some((url) => isBelow(text, url)),
];

/** The page of a site is at the site's URL or below it. */
const isBelow = (text: string, url: string): boolean => `${text}/`.startsWith(`${url.replace(/\/$/, "")}/`);

/** Things that are counted have no other name: the text of a comment may be that of a handle. */
const SENSES_OF_COUNTED: typeof SENSES = [
  ({ id }, text) => id === text,
  ({ handle }, text) => handle === foldTitle(text),
];

function findByName(things: readonly Thing[], text: string): Thing[] {
  for (const sense of things.some(({ handle }) => handle !== undefined) ? SENSES_OF_COUNTED : SENSES) {
    const found = new Map(things.filter((thing) => sense(thing, text)).map((thing) => [thing.id, thing]));
    if (found.size > 0) return [...found.values()];
  }
  return [];
}

const kindNames = (kinds: readonly Kind[]): string => kinds.map(({ name }) => name).join(" or ");

/** A copied link to somebody's mailbox. */
const addressHint = (kinds: readonly Kind[], name: string): string | undefined => {
  const [, email] = /^mailto:([^\s@]+@[^\s@?]+)/i.exec(name) ?? [];
  return email && kinds.some(isPerson) ? `did you mean: ${email}` : undefined;
};

/** `42,43`: no title has commas without spaces. */
const severalHint = (name: string): string | undefined =>
  /^[^\s,]+(?:,[^\s,]+)+$/.test(name) ? `several are separated by spaces: ${name.replaceAll(",", " ")}` : undefined;

/** "open or draft ", where only those are listed. */
function stateOf([kind]: readonly Kind[]): string {
  const states = (kind?.list?.queries ?? []).flatMap((query) => Object.values(query));
  return states.length === 0 ? "" : `${states.join(" or ")} `;
}

function ambiguousName(kinds: readonly Kind[], name: string, things: readonly Thing[]): Failure {
  const named = things.slice(0, MOST_NAMED);
  const rest = things.length > named.length ? [`and ${things.length - named.length} more`] : [];
  const what = kinds.length === 1 ? `${kindNames(kinds)}s` : "things";
  const first = `${things.length} ${what} are called ${JSON.stringify(name)}`;
  return new Failure("usage", [first, ...named.map(describe), ...rest], {
    hint: "pass the id of the one you mean",
    details: { candidates: things.map(candidate) },
  });
}

const describe = ({ id, titles, hints }: Thing): string =>
  `${id}  ${titles.join(" · ")}${hints.length > 0 ? ` [${hints.join(", ")}]` : ""}`;

const candidate = ({ id, titles, handle }: Thing) => ({ id, title: handle ?? [...new Set(titles)].join(" · ") });

/** `1` or `c99` for `c1` to `c12`: the one with that number, else the first or the last. `42` alone is of something else. */
function nearNumbers(things: readonly Thing[], name: string): Thing[] {
  const [, letters = "", digits] = /^(\D*)(\d+)$/.exec(foldTitle(name)) ?? [];
  const last = things.at(-1);
  if (digits === undefined || (letters !== "" && letters !== last?.handle?.replace(/\d+$/, ""))) return [];
  const near = things[Math.max(Number(digits), 1) - 1] ?? (letters === "" ? undefined : last);
  return near ? [near] : [];
}

/** All of several words are words of one of its titles: "Tern Guide" of "Tern User Guide". */
function hasWords({ titles }: Thing, name: string): boolean {
  const wordsOf = (text: string): string[] =>
    foldTitle(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
  const typed = wordsOf(name);
  return typed.length > 1 && titles.some((title) => typed.every((word) => wordsOf(title).includes(word)));
}

/** Those that have a word which begins like the text; where there are none, those with the closest name. */
export function nearThings(things: readonly Thing[], name: string): Thing[] {
  if (things.at(-1)?.handle !== undefined) return nearNumbers(things, name);
  const start = ` ${foldTitle(name)}`;
  const begins = ({ titles, paths }: Thing) =>
    [...titles, ...paths].some((text) => ` ${foldTitle(text)}`.replace(/[^\p{L}\p{N}@.]+/gu, " ").includes(start));
  const same = start.length > 2 ? things.filter(begins) : [];
  if (same.length > 0) return same;
  const all = things.filter((thing) => hasWords(thing, name));
  if (all.length > 0) return all;
  // Addresses of one organization all share the part after the @.
  const short = (text: string): string => (isEmail(name) ? text.replace(/@.*$/s, "") : text);
  const names = ({ titles, paths }: Thing): string[] => [...titles, ...paths].map(short);
  const like = closestWord(short(name), things.flatMap(names));
  if (like !== undefined) return things.filter((thing) => names(thing).includes(like));
  // A word of a long title, if it is long enough not to be like any other.
  const words = (thing: Thing): string[] =>
    names(thing).flatMap((text) => text.replace(/@.*$/s, "").split(/[^\p{L}\p{N}]+/u));
  const word = name.length < LONG_WORD ? undefined : closestWord(name, things.flatMap(words));
  if (word !== undefined) return things.filter((thing) => words(thing).includes(word));
  // First names of several, without the rest: each word is somebody's.
  const typed = foldTitle(name).split(" ");
  const named = typed.map((one) => things.filter((thing) => words(thing).some((word) => foldTitle(word) === one)));
  return typed.length < 2 || named.some((some) => some.length === 0) ? [] : [...new Set(named.flat())];
}
