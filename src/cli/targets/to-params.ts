/** Names of things to the path parameters that reach them. */
import { Failure, usage } from "../../errors.js";
import { checkParam } from "../../http/request/url.js";

import { CONTEXT_KINDS, CONTEXT_PARAMS, type ContextName, type Kind, type Target } from "../kinds.js";
import { idsInUrl, isAddress } from "./addresses.js";

/** Where contexts come from when no address names them. */
export interface ContextSource {
  /** Flag, environment or profile. */
  given(name: ContextName): string | undefined;
  /** A picker, on a terminal. */
  pick?(kind: ContextName, known: Record<string, string>): Promise<string>;
  /** Titles and e-mail addresses in place of ids. */
  titles?: Titles;
  /** `--cr`. */
  changeRequest: string | undefined;
}

export interface Titles {
  /** Whether to look a text up; what could be an id is not. */
  isOne(kind: Kind, text: string): boolean;
  idOf(kind: Kind, text: string, known: Record<string, string>): Promise<string>;
  /** @throws Failure usage for a word that a write must not take for an id: something was seen that is called so. */
  check(kind: Kind, text: string): Promise<void>;
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
    const known = { ...addresses, ...params };
    const found =
      addresses[param] ?? (await givenContext(name, source, known)) ?? (await pickContext(name, source, known));
    // The client refuses the same values (R59); here none of several requests was sent, and it is known what it is called.
    params[param] = checkParam(`--${name}`, found);
  }
  return params;
}

async function givenContext(
  name: ContextName,
  { given, titles }: ContextSource,
  known: Record<string, string>,
): Promise<string | undefined> {
  const text = given(name);
  const kind = CONTEXT_KINDS[name];
  return text !== undefined && titles?.isOne(kind, text) ? titles.idOf(kind, text, known) : text;
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
  const text = fromUrl?.[kind.param] ?? (kind.normalize ? kind.normalize(typed) : typed);
  const titles = fromUrl === undefined && source.titles?.isOne(kind, text) ? source.titles : undefined;
  // What can be neither is refused before anything is asked or looked up.
  if (!titles) checkParam(kind.name, text);
  const contexts = await resolveContexts(kind.within, source, { ...(kind.cr && changeRequestIds(source)), ...fromUrl });
  const cr = kind.cr ? changeRequestParam(source, fromUrl) : {};
  if (!titles && fromUrl === undefined) await source.titles?.check(kind, text);
  const id = titles ? checkParam(kind.name, await titles.idOf(kind, text, { ...contexts, ...cr })) : text;
  const params = { ...contexts, ...cr, [kind.param]: id };
  // `params` holds exactly the names that the kind lists; the type of a computed key cannot say so.
  return { id, label: id, params: params as unknown as Target<K>["params"] };
}
