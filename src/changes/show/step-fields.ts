/** The fields that a step changes, for people: as they are and as they will be. */
import { isObject } from "../../shared/values.js";
import { endpointNamed } from "../endpoints.js";
import { createObservationFinder, shownName } from "../format/recorded/recorded-fields.js";
import { undoRuleOf } from "../inverses/index.js";
import { observationsOf } from "../make/observations.js";
import { type Fields, isReference, type Step } from "../types.js";
import { type Names, personText, titlesIn } from "./names.js";
import { membershipChanges } from "./tally.js";

export interface FieldChange {
  name: string;
  /** Undefined: there was nothing, or it is not said. */
  before: string | undefined;
  /** Undefined: there is nothing afterward. */
  after: string | undefined;
  /** The value before is not compared before the step is sent. */
  isUnchecked: boolean;
}

/** Longer values are cut; the file has them in full. */
const LONGEST = 120;

export function fieldChanges(step: Step, names: Names): FieldChange[] {
  return undoRuleOf(step.endpoint).reads?.as === "members" ? memberChanges(step, names) : plainChanges(step, names);
}

function plainChanges(step: Step, names: Names): FieldChange[] {
  const { before, change } = step;
  // The place that a move leads to depends on its neighbors: the request says what is certain.
  const after = change === "move" ? (step.body ?? null) : step.after;
  const compared = comparedFields(step);
  const all = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return all.flatMap((name): FieldChange[] => {
    const was = valueText(before, name, names);
    const becomes = valueText(after, name, names);
    const field = { name, before: was, after: becomes, isUnchecked: was !== undefined && !compared.has(name) };
    if (change === "remove" || (change === "move" && becomes === undefined))
      return was === undefined ? [] : [{ ...field, after: undefined }];
    if (change === "create" || before === null || was === undefined)
      return becomes === undefined ? [] : [{ ...field, before: undefined, isUnchecked: false }];
    return was === becomes ? [] : [{ ...field, after: becomes ?? "not known yet" }];
  });
}

/** Lists people who come, who get another role and who leave, in this order. */
function memberChanges(step: Step, names: Names): FieldChange[] {
  const { added, changed, removed } = membershipChanges(step.body);
  const leaving = new Set(removed);
  const compared = comparedFields(step);
  const roles = step.body?.memberships;
  const roleBefore = (user: string): string | undefined => {
    if (!step.before || !Object.hasOwn(step.before, user)) return undefined;
    const role = step.before[user];
    return typeof role === "string" ? role : NOT_SET;
  };
  const roleAfter = (user: string, before: string | undefined): string => {
    const wanted = isObject(roles) && isObject(roles[user]) ? roles[user].role : undefined;
    if (leaving.has(user)) return before === undefined ? "removed" : NOT_SET;
    // A present member keeps the role.
    return typeof wanted === "string" ? wanted : before === undefined || before === NOT_SET ? "member" : before;
  };
  return [...added, ...changed, ...removed].flatMap((user): FieldChange[] => {
    const before = roleBefore(user);
    const after = roleAfter(user, before);
    const isUnchecked = before !== undefined && !compared.has(user);
    return before === after ? [] : [{ name: personText(names, user), before, after, isUnchecked }];
  });
}

/** The fields of `before` that are compared before the step is sent. */
function comparedFields({ endpoint, params, body = {}, reads }: Step): Set<string> {
  const asked = { endpoint: endpointNamed(endpoint), params, body };
  const find = createObservationFinder(observationsOf(undoRuleOf(endpoint), asked));
  return new Set(
    reads.flatMap((read) => {
      const label = find(read)?.label;
      return label === undefined ? read.fields.map(shownName) : [label];
    }),
  );
}

const NOT_SET = "not set";

function valueText(fields: Fields, name: string, names: Names): string | undefined {
  if (!fields || !Object.hasOwn(fields, name) || fields[name] === undefined) return undefined;
  const value = fields[name];
  if (value === null) return NOT_SET;
  if (name === "position") return positionText(value, names) ?? JSON.stringify(value);
  const text = JSON.stringify(value);
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
  const title = titlesIn(names, name, value);
  return title === undefined ? shown : `${shown} (${title})`;
}

/** `after "s1" (Guide)`; undefined: it is no place beside something. */
function positionText(value: unknown, names: Names): string | undefined {
  for (const side of ["before", "after"]) {
    const beside = isObject(value) ? value[side] : undefined;
    if (!isObject(beside)) continue;
    const [id] = Object.entries(beside).flatMap(([name, member]) => (name === "type" ? [] : [member]));
    if (isReference(id)) return `${side} {${id.$from}.${id.path}}`;
    const title = typeof id === "string" ? names.titles.get(id) : undefined;
    return typeof id === "string"
      ? `${side} ${JSON.stringify(id)}${title === undefined ? "" : ` (${title})`}`
      : undefined;
  }
  return undefined;
}

/** `title: "Guide" → "Handbook"` */
export function formatField({ name, before, after, isUnchecked }: FieldChange): string {
  const was = before !== undefined && isUnchecked ? `${before} (not compared)` : before;
  return `${name}: ${[was, after].filter((one) => one !== undefined).join(" → ")}`;
}
