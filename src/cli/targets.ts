/** Names of things to the path parameters that reach them. */
import { Failure, usage } from "../errors.js";
import { checkParam } from "../http/url.js";
import type { Target } from "./command.js";
import { CONTEXT_PARAMS, type ContextName, type Kind } from "./kinds.js";
import { idsInUrl, isAddress } from "./urls.js";

/** Where contexts come from when no address names them. */
export interface ContextSource {
  /** Flag, environment or profile. */
  given(name: ContextName): string | undefined;
  /** A picker, on a terminal. */
  pick?(kind: ContextName, known: Record<string, string>): Promise<string>;
  /** `--cr`. */
  changeRequest: string | undefined;
}

/**
 * Path parameters of the contexts `names`, those of an address first. An address given for one context fills the others
 * that it names: a site's address says which organization it is in.
 * @throws Failure usage when one is not known and nobody can be asked.
 */
export async function resolveContexts(
  names: readonly ContextName[],
  source: ContextSource,
  fromUrl: Record<string, string> = {},
): Promise<Record<string, string>> {
  const params: Record<string, string> = {};
  const addresses = { ...addressesGiven(names, source), ...fromUrl };
  for (const name of names) {
    const param = CONTEXT_PARAMS[name];
    const found = addresses[param] ?? source.given(name) ?? (await pickContext(name, source, params));
    // The client refuses the same values (R59); here none of several requests was sent, and it is known what it is called.
    params[param] = checkParam(`--${name}`, found);
  }
  return params;
}

function addressesGiven(names: readonly ContextName[], source: ContextSource): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const given = source.given(name);
    if (given !== undefined && isAddress(given)) Object.assign(found, idsOf(`--${name}`, CONTEXT_PARAMS[name], given));
  }
  return found;
}

const wrongAddress = (what: string, address: string): Failure =>
  new Failure("invalid-input", `${what}: this address does not name one: ${address}`);

/** Ids in an address that has to name `param`. */
function idsOf(what: string, param: string, address: string): Record<string, string> {
  const ids = idsInUrl(address);
  if (ids?.[param] === undefined) throw wrongAddress(what, address);
  return ids;
}

async function pickContext(name: ContextName, source: ContextSource, known: Record<string, string>): Promise<string> {
  if (source.pick) return source.pick(name, known);
  throw usage(
    `--${name} is required when not running interactively`,
    `pass --${name} <id>, set DOCS_${name.toUpperCase()}, or store one with: docs config set ${name} <id>`,
  );
}

/** `--cr` as a path parameter: a number, `#42`, an id or an address. */
export function changeRequestParam(
  source: ContextSource,
  fromUrl: Record<string, string> = {},
): Record<string, string> {
  const given = fromUrl.changeRequestId ?? changeRequestIds(source).changeRequestId;
  return given === undefined ? {} : { changeRequestId: checkParam("--cr", given) };
}

/** What `--cr` names: with an address its space too. */
export function changeRequestIds({ changeRequest: given }: ContextSource): Record<string, string> {
  if (given === undefined) return {};
  if (isAddress(given)) return idsOf("--cr", "changeRequestId", given);
  return { changeRequestId: given.replace(/^#(?=\d+$)/, "") };
}

/** One target as it was typed: an id, `#42`, or an address that also fills its contexts. */
export async function resolveTarget<K extends Kind>(kind: K, typed: string, source: ContextSource): Promise<Target<K>> {
  const fromUrl = isAddress(typed) ? idsInUrl(typed) : undefined;
  if (isAddress(typed) && fromUrl?.[kind.param] === undefined) {
    throw wrongAddress(kind.name, typed);
  }
  const id = checkParam(kind.name, fromUrl?.[kind.param] ?? (kind.normalize ? kind.normalize(typed) : typed));
  const contexts = await resolveContexts(kind.within, source, { ...(kind.cr && changeRequestIds(source)), ...fromUrl });
  const cr = kind.cr ? changeRequestParam(source, fromUrl) : {};
  const params = { ...contexts, ...cr, [kind.param]: id };
  // `params` holds exactly the names that the kind lists; the type of a computed key cannot say so.
  return { id, label: id, params: params as unknown as Target<K>["params"] };
}
