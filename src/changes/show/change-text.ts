/** Describes a change in a line, and before a change what cannot be undone. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { isWriting, nameOf } from "../endpoints.js";
import { undoRuleOf } from "../inverses/index.js";
import type { Fields, Plan, ShownStep, UndoWay } from "../types.js";

const HAS_THEM = "it already has these values";
/** Longer values are cut. */
const LONGEST = 60;

/** `change space "Guide": title "Guide" → "Handbook"`: the title of a step, with its values as far as they are known. */
export function changeText({ title, change, thing, before, after }: ShownStep): string {
  // The title of a step with its own verb says more than its fields.
  const lead = leadOf({ title, thing });
  if (change !== "change" || lead === undefined || !before || !after) return title;
  const fields = Object.keys(after).filter((name) => valueText(before, name) !== valueText(after, name));
  const words = fields.map((name) => `${fieldLabel(name)} ${valueText(before, name)} → ${valueText(after, name)}`);
  return `${lead}: ${words.length > 0 ? words.join(", ") : HAS_THEM}`;
}

/** `change space "Guide"`, `edit change request "Screws"`, behind which the values say more than the fields. */
const leadOf = ({ title, thing }: { title: string; thing: string }): string | undefined =>
  ["change", "edit"].map((verb) => `${verb} ${thing}`).find((lead) => title.startsWith(lead));

/**
 * `Changed space "Guide": title "Guide" → "Handbook"`; undefined: the values are not known.
 * @param name a shorter one, where the changed fields are what the step calls it by: `#43`
 */
export function formatChanged(step: ShownStep, name = step.thing): string | undefined {
  const text = changeText(step);
  if (text === step.title) return undefined;
  if (hasNoEffect(step)) return `No change: ${name} ${HAS_THEM.replace("it ", "")}`;
  return text.replace(leadOf(step) ?? "", () => `Changed ${name}`);
}

/** True if the values are known, and none differs. */
export const hasNoEffect = (step: ShownStep): boolean => changeText(step).endsWith(`: ${HAS_THEM}`);

/** The verb that the title of a step begins with, and the rest. */
function splitVerb(step: ShownStep): [verb: string, rest: string] {
  const text = changeText(step);
  const [verb = ""] = text.split(/\s/, 1);
  return [verb, text.slice(verb.length)];
}

/** `Changed space "Guide": title "Guide" → "Handbook"`: a step that was done. A title with another verb is quoted as it is. */
export function formatDone(step: ShownStep): string {
  const [verb, rest] = splitVerb(step);
  const past = PAST[verb] ?? (REGULAR.has(verb) ? `${verb}${verb.endsWith("e") ? "d" : "ed"}` : undefined);
  return past === undefined ? `Done: ${verb}${rest}` : `${past.charAt(0).toUpperCase()}${past.slice(1)}${rest}`;
}

/** The verbs of the titles of steps. */
const PAST: Readonly<Record<string, string>> = { apply: "applied", put: "put", take: "took", transfer: "transferred" };
const REGULAR = new Set("act change create edit import merge move publish remove require restore update".split(" "));

/** Labels of columns that differ from the contract. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ["body.markdown", "text"],
  ["body", "text"],
  ["addedReactions", "reactions"],
  ["ai", "AI"],
  ["sso", "SSO"],
]);

/** `defaultLevel` as columns call it: `default level`. */
const fieldLabel = (name: string): string =>
  LABELS.get(name) ??
  name.replace(/([a-z\d])([A-Z])/g, (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`);

/** An undo before it is done, in a sentence for each step, and what will differ from how it was. */
export function undoSentences(undo: Plan, { steps }: Plan, originalOf: (id: string) => string): string[] {
  const undone = new Set(undo.steps.map(({ id }) => originalOf(id)));
  const reasons = steps.flatMap(({ id, undo: how, why }) => (undone.has(id) && how !== "exact" && why ? [why] : []));
  return [...undo.steps.map(formatUndoStep), ...new Set(reasons.map((why) => `Not exactly as it was: ${why}.`))];
}

/** `Creates team "Writers" again`, `Removes site "Beta". This cannot be redone: its design cannot be restored.` */
function formatUndoStep(step: ShownStep & UndoWay): string {
  const [verb, rest] = splitVerb(step);
  const present = `${verb.charAt(0).toUpperCase()}${verb.slice(1)}${/(?:s|sh|ch|x)$/.test(verb) ? "es" : "s"}`;
  const isLast = step.undo === "impossible";
  const reason = step.why === undefined ? "" : `: ${step.why}`;
  return `${present}${rest}${step.change === "create" ? " again" : ""}${isLast ? `. This cannot be redone${reason}` : ""}.`;
}

function valueText(fields: NonNullable<Fields>, name: string): string {
  const value = fields[name] ?? null;
  if (value === null) return "not set";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string" && value.length > LONGEST) return JSON.stringify(`${value.slice(0, LONGEST)}…`);
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Warning before one of these requests is sent; undefined if it can be undone, more or less. */
export function formatLoss(endpoints: readonly AnyEndpoint[]): string | undefined {
  const rule = endpoints
    .filter(isWriting)
    .map((endpoint) => undoRuleOf(nameOf(endpoint)))
    .find(({ undo }) => undo === "impossible");
  if (rule?.why?.includes("cannot be undone")) return `${rule.why.charAt(0).toUpperCase()}${rule.why.slice(1)}.`;
  return rule && `This cannot be undone${rule.why === undefined ? "" : `: ${rule.why}`}.`;
}
