/** The fields that a step changes, for people: as they are and as they will be. */
import { isObject } from "../../shared/values.js";
import { wrapBehind } from "../../shared/wrap.js";
import { endpointNamed } from "../endpoints.js";
import { createObservationFinder, shownName } from "../format/recorded.js";
import { undoRuleOf } from "../inverses/index.js";
import { observationsOf } from "../make/observations.js";
import { type Evidence, type Fact, type Fields, isReference, type Step } from "../types.js";
import { membershipChanges } from "./tally.js";

// Names of people and things beside their ids, as the service has them.

export interface Person {
  name: string;
  email: string;
}

export interface Names {
  /** People by id. */
  people: ReadonlyMap<string, Person>;
  /** Titles of everything else by id. */
  titles: ReadonlyMap<string, string>;
}

export const NO_NAMES: Names = { people: new Map(), titles: new Map() };

/** `Ann Lee (ann@example.com)`; the id of somebody whose name is not known. */
export function personText({ people }: Names, user: string): string {
  const { name, email } = people.get(user) ?? { name: "", email: "" };
  if (name === "") return email || user;
  return `${name} (${email || user})`;
}

/** Members whose values are ids of things that have titles. */
const HOLDS_ID =
  /^(?:after|parent|spaces|(?:space|section|sectionGroup|group|siteSpace|collection|team|default(?:Site)?(?:Space|Section)?)(?:Id|\.id)?)$/;

/** The titles of the things that the value of a member names: `Guide`. Undefined where none is known. */
function titlesIn({ titles }: Names, member: string, value: unknown): string | undefined {
  if (!HOLDS_ID.test(member)) return undefined;
  const found = idsIn(value).map((id) => titles.get(id));
  return found.length === 0 || found.includes(undefined) ? undefined : found.join(", ");
}

const idsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Array.isArray(value) ? value.flatMap(idsIn) : [];

// Shows the evidence that a plan was made from: nothing in a plan can prove it, so it is shown as what the file says.

export const EVIDENCE_HEADING = "When it was made, according to the file";

/** Cut in the middle of nothing: what is left out of a long list is counted. */
const shortenList = (values: readonly string[], most: number): string[] =>
  values.length > most ? [...values.slice(0, most), `and ${values.length - most} more`] : [...values];

/** `teams (3)`; what is there once, or not at all, has no number. */
export const factHeading = ({ name, values }: Fact): string =>
  values.length > 1 ? `${name} (${values.length})` : name;

/** `reviewer: Ann Lee; reason: left the team` */
export const factsText = (facts: readonly Fact[]): string =>
  facts.map(({ name, values }) => `${name}: ${values.join(", ") || "none"}`).join("; ");

/** The facts about one person or file, the first line without a lead. `most`: longer lists are cut. */
export function evidenceLines(
  { about, facts }: Evidence,
  { width, most, lead = "" }: { width: number; most: number; lead?: string },
): string[] {
  const factLines = (fact: Fact): string[] => {
    const [only, ...others] = fact.values;
    if (others.length === 0) return wrapBehind(`${lead}  `, `${fact.name}: ${only ?? "none"}`, width);
    const values = shortenList(fact.values, most).flatMap((value) => wrapBehind(`${lead}    `, value, width));
    return [...wrapBehind(`${lead}  `, factHeading(fact), width), ...values];
  };
  return [...wrapBehind(lead, about, width), ...facts.flatMap(factLines)];
}

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
