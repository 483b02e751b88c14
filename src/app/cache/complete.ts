/** `docs __complete`: ids for a shell, from the cache only. A separate bundle, so that a key press loads nothing else. */
import { resolve } from "node:path";
import { type Entry, isPlain } from "../../cli/cache/entries.js";
import { ownerOf } from "../../cli/cache/file-name.js";
import { KINDS_LISTED } from "../../cli/cache/lists.js";
import { expansionLines } from "../../cli/completion/expansion.js";
import { type LookIn, pathLines } from "../../cli/completion/path-lines.js";
import {
  answerLines,
  answerTitle,
  contextValues,
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

/** The completion lines; empty if anything goes wrong, as there is no place for a message during a key press. */
export async function answer(argv: readonly string[]): Promise<string> {
  const question = parseQuestion(argv);
  if (!question) return "";
  try {
    const config = readConfig({
      dir: configDir(process.env, process.platform),
      platform: process.platform,
      uid: process.geteuid?.(),
      warn: () => {},
    });
    const [asked] = question.kinds;
    if (asked === "expansion") return expansionLines(getAlias(config, question.before) ?? "", question.words);
    if (asked === "generation") {
      const { generationLines } = await import("../snapshots/generation-lines.js");
      return await generationLines(question.prefix);
    }
    const look = await lookFrom(question, config);
    const kinds = question.kinds.map((kind) =>
      kind === "setting" ? (new Map(Object.entries(SETTING_KINDS)).get(question.before) ?? "") : kind,
    );
    return kinds.map((kind) => answerKind(kind, question.prefix, config, look)).join("");
  } catch {
    // The next command will report a broken configuration.
    return "";
  }
}

function answerKind(kind: string, prefix: string, config: Config, look: LookIn): string {
  if (kind === "profile") return answerLines(kind, prefix, named([...Object.keys(config.profiles), SANDBOX_PROFILE]));
  if (kind === "alias") return answerLines(kind, prefix, named(Object.keys(config.aliases)));
  if (kind === "format") return answerLines(kind, prefix, named(FORMATS));
  if (kind === "path") return pathLines(prefix, look);
  const starting = answerLines(kind, prefix, look(kind, prefix, {}));
  return starting || prefix === "" ? starting : answerTitle(kind, prefix, look(kind, "", {}));
}

const named = (names: readonly string[]): Entry[] =>
  [...new Set(names)].filter(isPlain).map((id) => ({ id, name: "", title: "" }));

/** Looks where the command line, the environment and the profile say. */
async function lookFrom(question: Question, config: Config): Promise<LookIn> {
  const snapshot = namedSnapshot(question.flags, process.env)?.file;
  const settings = resolveSettings({ flags: { ...question.flags, snapshot }, env: process.env, config });
  const defaults =
    snapshot !== undefined ? await snapshotDefaults(snapshot) : settings.sandbox ? await sandboxDefaults() : undefined;
  const values = contextValues(question, {
    org: settings.org?.value ?? defaults?.org,
    space: settings.space?.value ?? defaults?.space,
    site: settings.site?.value ?? defaults?.site,
  });
  const dir = cacheDir(process.env, process.platform);
  const baseUrl = settings.baseUrl?.value;
  const service = ownerOf({ ...settings, baseUrl, snapshot: snapshot === undefined ? undefined : resolve(snapshot) });
  return (kind, prefix, named) => {
    const places = { ...values, ...named };
    // The most specific place that has entries: the change request's pages, otherwise those of its space.
    const nearestFirst = [...(KINDS_LISTED.get(kind) ?? [])].sort((a, b) => b.length - a.length);
    for (const within of nearestFirst) {
      if (within.includes("changeRequestId") && places.changeRequestId === undefined) continue;
      const contexts = within.map((name) => places[name]);
      const entries = readCache(dir, { ...service, kind, contexts }, prefix);
      if (entries.length > 0) return entries;
    }
    return [];
  };
}
