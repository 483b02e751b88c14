/** Derives the requests that undo a step, as far as possible given what is there now. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { isObject } from "../../facts/values.js";
import { named } from "../endpoints.js";
import type { Back, Member, Row } from "../matrix/types.js";
import type { PlannedCall, Undo } from "../types.js";
import type { World } from "../world.js";
import { putBack } from "./place.js";
import type { Asked, Look } from "./spot.js";
import { filled, type Values } from "./template.js";

export interface Inverse {
  inverse: PlannedCall[];
  undo: Undo;
  why?: string;
}

interface Given extends PlannedCall {
  /** Id of the step. */
  id: string;
}

const impossible = (why: string | undefined): Inverse => ({
  inverse: [],
  undo: "impossible",
  ...(why !== undefined && { why }),
});

export async function inverseOf(
  row: Row,
  given: Given,
  asked: Asked,
  looks: readonly Look[],
  world: World,
): Promise<Inverse> {
  const { back, sees } = row;
  const plain = { undo: row.undo, ...(row.why !== undefined && { why: row.why }) };
  if (!back) return impossible(row.why);
  if (sees && sees.as !== "new" && looks.length === 0) {
    // An earlier step creates what it changes: undoing that one suffices.
    return { inverse: [], undo: "exact", why: "undone along with what it belongs to" };
  }
  if (back === "members") return { ...plain, inverse: membersBack(given, looks) };
  if (back === "place") {
    const [look] = looks;
    const back = look && sees?.as === "order" && (await putBack(sees, asked, given, look, world));
    if (!back) return impossible("it has no neighbor to be put back beside");
    const near = { undo: "near" as const, why: "it has no neighbor: it may end up in another place" };
    return { ...(back.isNear ? near : plain), inverse: [back.call] };
  }
  return callsBack(row, back, given, asked, looks);
}

function callsBack(row: Row, back: readonly Back[], given: Given, asked: Asked, looks: readonly Look[]): Inverse {
  const isThere = looks[0]?.before != null;
  const before = Object.assign({}, ...looks.map((look) => look.before ?? {}));
  const values: Values = { step: given.id, params: given.params, body: given.body ?? {}, before };
  const lost: string[] = [];
  const inverse = back
    .filter(({ when }) => when === undefined || (when === "present") === isThere)
    .flatMap((one) => callBack(one, row, values, asked, looks, lost));
  const plain = { undo: row.undo, ...(row.why !== undefined && { why: row.why }) };
  if (lost.length === 0) return { inverse, ...plain };
  const why = `it was empty before, and the service refuses an empty ${lost.join(", ")}`;
  return inverse.length === 0 ? impossible(why) : { inverse, undo: "near", why };
}

function callBack(
  { endpoint: name, params, body }: Back,
  row: Row,
  values: Values,
  asked: Asked,
  looks: readonly Look[],
  lost: string[],
): PlannedCall[] {
  const endpoint = named(name);
  const own = Object.fromEntries(
    (endpoint.params as readonly string[]).map((param) => [
      param,
      params?.[param] === undefined ? (values.params[param] ?? asked.params[param]) : filled(params[param], values),
    ]),
  ) as PlannedCall["params"];
  // There is nothing to go back to.
  if (Object.values(own).some((value) => value === undefined || value === null)) return [];
  if (body === undefined) return [{ endpoint: name, params: own }];
  const sent = body === "before" ? bodyBefore(row, endpoint, values, looks, lost) : filled(body, values);
  if (!isObject(sent) || Object.keys(sent).length === 0) return [];
  return [{ endpoint: name, params: own, body: sent }];
}

/** The members of the body with their old values; the names of those that cannot be set go to `lost`. */
function bodyBefore(
  { sees }: Row,
  endpoint: AnyEndpoint,
  { body }: Values,
  looks: readonly Look[],
  lost: string[],
): Record<string, unknown> {
  const back: Record<string, unknown> = {};
  for (const name of Object.keys(body)) {
    const rule: Member = (sees?.as === "fields" ? sees.members?.[name] : undefined) ?? {};
    if (rule.swap !== undefined) back[rule.swap] = body[name];
    else {
      const look = rule.of ? looks.find(({ label }) => label === name) : looks.find(({ label }) => label === undefined);
      const value = memberOf(look?.before?.[rule.at ?? name] ?? null, rule);
      if (value !== null || isNullable(endpoint, name)) back[name] = value;
      else lost.push(name);
    }
  }
  return back;
}

export function memberOf(field: unknown, { inner, means, empty }: Member): unknown {
  if (means) return field === means[0];
  const value = field ?? empty ?? null;
  return inner === undefined || value === null ? value : { [inner]: value };
}

export const isNullable = (endpoint: AnyEndpoint, name: string): boolean =>
  endpoint.body?.().safeParse({ [name]: null }).success === true;

/** One request for everybody. People are named as in the original request. */
function membersBack({ endpoint, params }: Given, looks: readonly Look[]): PlannedCall[] {
  const add: string[] = [];
  const remove: string[] = [];
  const memberships: Record<string, unknown> = {};
  for (const { before, after, label = "" } of looks) {
    if (before === null && after) remove.push(label);
    if (before !== null && !after) add.push(label);
    const role = before?.["team.role"];
    if (role !== undefined && role !== null && role !== after?.["team.role"]) memberships[label] = { role };
  }
  const body = {
    ...(add.length > 0 && { add }),
    ...(remove.length > 0 && { remove }),
    ...(Object.keys(memberships).length > 0 && { memberships }),
  };
  return Object.keys(body).length === 0 ? [] : [{ endpoint, params, body }];
}
