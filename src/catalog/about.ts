/** Finds the fields of an answer that name the thing in the path of its request: an answer about another thing proves nothing. */
import type { AnyEndpoint } from "./endpoint.js";

/** A path parameter, and the fields that may hold it: one of them has to. */
export interface About {
  param: string;
  fields: readonly string[];
}

/** Fields by which things are addressed, where that is not the id alone. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  changeRequestId: ["id", "number"],
  userId: ["id", "user.id"],
  specSlug: ["slug", "id"],
};

const known = new WeakMap<object, readonly About[]>();

/**
 * Derived from the path and the schema, or from the path alone where no body is promised: the id at the end of the path, the organization of what lies in one, and what a
 * comment is about. The endpoint's `about` has what cannot be derived. Empty: no answer of this endpoint can be told from another.
 */
export function aboutOf(endpoint: AnyEndpoint): readonly About[] {
  const derived = known.get(endpoint) ?? derive(endpoint);
  known.set(endpoint, derived);
  return derived;
}

function derive({ path, response, params, about = {} }: AnyEndpoint): readonly About[] {
  const schema = response?.();
  const [, last = ""] = /\{(\w+)\}$/.exec(path) ?? [];
  const all: About[] = [...Object.entries<string>(about)].map(([param, field]) => ({
    param,
    fields: field === "id" ? (ALIASES[param] ?? ["id"]) : [field],
  }));
  if (last !== "") all.push({ param: last, fields: ALIASES[last] ?? ["id"] });
  for (const [param, field] of OWNERS) {
    if (params.includes(param) && param !== last && isText(schema, field)) all.push({ param, fields: [field] });
  }
  return all;
}

/** Fields with the id of what a thing belongs to. */
const OWNERS = [
  ["organizationId", "organization"],
  ["spaceId", "target.space"],
  ["changeRequestId", "target.changeRequest"],
] as const;

/** Checks whether the contract gives the answer, or each item of a list, one of these fields. */
export const describes = ({ response }: AnyEndpoint, fields: readonly string[]): boolean =>
  fields.some((field) => isText(response?.(), field));

interface Described {
  _zod: { def: { type?: string; innerType?: unknown; shape?: Record<string, unknown> } };
}

/** Checks whether a schema has a text at a dotted path. */
function isText(schema: unknown, path: string): boolean {
  let found = schema;
  for (const name of path.split(".")) found = inner(found)?.shape?.[name];
  return inner(found)?.type === "string";
}

/** The definition of a schema without what makes it optional. */
function inner(schema: unknown): Described["_zod"]["def"] | undefined {
  // All schemas of the catalog have a definition, which zod types as unknown.
  let def = (schema as Described | undefined)?._zod.def;
  while (def?.innerType !== undefined) def = (def.innerType as Described)._zod.def;
  return def;
}

/** `space` for `spaceId`, `change request` for `changeRequestId`, `member` for `userId`. */
export function nounOf(param: string): string {
  const noun = param.replace(/(?:Id|Slug)$/, "").replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return noun === "user" ? "member" : noun === "spec" ? "specification" : noun;
}
