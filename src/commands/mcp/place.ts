/** Finds path parameters for a program's input: ids, titles, numbers, e-mail addresses and web addresses. */

import type { Context } from "../../cli/context.js";
import { CONTEXT_PARAMS, type ContextName, type Kind, kindsOf } from "../../cli/kinds.js";
import { idsInUrl, isAddress } from "../../cli/targets/addresses.js";
import { createNames, type NamesOptions } from "../../cli/targets/names.js";
import { usage } from "../../errors.js";
import type { ToolArguments, ToolDependencies } from "../../mcp/types.js";
import { idProblem } from "../../shared/ids.js";

type Params = Record<string, string>;

/** `wordOf` names a path parameter as programs do. */
type ResolveParams = ToolDependencies["resolveParams"];

export function placeFor(
  { api, settings }: Pick<Context, "api" | "settings">,
  wordOf: (param: string) => string,
): ResolveParams {
  return async (names, given, within = (client) => client) => {
    // Lists are read again for each call, as this process runs for long.
    const setup: NamesOptions = {
      // Looking up names uses `call` and `list` only.
      client: async () => ({ ...api, ...within(api) }),
      where: (kind, known) => around(kind, known, given),
      deletedSpaces: async () => [],
      listCommand: () => undefined,
      writes: false,
      showsIds: false,
      careful: false,
      removes: false,
      doubted: new Set(),
      dryRun: false,
      me: settings.me,
      note: () => {},
      learned: () => {},
    };
    const resolve = createResolver(setup, wordOf, settings);
    const around = async (kind: Kind, known: Readonly<Params>, asked: ToolArguments): Promise<Params> => {
      const contexts = (kind.list?.within ?? []).map((name: ContextName) => CONTEXT_PARAMS[name]);
      const { changeRequestId } = known;
      return { ...(await resolve(contexts, asked, known)), ...(kind.cr && changeRequestId && { changeRequestId }) };
    };
    return resolve(names, given, {});
  };
}

type Resolve = (names: readonly string[], given: ToolArguments, known: Readonly<Params>) => Promise<Params>;

function createResolver(
  setup: NamesOptions,
  wordOf: (param: string) => string,
  settings: Context["settings"],
): Resolve {
  const names = createNames(setup);
  const inUse: Params = {};
  for (const [name, param] of Object.entries(CONTEXT_PARAMS)) {
    // The keys of CONTEXT_PARAMS are names of contexts.
    const value = settings[name as ContextName];
    if (value !== undefined) inUse[param] = value;
  }
  return async (params, given, known) => {
    const addresses = findAddressIds(given);
    const found: Params = {};
    for (const param of params) {
      const word = wordOf(param);
      const around = { ...addresses, ...known, ...found };
      const said = given[word];
      const [kind] = kindsOf(param);
      const text = typeof said === "string" && !isAddress(said) ? said.trim() : undefined;
      const start = (text && kind?.normalize?.(text)) ?? text ?? around[param] ?? inUse[param];
      if (start === undefined) throw refuseMissing(word, said);
      const role = text === undefined ? "setting" : "value";
      const id = start === around[param] ? start : await names.idOf(kindsOf(param), start, around, role);
      const problem = idProblem(id);
      if (problem) throw usage(`${word}: ${problem}`);
      found[param] = id;
    }
    return found;
  };
}

/** The ids in web addresses among the input; later members win. */
const findAddressIds = (given: ToolArguments): Params =>
  Object.assign({}, ...Object.values(given).map((said) => (typeof said === "string" ? idsInUrl(said) : undefined)));

const refuseMissing = (word: string, said: unknown) =>
  said === undefined
    ? usage(`${word} is missing`, `pass ${word}; use find or list to see the choices`)
    : usage(`${word}: no id in this address`);
