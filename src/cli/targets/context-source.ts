/** Contexts and targets that were not typed as ids: defaults, names, and a picker on a terminal. */
import { Failure } from "../../errors.js";
import type { Client } from "../../http/types.js";
import type { Globals } from "../argv/globals.js";
import type { Ask } from "../ask/ask.js";
import { CONTEXT_KINDS, type ContextName, type Kind } from "../kinds.js";
import type { Settings } from "../services.js";
import type { Place } from "./find.js";
import { createNames, type Names, type NamesOptions } from "./names.js";
import { type ContextSource, changeRequestParam, resolveContexts } from "./to-params.js";

interface ContextSourceOptions
  extends Pick<
    NamesOptions,
    | "writes"
    | "showsIds"
    | "careful"
    | "removes"
    | "doubted"
    | "note"
    | "learned"
    | "listCommand"
    | "deletedSpaces"
    | "dryRun"
    | "recall"
  > {
  globals: Pick<Globals, "place" | "output">;
  settings: Settings;
  ask: Ask;
  client: () => Promise<Client>;
  /** What is already known of the contexts. */
  contexts: Map<ContextName, string>;
  /** Titles by id of what was found in a list. */
  known: ReadonlyMap<string, string>;
  /** The command that makes a picked context the default. */
  keepCommand: (name: ContextName, id: string) => string;
}

export interface Source extends ContextSource {
  names: Names;
  /** Picks a target on a terminal; absent if nobody can be asked. */
  pickTarget?: (kind: Kind, question?: string) => Promise<string>;
}

export function createSource(setup: ContextSourceOptions): Source {
  const { globals, settings, ask, client } = setup;
  const where = async (kind: Kind, known: Place): Promise<Record<string, string>> => {
    const contexts = await resolveContexts(kind.list?.within ?? [], source, { ...known });
    return { ...contexts, ...(kind.cr && (await changeRequestParam(source, { ...known, ...contexts }))) };
  };
  const pick = async (kind: Kind, known: Place, question?: string): Promise<string> => {
    const { pickFrom } = await import("../ask/picker.js");
    const options = { question, learned: setup.learned, ids: globals.output.ids === true };
    return pickFrom(kind, ask, client, (wanted) => where(wanted, known), options);
  };
  const source: Source = {
    given: (name) => globals.place[name] ?? settings[name],
    typed: (name) => globals.place[name] !== undefined,
    requireService: async () => void (await client()),
    changeRequest: globals.place.cr,
    resolved: resolvedContexts(setup, (name) => source.given(name)),
    organizationOf: async (spaceId) => (setup.known.has(spaceId) ? undefined : ownerOf(await client(), spaceId)),
    names: createNames({ ...setup, where, me: settings.me }),
    // A second attempt asks no questions.
    ...(ask.available &&
      setup.doubted.size === 0 && {
        pick: async (name, known) => {
          const id = await pick(CONTEXT_KINDS[name], known);
          const keeps = !settings.sandbox && settings.snapshot === undefined;
          if (keeps) setup.note(`to make it the default: ${setup.keepCommand(name, id)}`);
          return id;
        },
        pickTarget: (kind, question) => pick(kind, {}, question),
      }),
  };
  return source;
}

/** Ids of contexts, which the settings get, too. */
function resolvedContexts(
  { contexts, doubted, settings }: ContextSourceOptions,
  given: ContextSource["given"],
): ContextSource["resolved"] {
  return {
    // A second attempt reads what looked like an id as a title.
    get: (name) => (doubted.has(given(name) ?? "") ? undefined : contexts.get(name)),
    set(name, id) {
      contexts.set(name, id);
      settings[name] = id;
    },
  };
}

/** Undefined if the space cannot be read: what the command itself asks for says why. */
async function ownerOf(client: Client, spaceId: string): Promise<string | undefined> {
  const { getSpace } = await import("../../catalog/spaces.js");
  try {
    return (await client.call(getSpace, { params: { spaceId } }))?.organization ?? undefined;
  } catch (error) {
    if (error instanceof Failure && ["not-found", "forbidden"].includes(error.kind)) return undefined;
    throw error;
  }
}
