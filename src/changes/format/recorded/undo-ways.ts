/** How a step can be undone, derived from its request and what was there; what a file says has to be one of these. */
import { hashOf, isObject } from "../../../shared/values.js";
import type { UndoRule } from "../../inverses/types.js";
import { type Inverse, NEAR_PLACE, NO_NEIGHBOR, NOT_READ, plainOf, recordedInverse } from "../../make/inverse.js";
import { LOST_PLACE, SECRET } from "../../make/refusals.js";
import type { ObservedFields, ResolvedCall } from "../../make/selector.js";
import type { SiteState } from "../../site/model.js";
import { isOfSite } from "../../site/undo/effects.js";
import { withExactSiteUndo } from "../../site/undo-exactness.js";
import type { PlannedCall, Step, StepDraft } from "../../types.js";

type Way = Pick<Inverse, "inverse" | "undo"> & { why?: string | undefined };

const NOT_SAID = "the plan does not say how";

/** All ways that the planner may have written for it. */
export function undoWays(
  given: StepDraft,
  {
    rule,
    asked,
    observed,
    isRecorded,
  }: { rule: UndoRule; asked: ResolvedCall; observed: readonly ObservedFields[]; isRecorded: boolean },
  site: SiteState | undefined,
): Way[] {
  const derived: Way =
    isRecorded || !needsBefore(rule)
      ? recordedInverse(rule, given, asked, observed)
      : { inverse: [], undo: "impossible", why: NOT_READ };
  const lost = [NOT_READ, SECRET, NO_NEIGHBOR].map((why): Way => ({ inverse: [], undo: "impossible", why }));
  const ways: Way[] = [derived, ...lost];
  if (rule.reads?.as === "order") ways.push({ inverse: [], ...LOST_PLACE }, ...placeWays(given, rule, asked, observed));
  ways.push(...ways.flatMap((way) => (way.inverse.length > 0 ? waysWithCaveats(way, rule) : [])));
  if (site === undefined || !isOfSite(given, site)) return ways;
  return ways.flatMap((way): Way[] => [
    // The type of `undo` and `inverse` says that they may be missing, which they are not.
    withExactSiteUndo({ ...given, ...way, change: rule.change }) as Way,
    way,
  ]);
}

/** The same requests with what they may leave different, which depends on what else was there. */
function waysWithCaveats(way: Way, { caveats = [] }: UndoRule): Way[] {
  const lost = caveats.filter(({ undo }) => undo === "impossible");
  const near = caveats.filter(({ undo }) => undo !== "impossible");
  let sets: string[][] = [[]];
  for (const { why } of near) sets = sets.concat(sets.map((set) => set.concat(why)));
  return [
    ...lost.map(({ why }): Way => ({ inverse: [], undo: "impossible", why })),
    ...sets.slice(1).map((set): Way => {
      const why = [...(way.why === undefined ? [] : [way.why]), ...set].join("; ");
      return { ...way, undo: way.undo === "exact" ? "near" : way.undo, why };
    }),
  ];
}

/** True if the inverse depends on the earlier state. */
const needsBefore = ({ inverse: back }: UndoRule): boolean =>
  back === "members" || JSON.stringify(back ?? []).includes("before");

/** A move goes back beside its old neighbor; which one that is if it was the first, only the lists tell. */
function placeWays(
  { inverse = [], endpoint, params }: StepDraft,
  rule: UndoRule,
  asked: ResolvedCall,
  observed: readonly ObservedFields[],
): Way[] {
  const { reads } = rule;
  const [call, ...others] = inverse;
  if (!call || others.length > 0 || reads?.as !== "order") return [];
  const previous = observed[0]?.before?.$previous;
  if (call.endpoint !== endpoint) {
    const isAlone = [reads.alone?.into, reads.alone?.out].some((one) => one?.endpoint === call.endpoint);
    return isAlone && isAbout(call, asked) ? [{ inverse, ...NEAR_PLACE }] : [];
  }
  const isSame = hashOf(call.params) === hashOf(params);
  return isSame && isMoveBack(call.body, reads, previous)
    ? [
        { inverse, ...plainOf(rule) },
        { inverse, ...NEAR_PLACE },
      ]
    : [];
}

/** All parameters of the request, and nothing about another site or section. */
const isAbout = ({ params, body }: PlannedCall, asked: ResolvedCall): boolean => {
  const moved = asked.params[(asked.endpoint.params as readonly string[]).at(-1) ?? ""];
  const isOwn = Object.entries(params).every(
    ([name, value]) => !Object.hasOwn(asked.params, name) || asked.params[name] === value,
  );
  return isOwn && [...Object.values(params), ...Object.values(body ?? {})].includes(moved as never);
};

function isMoveBack(
  body: PlannedCall["body"],
  { type, reference }: { type: string; reference: string },
  previous: unknown,
): boolean {
  const { position, parent, ...others } = body ?? {};
  if (Object.keys(others).length > 0) return false;
  if (typeof previous === "string") {
    const isAfter = hashOf(position) === hashOf({ after: { type, [reference]: previous } });
    return parent === undefined && (isAfter || (isObject(position) && isObject(position.before)));
  }
  return position === undefined ? typeof parent === "string" : parent === undefined && isObject(position);
}

type Result = { way: Way } | { path: readonly string[]; says: string };

export function undoProblem({ inverse, undo, why }: Partial<Step>, ways: readonly Way[]): Result {
  if (inverse === undefined && undo === undefined) {
    return why === undefined || why === NOT_SAID
      ? { way: { inverse: [], undo: "impossible", why: NOT_SAID } }
      : { path: ["why"], says: "the plan does not say how to undo the step" };
  }
  const fitting = ways.filter((way) => hashOf(way.inverse) === hashOf(inverse ?? []));
  if (inverse && inverse.length > 0 && fitting.length === 0) {
    const [derived] = ways;
    const says = `it is not what undoes this request: ${JSON.stringify(derived?.inverse ?? []).slice(0, 500)}`;
    return { path: ["inverse"], says };
  }
  const isNone = (inverse ?? []).length === 0 && (undo ?? "impossible") === "impossible";
  if (isNone && (why === undefined || why === NOT_SAID))
    return { way: { inverse: [], undo: "impossible", why: why ?? NOT_SAID } };
  const graded = fitting.filter((way) => undo === undefined || way.undo === undo);
  if (graded.length === 0)
    return { path: ["undo"], says: `the request can be undone like this: ${fitting[0]?.undo ?? "impossible"}` };
  const way = graded.find((one) => why === undefined || one.why === why);
  return way
    ? { way }
    : { path: ["why"], says: `it does not fit the request: ${JSON.stringify(graded[0]?.why ?? null)}` };
}
