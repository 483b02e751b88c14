/** Shows the evidence that a plan was made from: nothing in a plan can prove it, so it is shown as what the file says. */
import { wrapBehind } from "../../shared/wrap.js";
import type { Evidence, Fact } from "../types.js";

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
