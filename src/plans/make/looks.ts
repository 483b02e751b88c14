/** Derives what to read for a request: where, what is there now, and what will be. */
import { isObject } from "../../facts/values.js";
import type { Member, Row, Sees, Source, Template } from "../matrix/types.js";
import { type Fields, isFrom } from "../types.js";
import type { World } from "../world.js";
import { placeLook } from "./place.js";
import { type Asked, type Look, spotOf, valuesOf } from "./spot.js";
import { filled } from "./template.js";

/** Empty if there is nothing to read: an earlier step creates it, or no GET returns it. @throws Failure of the requests */
export async function looksOf({ sees }: Row, asked: Asked, world: World): Promise<Look[]> {
  if (!sees || asked.endpoint.params.some((name: string) => isFrom(asked.params[name]))) return [];
  switch (sees.as) {
    case "fields":
      return fieldLooks(sees, asked, world);
    case "gone":
      return [await lookAt(sees.of, asked, world, sees.keep ?? [], () => null)];
    case "new":
      return newLooks(sees, asked, world);
    case "state":
      return stateLooks(sees, asked, world);
    case "order":
      return placeLook(sees, asked, world);
    case "members":
      return memberLooks(sees.of, asked, world);
  }
}

async function lookAt(
  of: Source,
  asked: Asked,
  world: World,
  fields: readonly string[],
  after: (before: Fields) => Fields | undefined,
): Promise<Look> {
  const spot = spotOf(of, asked, fields);
  if (!spot) throw new TypeError(`${of.get} cannot be read for ${asked.endpoint.path}`);
  const before = await world.look(spot);
  return { spot, before, after: after(before) };
}

/** Looks for the members of the body, grouped by where they are read. */
async function fieldLooks(sees: Extract<Sees, { as: "fields" }>, asked: Asked, world: World): Promise<Look[]> {
  const rules = Object.keys(asked.body).map((name) => [name, sees.members?.[name] ?? {}] as const);
  const own = rules.filter(([, { of, swap }]) => !of && swap === undefined);
  const fields = [...new Set(own.map(([name, { at = name }]) => at))];
  const isKnown = rules.every(([, { swap }]) => swap === undefined);
  const looks = [await lookAt(sees.of, asked, world, fields, () => (isKnown ? wanted(own, asked) : undefined))];
  for (const [name, rule] of rules) {
    if (!rule.of) continue;
    const after = { [rule.at ?? name]: asked.body[name] };
    const look = await lookAt(rule.of, asked, world, [rule.at ?? name], () =>
      isFrom(asked.body[name]) ? undefined : after,
    );
    looks.push({ ...look, label: name });
  }
  // If every member is read elsewhere, the look at the thing itself is not needed.
  return own.length === 0 && looks.length > 1 ? looks.slice(1) : looks;
}

function wanted(rules: readonly (readonly [string, Member])[], { body }: Asked): Fields | undefined {
  const known: Record<string, unknown> = {};
  for (const [name, rule] of rules) {
    const value = fieldOf(body[name], rule);
    if (rule.opaque || value === undefined || isFrom(value)) return undefined;
    known[rule.at ?? name] = value;
  }
  return known;
}

/** The value of the field that a member of the body sets. */
function fieldOf(value: unknown, { inner, means }: Member): unknown {
  if (means) return value === true ? means[0] : means[1];
  return inner !== undefined && isObject(value) ? value[inner] : value;
}

/** None if a similar thing exists already: then finding one later would prove nothing. */
async function newLooks({ of, fields }: Extract<Sees, { as: "new" }>, asked: Asked, world: World): Promise<Look[]> {
  const spot = spotOf(of, asked, Object.keys(of.item ?? fields ?? {}));
  if (!spot) return [];
  const before = await world.look(spot);
  if (before !== null) return [];
  const after = of.item ? { ...spot.item } : evaluated(fields ?? {}, asked);
  return [{ spot, before, after }];
}

async function stateLooks(sees: Extract<Sees, { as: "state" }>, asked: Asked, world: World): Promise<Look[]> {
  const after = evaluated(sees.becomes, asked);
  const fields = [...Object.keys(sees.becomes), ...(sees.keep ?? [])];
  const isKnown = Object.keys(after).length > 0 && !Object.values(after).some(isFrom);
  if (!spotOf(sees.of, asked, fields)) return [];
  return [await lookAt(sees.of, asked, world, fields, (before) => (isKnown ? { ...before, ...after } : undefined))];
}

const evaluated = (templates: Readonly<Record<string, Template>>, asked: Asked): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(templates).map(([path, template]) => [path, filled(template, valuesOf(asked)) ?? null]),
  );

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

/** One look for each person. As in the service, removal wins. */
async function memberLooks(of: Source, asked: Asked, world: World): Promise<Look[]> {
  const { add, remove, memberships } = asked.body;
  const [added, removed] = [new Set(listOf(add)), new Set(listOf(remove))];
  const roles = isObject(memberships) ? memberships : {};
  const looks: Look[] = [];
  for (const user of new Set([...added, ...removed, ...Object.keys(roles)])) {
    const role = isObject(roles[user]) ? roles[user].role : undefined;
    const item = { [user.includes("@") ? "organization.user.email" : "organization.id"]: user };
    const look = await lookAt({ ...of, item }, asked, world, ["team.role"], (before) => {
      if (removed.has(user)) return null;
      if (role !== undefined) return { "team.role": role };
      return before ?? { "team.role": "member" };
    });
    looks.push({ ...look, label: user });
  }
  return looks;
}
