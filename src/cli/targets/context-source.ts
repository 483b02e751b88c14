/** Where contexts and targets come from besides what was typed as ids: defaults, titles, a picker on a terminal. */
import { usage } from "../../errors.js";
import type { Client } from "../../http/types.js";
import type { Ask } from "../ask/ask.js";
import type { Entry } from "../cache/entries.js";
import { CONTEXT_KINDS, type Kind } from "../kinds.js";
import type { Recall } from "../run/after-failure.js";
import type { Settings } from "../services.js";
import type { Globals } from "../words/globals.js";
import { isTitle, mayBeTitle } from "./title-or-id.js";
import { type ContextSource, changeRequestParam, resolveContexts, type Titles } from "./to-params.js";

export interface SourceSetup {
  /** It changes something. */
  writes: boolean;
  recall: Recall;
  globals: Pick<Globals, "place" | "safety">;
  settings: Settings;
  ask: Ask;
  client: () => Promise<Client>;
}

export interface Source extends ContextSource {
  /** Picks a target on a terminal; absent where nobody can be asked. */
  pickTarget?: (kind: Kind, question?: string) => Promise<string>;
}

/** `words`: words that may be ids are looked up as titles, too. */
export function createSource(setup: SourceSetup, words = false): Source {
  const { globals, settings, ask, client } = setup;
  const where = async (kind: Kind, known: Record<string, string>): Promise<Record<string, string>> => ({
    ...(await resolveContexts(kind.list?.within ?? [], source, known)),
    ...(kind.cr && changeRequestParam(source, known)),
  });
  const pick = async (kind: Kind, known: Record<string, string>, question?: string): Promise<string> => {
    const { pickFrom } = await import("../ask/picker.js");
    return pickFrom(kind, ask, client, (wanted) => where(wanted, known), question);
  };
  const source: Source = {
    given: (name) => globals.place[name] ?? settings[name],
    changeRequest: globals.place.cr,
    titles: titlesOf({ ...setup, where, dryRun: globals.safety.dryRun === true }, words),
    // A second look at words asks nobody again.
    ...(ask.available &&
      !words && {
        pick: (name, known) => pick(CONTEXT_KINDS[name], known),
        pickTarget: (kind, question) => pick(kind, {}, question),
      }),
  };
  return source;
}

interface TitleSetup extends Pick<SourceSetup, "client" | "writes" | "recall"> {
  where: (kind: Kind, known: Record<string, string>) => Promise<Record<string, string>>;
  dryRun: boolean;
}

/** Deleting what is absent goes well: with a title for an id nobody would notice that nothing was deleted. */
function calledSo(text: string, seen: readonly Entry[]): Entry | undefined {
  if (seen.some(({ id, name }) => id === text || name === text)) return undefined;
  return seen.find(({ title }) => title.toLowerCase() === text.toLowerCase());
}

/** The module that looks titles up is loaded when there is one; lists are kept, for several titles of one kind. */
function titlesOf(setup: TitleSetup, words: boolean): Titles {
  let made: Promise<import("./title-lookup.js").Finder> | undefined;
  const finder = () => {
    made ??= import("./title-lookup.js").then(({ createFinder }) => createFinder(setup));
    return made;
  };
  return {
    isOne: (kind, text) => isTitle(kind, text) || (words && mayBeTitle(kind, text)),
    async check(kind, text) {
      if (!setup.writes || !mayBeTitle(kind, text)) return;
      const called = calledSo(text, await setup.recall(kind));
      if (!called) return;
      throw usage(`${JSON.stringify(text)} is the title of ${kind.name} ${called.id}`, `pass its id: ${called.id}`);
    },
    async idOf(kind, text, known) {
      const { find, tryFind } = await finder();
      return isTitle(kind, text) ? find(kind, text, known) : ((await tryFind(kind, text, known)) ?? text);
    },
  };
}
