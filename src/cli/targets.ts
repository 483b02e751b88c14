/** Names of things to the path parameters that reach them. */
import { usage } from "../errors.js";
import type { Target } from "./command.js";
import { CONTEXT_PARAMS, type ContextName, type Kind } from "./kinds.js";
import { idsInUrl } from "./urls.js";

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
 * Path parameters of the contexts `names`, those of an address first.
 * @throws Failure usage when one is not known and nobody can be asked.
 */
export async function resolveContexts(
  names: readonly ContextName[],
  source: ContextSource,
  fromUrl: Record<string, string> = {},
): Promise<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const name of names) {
    const param = CONTEXT_PARAMS[name];
    params[param] = fromUrl[param] ?? contextGiven(name, source) ?? (await pickContext(name, source, params));
  }
  return params;
}

function contextGiven(name: ContextName, source: ContextSource): string | undefined {
  const given = source.given(name);
  if (given === undefined) return undefined;
  return idsInUrl(given)?.[CONTEXT_PARAMS[name]] ?? given;
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
  const given = fromUrl.changeRequestId ?? source.changeRequest;
  if (given === undefined) return {};
  return { changeRequestId: idsInUrl(given)?.changeRequestId ?? given.replace(/^#(?=\d+$)/, "") };
}

/** One target as it was typed: an id, `#42`, or an address that also fills its contexts. */
export async function resolveTarget<K extends Kind>(kind: K, typed: string, source: ContextSource): Promise<Target<K>> {
  const fromUrl = idsInUrl(typed);
  if (fromUrl && fromUrl[kind.param] === undefined) {
    throw usage(`this address names no ${kind.name}: ${typed}`);
  }
  const id = fromUrl?.[kind.param] ?? (kind.normalize ? kind.normalize(typed) : typed);
  const crAddress = source.changeRequest === undefined ? undefined : idsInUrl(source.changeRequest);
  const contexts = await resolveContexts(kind.within, source, { ...crAddress, ...fromUrl });
  const cr = kind.cr ? changeRequestParam(source, fromUrl) : {};
  const params = { ...contexts, ...cr, [kind.param]: id };
  // `params` holds exactly the names that the kind lists; the type of a computed key cannot say so.
  return { id, label: id, params: params as unknown as Target<K>["params"] };
}
