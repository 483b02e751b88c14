/** `docs __complete`: what a shell offers, from the cache only. A separate bundle, so that a key press loads nothing else. */
import { resolve } from "node:path";
import { type Entry, isPlain } from "../../cli/cache/entries.js";
import { ownerOf } from "../../cli/cache/file-name.js";
import { CONTEXTS_OF_KIND } from "../../cli/cache/lists.js";
import { expansionLines } from "../../cli/completion/expansion.js";
import { type LookIn, pathLines } from "../../cli/completion/path-lines.js";
import {
  answerThings,
  answerWords,
  contextValues,
  idOf,
  parseQuestion,
  type Question,
  SETTING_KINDS,
} from "../../cli/completion/question.js";
import { getAlias } from "../../config/aliases.js";
import { cacheDir, configDir } from "../../config/paths.js";
import { readConfig } from "../../config/read.js";
import { resolveSettings } from "../../config/resolve.js";
import { type Config, SANDBOX_PROFILE } from "../../config/schema.js";
import { namedSnapshot } from "../../config/snapshot.js";
import { FORMATS } from "../../shared/formats.js";
import { sandboxDefaults, snapshotDefaults } from "../sandbox-file.js";
import { readCache } from "./cache-files.js";

export interface Answer {
  /** The completion lines; empty if anything goes wrong, as there is no place for a message during a key press. */
  text: string;
  /** The kinds of things that were asked for, and those of them that were never listed. */
  kinds: readonly string[];
  unlisted: readonly string[];
  places: Places;
}

const NOTHING: Answer = { text: "", kinds: [], unlisted: [], places: {} };

export async function answer(argv: readonly string[]): Promise<Answer> {
  const question = parseQuestion(argv);
  if (!question) return NOTHING;
  try {
    const config = ownConfig();
    const [asked] = question.kinds;
    if (asked === "expansion") {
      return { ...NOTHING, text: expansionLines(getAlias(config, question.before) ?? "", question.words) };
    }
    if (asked === "generation") {
      const { generationLines } = await import("../snapshots/generation-lines.js");
      return { ...NOTHING, text: await generationLines(question.prefix) };
    }
    const { look, places } = await resolveCachedEntries(question, config);
    const asks = kindsIn(question);
    const kinds = asks.filter((kind) => CONTEXTS_OF_KIND.has(kind));
    return {
      text: asks.map((kind) => answerKind(kind, question.prefix, config, look)).join(""),
      kinds,
      unlisted: kinds.filter((kind) => look(kind, {}).length === 0),
      places,
    };
  } catch {
    // The next command will report a broken configuration.
    return NOTHING;
  }
}

const ownConfig = (): Config =>
  readConfig({
    dir: configDir(process.env, process.platform),
    platform: process.platform,
    uid: process.geteuid?.(),
    warn: () => {},
  });

/** The kinds asked for; instead of a setting, what its value is. */
const kindsIn = ({ kinds, before }: Question): string[] =>
  kinds.map((kind) => (kind === "setting" ? (new Map(Object.entries(SETTING_KINDS)).get(before) ?? "") : kind));

function answerKind(kind: string, prefix: string, config: Config, look: LookIn): string {
  if (kind === "profile") return answerWords(prefix, plainNames([...Object.keys(config.profiles), SANDBOX_PROFILE]));
  if (kind === "alias") return answerWords(prefix, plainNames(Object.keys(config.aliases)));
  if (kind === "format") return answerWords(prefix, FORMATS);
  if (kind === "path") return pathLines(prefix, look);
  return answerThings(kind, prefix, look(kind, {}));
}

const plainNames = (names: readonly string[]): string[] => [...new Set(names)].filter(isPlain);

/** Ids of the places that the command line, the environment and the profile name, by the parameters of paths. */
type Places = Readonly<Record<string, string | undefined>>;

/** Looks where the command line, the environment and the profile say. */
async function resolveCachedEntries(question: Question, config: Config): Promise<{ look: LookIn; places: Places }> {
  const snapshot = namedSnapshot(question.flags, process.env)?.file;
  const settings = resolveSettings({ flags: { ...question.flags, snapshot }, env: process.env, config });
  const defaults =
    snapshot !== undefined ? await snapshotDefaults(snapshot) : settings.sandbox ? await sandboxDefaults() : undefined;
  const dir = cacheDir(process.env, process.platform);
  const baseUrl = settings.baseUrl?.value;
  const service = ownerOf({ ...settings, baseUrl, snapshot: snapshot === undefined ? undefined : resolve(snapshot) });
  const entriesIn = (kind: string, places: Places) => {
    // The most specific place that has entries: the change request's pages, otherwise those of its space.
    const nearestFirst = [...(CONTEXTS_OF_KIND.get(kind) ?? [])].sort((a, b) => b.length - a.length);
    for (const within of nearestFirst) {
      if (within.includes("changeRequestId") && places.changeRequestId === undefined) continue;
      const entries = readCache(dir, { ...service, kind, contexts: within.map((name) => places[name]) });
      if (entries.length > 0) return entries;
    }
    return [];
  };
  const values = contextValues(question, {
    org: settings.org?.value ?? defaults?.org,
    space: settings.space?.value ?? defaults?.space,
    site: settings.site?.value ?? defaults?.site,
  });
  const places = placesOf(values, entriesIn);
  return { look: (kind, named) => entriesIn(kind, { ...places, ...named }), places };
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
