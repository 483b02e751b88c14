/** `docs __complete`: what a shell offers, from the table and the cache only. A separate bundle, so that a key press loads nothing else. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Entry, isPlain } from "../../cli/cache/entries.js";
import { ownerOf } from "../../cli/cache/file-name.js";
import { CONTEXTS_OF_KIND } from "../../cli/cache/lists.js";
import { type LookIn, offerPaths } from "../../cli/completion/api-paths.js";
import { findPlace, type Place, readPosition } from "../../cli/completion/command-line.js";
import { expandWords } from "../../cli/completion/expansion.js";
import { type Candidate, formatReply, type Reply, readTypedLine, type TypedLine } from "../../cli/completion/shells.js";
import { type DescribedWord, openTable, type Table } from "../../cli/completion/table.js";
import {
  idOf,
  offerThings,
  type PlaceFlags,
  readPlaceFlags,
  SETTING_KINDS,
  toContextValues,
} from "../../cli/completion/things.js";
import { getAlias } from "../../config/aliases.js";
import { cacheDir, configDir } from "../../config/paths.js";
import { readConfig } from "../../config/read.js";
import { resolveSettings } from "../../config/resolve.js";
import { type Config, SANDBOX_PROFILE } from "../../config/schema.js";
import { namedSnapshot } from "../../config/snapshot.js";
import { FORMATS } from "../../shared/formats.js";
import { findExtensions } from "../find-extensions.js";
import { sandboxDefaults, snapshotDefaults } from "../sandbox-file.js";
import { readCache } from "./cache-files.js";

export interface Answer {
  /** What the shell's script reads; empty if anything goes wrong, as there is no place for a message during a key press. */
  text: string;
  /** The kinds of things that were asked for, and those of them that were never listed. */
  kinds: readonly string[];
  unlisted: readonly string[];
  places: Places;
  /** Flags of the command line that say where to look. */
  flags: PlaceFlags;
}

/** What is offered, and of which kinds. */
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
  readConfig({
    dir: configDir(process.env, process.platform),
    platform: process.platform,
    uid: process.geteuid?.(),
    warn: () => {},
  });

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
    const { offerGenerations } = await import("../snapshots/offer-generations.js");
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

/** What the value of a setting is. */
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
    if (text !== undefined) places[kind] = idOf(kind, text, entriesIn(kind, { ...places, [kind]: "" }));
  }
  return places;
}
