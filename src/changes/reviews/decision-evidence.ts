/** Evidence of the review that a plan was made from: who decided what, and for what reason. */

import { sha256Of } from "../../shared/values.js";
import { count } from "../../shared/wrap.js";
import type { Places } from "../guards/places.js";
import type { Evidence, Fact } from "../types.js";
import { countsOf, type Decision, type Review, type ReviewedGrant } from "./review-rows.js";

export const decisionText = (decision: Decision): string =>
  decision.is === "role" ? `role:${decision.role}` : decision.is;

/** The rows that decide the same about a grant: a table may have it twice. */
const rowsOf = (row: ReviewedGrant): ReviewedGrant[] => [row, ...row.repeats];

const removeDuplicates = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ""))];

/** For the step of one decision. */
export function decisionEvidence(row: ReviewedGrant): Fact[] {
  const rows = rowsOf(row);
  return [
    { name: "decision", values: row.decision ? [decisionText(row.decision)] : [] },
    { name: "reviewer", values: removeDuplicates(rows.map(({ reviewer }) => reviewer)) },
    { name: "reason", values: removeDuplicates(rows.map(({ reason }) => reason)) },
    { name: "line", values: rows.map(({ line }) => `${line}`) },
  ];
}

/** Lines of the table that ask for a change: a person who leaves the organization leaves its teams, whatever their own rows decide. */
export function placesIn({ rows }: Review, organization: string): Places {
  const byGrant = new Map(rows.map((row) => [`${row.id} ${row.user}`, row]));
  const deciding = (user: string, id: string, kinds: readonly Decision["is"][]): number[] => {
    const row = byGrant.get(`${id} ${user}`);
    return row?.decision && kinds.includes(row.decision.is) ? rowsOf(row).map(({ line }) => line) : [];
  };
  return {
    unit: "line",
    asking: (user, team) => [
      ...deciding(user, team ?? organization, ["remove", "role"]),
      ...(team === undefined ? [] : deciding(user, organization, ["remove"])),
    ],
  };
}

/** For the whole plan. `text`: the file as it was read, which is without its byte order mark. */
export function reviewEvidence(review: Review, name: string, text: string): Evidence {
  const { rows, keep, remove, role, notReviewed, unusable } = countsOf(review);
  const reviewers = new Map<string, number>();
  for (const { decision, reviewer } of review.rows) {
    if (decision) reviewers.set(reviewer, (reviewers.get(reviewer) ?? 0) + 1);
  }
  return {
    about: name === "-" ? "a review from standard input" : `review ${name}`,
    facts: [
      { name: "SHA-256 without the byte order mark", values: [sha256Of(text)] },
      {
        name: "rows",
        values: [
          `${rows} (${keep} keep, ${remove} remove, ${role} role, ${notReviewed} not reviewed, ${unusable} not usable)`,
        ],
      },
      {
        name: "reviewers",
        values: [...reviewers].map(([who, number]) => `${who || "no reviewer named"}: ${count(number, "decision")}`),
      },
    ],
  };
}
