/** Sets up where a command's contexts, targets and names come from. */

import { Failure } from "../../errors.js";
import type { Client } from "../../http/types.js";
import { shellWord } from "../../shared/shell-words.js";
import { isSameName } from "../../shared/text/names.js";
import type { Globals } from "../argv/globals.js";
import type { Ask } from "../ask/ask.js";
import { type AnyCommand, argsOf, endpointsOf, onlyReads } from "../command.js";
import type { Context } from "../context.js";
import { CONTEXT_KINDS, type ContextName, type Kind, type Lister } from "../kinds.js";
import type { Out } from "../output/types.js";
import type { DeletedSpaces } from "../records/deleted-spaces.js";
import type { Settings } from "../settings.js";
import type { Place } from "../targets/find.js";
import { otherKindHint } from "../targets/listed-things.js";
import { createNames, type Names, type NamesOptions } from "../targets/names.js";
import { hasIdForm } from "../targets/target-shape.js";
import { type ContextSource, changeRequestParam, resolveContexts, resolveId } from "../targets/to-params.js";
import type { Recall } from "./after-failure.js";
import { commandLine, serviceOf } from "./next-command.js";
import { refuseUnasked, showsIds, type UnseenTargets } from "./remove-targets.js";

interface Parts {
  globals: Globals;
  out: Out;
  ask: Ask;
  settings: Settings;
  client: () => Promise<Client>;
  records: { deletedSpaces: DeletedSpaces };
  /** Titles by id, learned during this run. */
  known: Map<string, string>;
  /** Ids of contexts that were resolved. */
  contexts: Map<ContextName, string>;
}

/** The source for looking up names. `doubted`: apparent ids that the service did not know. */
export function makeSource(command: AnyCommand, parts: Parts, recall: Recall, doubted: ReadonlySet<string>): Source {
  const { out, ask, globals } = parts;
  const { yes, confirm } = globals.safety;
  const asks = command.destructive === true;
  return createSource({
    ...parts,
    recall,
    me: parts.settings.me,
    client() {
      // Refuse first: a refused command should look nothing up.
      if (asks && !globals.safety.dryRun) refuseUnasked(parts, []);
      return parts.client();
    },
    writes: !onlyReads(endpointsOf(command)),
    showsIds: showsIds(parts.globals, parts.out.terminal),
    removes: asks || command.removes === true,
    // A title that --confirm repeats was not meant as an id.
    careful: asks && confirm === undefined && (!ask.available || yes === true),
    doubted,
    dryRun: globals.safety.dryRun === true,
    note: (message) => out.note(message),
    learned: (id, title) => parts.known.set(id, title),
    keepCommand: (name, id) => commandLine({ profile: globals.place.profile }, `config set ${name} ${shellWord(id)}`),
    deletedSpaces: () => parts.records.deletedSpaces.list(),
    otherKind: (kinds, name) =>
      otherKindHint(name, kinds, recall, (next) => commandLine(serviceOf(globals.place), next)),
    listCommand: ({ noun, list, deleted }) =>
      list && commandLine(placeOfList(list, globals.place), `${noun} list${deleted ? " --deleted" : ""}`),
  });
}

/** The contexts of the command line that a list is in: without them it would be that of another place. */
function placeOfList({ within, loadInCr }: Lister, place: Globals["place"]): Parameters<typeof commandLine>[0] {
  const names = within.length > 0 ? (["org", ...within] as const) : [];
  const contexts = Object.fromEntries(names.map((name) => [name, place[name]]));
  return { ...serviceOf(place), ...contexts, ...(loadInCr && { cr: place.cr }) };
}

/** Messages about targets of a removal that do not exist. */
export function makeUnseenTargets(
  command: AnyCommand,
  resolved: { readonly by?: Names },
  recall: Recall,
): UnseenTargets {
  const kind = argsOf(command)
    .flatMap(([, arg]) => ("kind" in arg ? [arg.kind] : []))
    .at(-1);
  return {
    async isId({ id }) {
      const ids = kind ? (await recall(kind)).map((entry) => entry.id) : [];
      return kind !== undefined && hasIdForm(kind, id, ids);
    },
    async suggest({ id, params }) {
      const nothing = { hint: undefined, details: {} };
      try {
        return (kind?.list && (await resolved.by?.missing(kind, id, params))) || nothing;
      } catch (error) {
        // A list that cannot be read takes nothing away: the thing itself was not found.
        if (error instanceof Failure && error.kind !== "canceled") return nothing;
        throw error;
      }
    },
  };
}

/** The lookups of a command: an id by a name, and a title that was seen, by an id. */
export function makeLookUps(
  command: AnyCommand,
  parts: Parts,
  recall: Recall,
): Omit<Context["names"], "deletedSpaces"> {
  return {
    idOf: (kind, text) => resolveId(kind, text, makeSource(command, parts, recall, new Set()).names),
    async knownTitle(kind, id) {
      const title = parts.known.get(id) ?? (await recall(kind)).find((entry) => entry.id === id)?.title;
      return title || null;
    },
    listedAs: async (kind, title) => (await recall(kind)).find((entry) => isSameName(entry.title, title)),
  };
}

// Contexts and targets that were not typed as ids: defaults, names, and a picker on a terminal.

interface ContextSourceOptions extends NamesOptions {
  globals: Globals;
  settings: Settings;
  ask: Ask;
  client: () => Promise<Client>;
  /** The contexts that are already known. */
  contexts: Map<ContextName, string>;
  /** Titles by id of what was found in a list. */
  known: ReadonlyMap<string, string>;
  /** The command that makes a picked context the default. */
  keepCommand: (name: ContextName, id: string) => string;
}

interface Source extends ContextSource {
  names: Names;
  /** Picks a target on a terminal; absent if nobody can be asked. */
  pickTarget?: (kind: Kind, question?: string) => Promise<string>;
}

function createSource(setup: ContextSourceOptions): Source {
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
    organizationOf: async (spaceId) => (setup.known.has(spaceId) ? undefined : findOwner(await client(), spaceId)),
    names: createNames(setup, where),
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
async function findOwner(client: Client, spaceId: string): Promise<string | undefined> {
  const { getSpace } = await import("../../catalog/spaces.js");
  try {
    return (await client.call(getSpace, { params: { spaceId } }))?.organization ?? undefined;
  } catch (error) {
    if (error instanceof Failure && ["not-found", "forbidden"].includes(error.kind)) return undefined;
    throw error;
  }
}
