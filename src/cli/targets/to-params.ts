/** Turns names of things into the path parameters that reach them. */
import { Failure, usage } from "../../errors.js";
import { checkParam, idProblem } from "../../shared/ids.js";
import {
  CONTEXT_KINDS,
  CONTEXT_NAMES,
  CONTEXT_PARAMS,
  type ContextName,
  changeRequest,
  type Kind,
  type Target,
} from "../kinds.js";
import type { Names, Role } from "./names.js";
import { hasNames, isAddress, parseReference } from "./target-shape.js";

/** The sources of contexts that no address names. */
export interface ContextSource {
  /** Flag, environment or profile. */
  given(name: ContextName): string | undefined;
  /** True if it was given on the command line itself. */
  typed?(name: ContextName): boolean;
  /** A picker, on a terminal. */
  pick?(kind: ContextName, known: Record<string, string>): Promise<string>;
  /** @throws Failure config if it is not known which service to ask */
  requireService?(): Promise<void>;
  /** Resolves names; absent: everything is an id. */
  names?: Names;
  /** Contexts whose ids are known by now: each is resolved once. */
  resolved?: { get(name: ContextName): string | undefined; set(name: ContextName, id: string): void };
  /** The organization that a space is in; undefined if it cannot be told. */
  organizationOf?(spaceId: string): Promise<string | undefined>;
  /** `--cr`. */
  changeRequest: string | undefined;
}

/**
 * Path parameters of the contexts `names`; those in an address come first. An address given for one context also fills in
 * the others that it names: a site's address says which organization it belongs to.
 * @throws Failure usage if one is unknown and nobody can be asked.
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
    // The client would take it for an id from the service (R59); here the flag's name is known.
    params[param] = checkParam(`--${name}`, found);
  }
  return params;
}

async function givenContext(
  name: ContextName,
  { given, typed, names, resolved }: ContextSource,
  known: Record<string, string>,
): Promise<string | undefined> {
  const text = given(name);
  if (text === undefined) return undefined;
  const before = resolved?.get(name);
  if (before !== undefined) return before;
  // An id from the environment or the profile may have any form.
  const role = typed && !typed(name) ? "setting" : "context";
  const id = checkParam(`--${name}`, (await names?.idOf([CONTEXT_KINDS[name]], text, known, role)) ?? text);
  resolved?.set(name, id);
  return id;
}

/**
 * Resolves what the command line names, and names in settings, whether the command itself needs them or not: what keeps,
 * plans and guards a change knows ids only. Names in settings mean nothing to a command that works beyond them.
 * @throws Failure not-found, usage
 */
export async function resolveStated(source: ContextSource, { settings }: { settings: boolean }): Promise<void> {
  const urls = addressesGiven(CONTEXT_NAMES, source);
  for (const name of CONTEXT_NAMES) {
    const text = source.given(name);
    if (text === undefined) continue;
    const fromUrl = urls[CONTEXT_PARAMS[name]];
    if (isAddress(text) && fromUrl !== undefined) source.resolved?.set(name, checkParam(`--${name}`, fromUrl));
    else if (source.typed?.(name) || (settings && source.names?.shape([CONTEXT_KINDS[name]], text) === "name"))
      await givenContext(name, source, urls);
  }
  refuseContradiction(source, urls);
}

/** @throws Failure usage if the command line names another context than an address does */
export function refuseContradiction(source: ContextSource, fromUrl: Readonly<Record<string, string>> = {}): void {
  for (const name of CONTEXT_NAMES) {
    const there = fromUrl[CONTEXT_PARAMS[name]];
    const here = source.typed?.(name) ? source.resolved?.get(name) : undefined;
    if (there === undefined || here === undefined || here === there) continue;
    throw usage(
      `--${name} ${here} contradicts the URL, which is in ${CONTEXT_KINDS[name].name} ${there}`,
      `omit --${name}, or pass --${name} ${there}`,
    );
  }
}

/**
 * The service does not ask for the organization of what is in a space: who names another one means something else.
 * @throws Failure usage
 */
export async function refuseOtherOrganization(source: ContextSource, spaceId: string | undefined): Promise<void> {
  const org = source.typed?.("org") ? source.resolved?.get("org") : undefined;
  if (org === undefined || spaceId === undefined) return;
  const own = await source.organizationOf?.(spaceId);
  if (own === undefined || own === org) return;
  throw usage(
    `space ${spaceId} is in organization ${own}, not in ${org}`,
    `omit --org, or name a space of that organization with --space`,
  );
}

function addressesGiven(names: readonly ContextName[], source: ContextSource): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const given = source.given(name);
    if (given === undefined || !isAddress(given)) continue;
    Object.assign(found, parseReference(CONTEXT_KINDS[name], given, `--${name}`).fromUrl);
  }
  return found;
}

async function pickContext(name: ContextName, source: ContextSource, known: Record<string, string>): Promise<string> {
  if (source.pick) return source.pick(name, known);
  // Without a service there is nothing to choose from: that is the first thing to mend.
  await source.requireService?.();
  throw usage(
    `--${name} is required when not running interactively`,
    `pass --${name} ID, set DOCS_${name.toUpperCase()}, or store one with: docs config set ${name} ID`,
  );
}

/** `--cr` as a path parameter: a number, `#42`, an id, an address or a subject. `known` holds its space. */
export async function changeRequestParam(
  source: ContextSource,
  known: Record<string, string> = {},
): Promise<Record<string, string>> {
  const named = known.changeRequestId ?? addressOfChangeRequest(source).changeRequestId;
  const given = named ?? source.changeRequest;
  if (given === undefined) return {};
  const { text } = parseReference(changeRequest, given, "--cr");
  const isName = named === undefined && source.names !== undefined;
  const id = isName ? await source.names?.idOf([changeRequest], text, known, "context") : text;
  return { changeRequestId: checkParam("--cr", id) };
}

/** The parameters that the address given to `--cr` names, its space included. */
export function addressOfChangeRequest({ changeRequest: given }: ContextSource): Record<string, string> {
  return given === undefined ? {} : (parseReference(changeRequest, given, "--cr").fromUrl ?? {});
}

/** Resolves what was typed to an id, for commands that need one but take no target. */
export async function resolveId(kind: Kind, typed: string, names: Names): Promise<string> {
  const { text, fromUrl = {} } = parseReference(kind, typed);
  if (fromUrl[kind.param] !== undefined) return checkParam(kind.name, text);
  return checkParam(kind.name, await names.idOf([kind], text, fromUrl, "value"));
}

/** One target as typed: an id, `#42`, a name, or an address that also fills in its contexts. */
export async function resolveTarget<K extends Kind>(
  kind: K,
  typed: string,
  source: ContextSource,
  role: Role = "target",
): Promise<Target<K>> {
  const { text, fromUrl } = parseReference(kind, typed);
  const isName = fromUrl?.[kind.param] === undefined && source.names?.shape([kind], text) !== "id";
  const names = isName ? source.names : undefined;
  refuseContradiction(source, fromUrl);
  // Refuse what is neither an id nor an address before asking or looking up anything.
  if (!names) checkTarget(kind, text, source);
  const place = await readPlace(kind, source, fromUrl);
  const id = names ? checkParam(kind.name, await names.idOf([kind], text, place, role)) : text;
  const params = { ...place, [kind.param]: id };
  // `params` holds exactly the names that the kind lists, which the type of a computed key cannot express.
  return { id, label: id, params: params as Target<K>["params"] };
}

const MOST_REPEATED = 60;

/** @throws Failure invalid-input for what can be no id, with where to find one */
function checkTarget(kind: Kind, text: string, { names }: ContextSource): void {
  const problem = idProblem(text);
  if (problem === undefined) return;
  const named = text.trim() === "" || text.length > MOST_REPEATED ? kind.name : `${kind.name} ${JSON.stringify(text)}`;
  const find = names?.listCommand(kind) ?? `docs ${kind.noun} --help`;
  const bare = text.replace(/^-+/, "");
  const isDashed = bare !== text && idProblem(bare) === undefined;
  const called = kind.called ?? (hasNames(kind) ? "id or title" : "id");
  const hint = `${isDashed ? `did you mean: ${bare}` : `pass its ${called}`}; see: ${find}`;
  throw new Failure("invalid-input", `${named}: ${problem}`, { hint, details: { field: kind.name } });
}

/** Path parameters of a thing's contexts. */
export async function readPlace(
  kind: Kind,
  source: ContextSource,
  fromUrl: Record<string, string> = {},
): Promise<Record<string, string>> {
  const known = { ...(kind.cr && addressOfChangeRequest(source)), ...fromUrl };
  const contexts = await resolveContexts(kind.within, source, known);
  return { ...contexts, ...(kind.cr && (await changeRequestParam(source, { ...contexts, ...fromUrl }))) };
}
