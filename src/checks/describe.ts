/** Describes rules for lists, the reference and dry runs. */
import { type Bound, eachOf, needsOf } from "./cost.js";
import type { SubjectKind } from "./subjects.js";
import type { AnyRule, Need } from "./types.js";

/** "GET /v1/spaces/{spaceId}/links?limit=1 for each space". */
export function requestText({ endpoint, first, when }: Need): string {
  const each = eachOf(endpoint);
  const often = each === undefined ? "once" : `for each ${each.replaceAll("-", " ")}`;
  return `${endpoint.method} ${endpoint.path}${first ? "?limit=1" : ""} ${often}${when === undefined ? "" : `, where ${when}`}`;
}

export const infoOf = (rule: AnyRule) => ({
  id: rule.id,
  severity: rule.severity,
  tag: rule.tag,
  summary: rule.summary,
  why: rule.why,
  of: rule.of.replaceAll("-", " "),
  /** Null if the rule has no threshold. */
  days: rule.days ?? null,
  requests: needsOf(rule).map(requestText),
  fix: rule.fix,
  /** Null if no plan fixes its findings. */
  planned: rule.planned ?? null,
  example: rule.example,
  on: (rule.off ?? rule.costly) === undefined,
  off: rule.off ?? rule.costly ?? null,
});

/** "At most 5,052 requests, 3 for each space, plus one for each page of the lists of spaces". */
export function boundText({ fixed, each, lists }: Bound): string {
  const named = (kind: SubjectKind) => kind.replaceAll("-", " ");
  const parts = [...each].map(([kind, most]) => `${most.toLocaleString("en")} for each ${named(kind)}`);
  const names = lists.map((kind) => `${named(kind)}s`).join(", ");
  const listed = names === "" ? [] : [`one for each page of the lists of ${names}`];
  return `At most ${[`${fixed.toLocaleString("en")} requests`, ...parts, ...listed].join(", plus ")}`;
}
