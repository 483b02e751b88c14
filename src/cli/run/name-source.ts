/** Sets up where a command's contexts, targets and names come from. */
import { Failure } from "../../errors.js";
import type { Client } from "../../http/types.js";
import { shellWord } from "../../shared/shell-words.js";
import type { Globals } from "../argv/globals.js";
import type { Ask } from "../ask/ask.js";
import { type AnyCommand, argsOf, endpointsOf, onlyReads } from "../command.js";
import type { Context } from "../context.js";
import type { ContextName } from "../kind.js";
import type { Out } from "../output/types.js";
import type { Runtime } from "../runtime.js";
import type { Settings } from "../services.js";
import { createSource, type Source } from "../targets/context-source.js";
import type { Names } from "../targets/names.js";
import { hasIdForm } from "../targets/target-shape.js";
import { resolveId } from "../targets/to-params.js";
import type { Recall } from "./after-failure.js";
import { commandLine, serviceOf } from "./next-command.js";
import { refuseUnasked, showsIds, type UnseenTargets } from "./remove-targets.js";

interface Parts {
  globals: Globals;
  out: Out;
  ask: Ask;
  settings: Settings;
  client: () => Promise<Client>;
  runtime: Pick<Runtime, "deletedSpaces">;
  /** Titles by id, learned during this run. */
  known: Map<string, string>;
  /** Ids of contexts that were resolved. */
  contexts: Map<ContextName, string>;
}

/** The source for looking up names. `doubted`: apparent ids that the service did not know. */
export function sourceOf(command: AnyCommand, parts: Parts, recall: Recall, doubted: ReadonlySet<string>): Source {
  const { out, ask, globals } = parts;
  const { yes, confirm } = globals.safety;
  const asks = command.destructive === true;
  return createSource({
    ...parts,
    recall,
    client() {
      // Refuse first: a refused command should look nothing up.
      if (asks && !globals.safety.dryRun) refuseUnasked(parts, []);
      return parts.client();
    },
    writes: !onlyReads(endpointsOf(command)),
    showsIds: showsIds(parts),
    removes: asks || command.removes === true,
    // A title that --confirm repeats was not meant as an id.
    careful: asks && confirm === undefined && (!ask.available || yes === true),
    doubted,
    dryRun: globals.safety.dryRun === true,
    note: (message) => out.note(message),
    learned: (id, title) => parts.known.set(id, title),
    keepCommand: (name, id) => commandLine({ profile: globals.place.profile }, `config set ${name} ${shellWord(id)}`),
    deletedSpaces: () => parts.runtime.deletedSpaces(parts.settings).list(),
    listCommand: ({ noun, list, deleted }) =>
      list && commandLine(serviceOf(globals.place), `${noun} list${deleted ? " --deleted" : ""}`),
  });
}

/** What is said of the targets of a removal that do not exist. */
export function unseenTargetsOf(command: AnyCommand, resolved: { readonly by?: Names }, recall: Recall): UnseenTargets {
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

/** What a command itself looks up: an id by a name, and a title that was seen, by an id. */
export function lookUpsOf(command: AnyCommand, parts: Parts, recall: Recall): Pick<Context, "idOf" | "knownTitle"> {
  return {
    idOf: (kind, text) => resolveId(kind, text, sourceOf(command, parts, recall, new Set())),
    async knownTitle(kind, id) {
      const title = parts.known.get(id) ?? (await recall(kind)).find((entry) => entry.id === id)?.title;
      return title || null;
    },
  };
}
