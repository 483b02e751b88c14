/** `docs __complete`: what a shell offers, from the table and the cache only. A separate bundle, so that a key press loads nothing else. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CONTEXTS_OF_KIND, type Entry, isPlain, ownerOf } from "../../cli/cache/entries.js";
import {
  findPlace,
  makeId,
  offerThings,
  type Place,
  type PlaceFlags,
  readPlaceFlags,
  readPosition,
  SETTING_KINDS,
  toContextValues,
} from "../../cli/completion/candidates.js";
import { type Candidate, formatReply, type Reply, readTypedLine, type TypedLine } from "../../cli/completion/shells.js";
import { type DescribedWord, openTable, type Table } from "../../cli/completion/table.js";
import { getAlias } from "../../config/aliases.js";
import { configHere } from "../../config/profiles.js";
import { readConfig } from "../../config/read.js";
import { namedSnapshot, resolveSettings } from "../../config/resolve.js";
import { type Config, SANDBOX_PROFILE } from "../../config/schema.js";
import { FORMATS } from "../../shared/choices.js";
import { fillPlaceholders, highestPlaceholder, splitWords } from "../../shared/shell-words.js";
import { cacheDir, configDir } from "../../system/folders.js";
import { findExtensions } from "../../system/programs.js";
import { sandboxDefaults, snapshotDefaults } from "../sandbox-file.js";
import { readCache } from "./cache-files.js";

export interface Answer {
  /** The text that the shell's script reads; empty if anything goes wrong, as there is no place for a message during a key press. */
  text: string;
  /** The kinds of things that were asked for, and those of them that were never listed. */
  kinds: readonly string[];
  unlisted: readonly string[];
  places: Places;
  /** Flags of the command line that say where to look. */
  flags: PlaceFlags;
}

/** The offers, and their kinds. */
type Offer = Pick<Answer, "kinds" | "unlisted" | "places"> & { candidates: readonly Candidate[] };

const NOTHING = { kinds: [], unlisted: [], places: {} };
/** It would end a line of the answer. */
const CONTROL = /[\u0000-\u001f\u007f]/;

export async function answer(argv: readonly string[]): Promise<Answer> {
  const line = readTypedLine(argv);
  if (!line || CONTROL.test(line.word)) return { ...NOTHING, text: "", flags: {} };
  try {
    return await answerLine(line);
  } catch {
    // The next command will report a broken configuration.
    return { ...NOTHING, text: "", flags: {} };
  }
}

async function answerLine(line: TypedLine): Promise<Answer> {
  const table = openTable(readFileSync(join(__dirname, "completion.jsonl"), "utf8"));
  const position = readPosition(table, line.words, (name, following) => {
    const expansion = getAlias(ownConfig(), name);
    return expansion === undefined ? undefined : expandWords(expansion, following);
  });
  const place = findPlace(table, position, line.word, () => listExtensions(table));
  const flags = readPlaceFlags(position.words);
  const { candidates, ...found } = await offer(table, place, position.targets.at(-1) ?? "", flags);
  const { lead, text } = place;
  const kind = candidates.length === 0 ? (place.slot?.path ?? "words") : "words";
  const reply: Reply = { kind, candidates, areThings: place.slot?.kinds !== undefined, lead, text };
  return { ...found, flags, text: formatReply(line, reply) };
}

const ownConfig = (): Config =>
  configHere(
    readConfig({
      dir: configDir(process.env, process.platform),
      platform: process.platform,
      uid: process.geteuid?.(),
      warn: () => {},
    }),
  );

function listExtensions({ root }: Table): DescribedWord[] {
  const isCommand = (name: string) => root.nouns.some((noun) => noun.name === name || noun.aliases.includes(name));
  const active = findExtensions(process.env, isCommand).filter(({ state }) => state === "active");
  return active.map(({ name }) => [name, "extension"]);
}

async function offer(table: Table, { groups, slot, text }: Place, before: string, flags: PlaceFlags): Promise<Offer> {
  const starting = (words: readonly DescribedWord[]) => words.filter(([word]) => word.startsWith(text));
  const only = (candidates: readonly Candidate[]): Offer => ({ ...NOTHING, candidates });
  if (!slot) return only(groups.map(starting).find((words) => words.length > 0) ?? []);
  if (slot.values) return only(starting(toWords(slot.values)));
  if (!slot.kinds) return only([]);
  if (slot.kinds.includes("generation")) {
    if (!/.@/.test(text)) return only([]);
    const { offerGenerations } = await import("./offer-generations.js");
    // A file's name may have an @ that begins no generation.
    return only(await offerGenerations(text).catch(() => []));
  }
  const config = ownConfig();
  const { look, places } = await resolveCachedEntries(before, flags, config);
  const asked = slot.kinds.map((kind) => (kind === "setting" ? findSettingKind(before) : kind));
  const listed = asked.map((kind) => ({ kind, entries: look(kind, {}, text) }));
  const candidates = listed.flatMap(({ kind, entries }) => {
    if (kind === "path") return offerPaths(table.root.paths, text, look);
    const words = ownWords(kind, config);
    return words ? starting(toWords(words)) : offerThings(kind, text, entries, () => look(kind, {}));
  });
  const remembered = listed.filter(({ kind }) => CONTEXTS_OF_KIND.has(kind));
  const kinds = remembered.map(({ kind }) => kind);
  const unlisted = remembered.filter(({ entries }) => entries.length === 0).map(({ kind }) => kind);
  return { candidates, kinds, unlisted, places };
}

const toWords = (words: readonly string[]): DescribedWord[] => words.map((word) => [word, ""]);

/** The kind of value that a setting takes. */
const findSettingKind = (name: string): string => new Map(Object.entries(SETTING_KINDS)).get(name) ?? "";

/** Words that this machine knows, with nothing listed. */
function ownWords(kind: string, config: Config): readonly string[] | undefined {
  if (kind === "profile") return plainNames([...Object.keys(config.profiles), SANDBOX_PROFILE]);
  if (kind === "alias") return plainNames(Object.keys(config.aliases));
  return kind === "format" ? FORMATS : undefined;
}

const plainNames = (names: readonly string[]): string[] => [...new Set(names)].filter(isPlain);

/** Ids of the places that the command line, the environment and the profile name, by the parameters of paths. */
type Places = Readonly<Record<string, string | undefined>>;

/** Looks where the command line, the environment and the profile say. */
async function resolveCachedEntries(
  before: string,
  flags: PlaceFlags,
  config: Config,
): Promise<{ look: LookIn; places: Places }> {
  const snapshot = namedSnapshot(flags, process.env)?.file;
  const settings = resolveSettings({ flags: { ...flags, snapshot }, env: process.env, config });
  const defaults =
    snapshot !== undefined ? await snapshotDefaults(snapshot) : settings.sandbox ? await sandboxDefaults() : undefined;
  const dir = cacheDir(process.env, process.platform);
  const baseUrl = settings.baseUrl?.value;
  const service = ownerOf({ ...settings, baseUrl, snapshot: snapshot === undefined ? undefined : resolve(snapshot) });
  const entriesIn = (kind: string, places: Places, containing = ""): Entry[] => {
    // The most specific place that has entries: the change request's pages, otherwise those of its space.
    const nearestFirst = [...(CONTEXTS_OF_KIND.get(kind) ?? [])].sort((a, b) => b.length - a.length);
    for (const within of nearestFirst) {
      if (within.includes("changeRequestId") && places.changeRequestId === undefined) continue;
      const search = { ...service, kind, contexts: within.map((name) => places[name]) };
      const found = readCache(dir, search, containing);
      const entries = found.length > 0 || containing === "" ? found : readCache(dir, search);
      if (entries.length > 0) return entries;
    }
    return [];
  };
  const values = toContextValues(before, flags, {
    org: settings.org?.value ?? defaults?.org,
    space: settings.space?.value ?? defaults?.space,
    site: settings.site?.value ?? defaults?.site,
  });
  const places = placesOf(values, entriesIn);
  return { look: (kind, named, containing) => entriesIn(kind, { ...places, ...named }, containing), places };
}

/** A flag may name its place by the title that was listed for it. */
function placesOf(values: Places, entriesIn: (kind: string, places: Places) => readonly Entry[]): Places {
  const places: Record<string, string | undefined> = { ...values };
  for (const kind of ["organizationId", "spaceId", "siteId"]) {
    const text = places[kind];
    if (text !== undefined) places[kind] = makeId(kind, text, entriesIn(kind, { ...places, [kind]: "" }));
  }
  return places;
}

// The words before the cursor once an alias is expanded.

/**
 * The words up to the one being typed. If that word fills a placeholder, it appears there instead of at the end. Undefined
 * if the expansion cannot be parsed, or if a placeholder is only part of a word.
 */
function expandWords(expansion: string, given: readonly string[]): string[] | undefined {
  const words = splitWords(expansion) ?? [];
  const most = highestPlaceholder(words);
  const typed = given.length + 1;
  const end = typed > most ? words.length : words.indexOf(`$${typed}`);
  if (end < 0) return undefined;
  return [...fillPlaceholders(words.slice(0, end), given), ...given.slice(most)];
}

// TAB in the path of `docs api`: the next segment of the paths that match so far.

/** Things of a kind, in the place that the path parameters name; with `containing` those that have this text, or all if none has. */
type LookIn = (kind: string, named: Readonly<Record<string, string>>, containing?: string) => readonly Entry[];

/** A possible next segment. */
interface Step {
  title: string;
  /** A path ends here. */
  ends: boolean;
  /** Other paths continue after it. */
  goesOn: boolean;
}

/** Complete from the first slash; a candidate ends with a slash if the path must continue. */
function offerPaths(paths: readonly string[], typed: string, look: LookIn): Candidate[] {
  const segments = (typed || "/").split("/");
  const last = segments.pop() ?? "";
  const steps = new Map<string, Step>();
  for (const path of paths) {
    const template = path.split("/");
    const next = template[segments.length];
    const named = matchSegments(template, segments);
    if (next === undefined || !named) continue;
    const goesOn = template.length > segments.length + 1;
    for (const [word, title] of wordsFor(next, last, named, look)) {
      const known = steps.get(word);
      steps.set(word, { title, ends: known?.ends || !goesOn, goesOn: known?.goesOn || goesOn });
    }
  }
  const before = segments.map((segment) => `${segment}/`).join("");
  return [...steps].flatMap(([word, { title, ends, goesOn }]): Candidate[] => [
    ...(ends ? ([[before + word, title]] as const) : []),
    // If there are several, offer just the word: the next TAB can continue.
    ...(!ends || (goesOn && steps.size === 1) ? ([[`${before}${word}/`, title]] as const) : []),
  ]);
}

function wordsFor(
  segment: string,
  prefix: string,
  named: Readonly<Record<string, string>>,
  look: LookIn,
): (readonly [word: string, title: string])[] {
  const param = paramOf(segment);
  if (param === undefined) return segment.startsWith(prefix) ? [[segment, ""]] : [];
  // Paths only take ids: a number with this prefix is not one.
  const entries = look(param, named).filter(({ id }) => id.startsWith(prefix));
  return entries.map(({ id, title }) => [id, title]);
}

/** The parameters that the segments so far name; undefined if they do not match this path. `{org}` is left to the context. */
function matchSegments(template: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const named: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    const wanted = template[at];
    const param = paramOf(wanted ?? "");
    if (param === undefined ? wanted !== segment : segment === "") return undefined;
    if (param !== undefined && paramOf(segment) === undefined) named[param] = segment;
  }
  return named;
}

const paramOf = (segment: string): string | undefined => /^\{(\w+)\}$/.exec(segment)?.[1];
