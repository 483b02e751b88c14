/** Parts of commands that make and apply plans: flags that lift a guard, and the members of their answers. */
import { list, only, text } from "../../cli/flags.js";
import { usage } from "../../errors.js";
import { RECEIPT_FLAGS } from "./receipt.js";
import { CONFIRM } from "./shared.js";

export const REMOVAL_FLAGS = {
  maxRemovals: text({
    describe: "maximum share of a team or the organization that may be removed; default 25%",
    value: "percent",
  }),
  allowTeam: list({
    describe: "a team that may lose any share of its members: title or id",
    value: "team",
  }),
};
export const GUARD_FLAGS = { ...REMOVAL_FLAGS, touchMe: only("allow steps that change your own membership") };
export const PLAN_FLAG = text({ describe: "only write the plan to this new file", value: "path" });

/** Flags of a command that makes a plan about people from a file, and applies it. */
export const PEOPLE_PLAN_FLAGS = { ...GUARD_FLAGS, plan: PLAN_FLAG, confirm: CONFIRM, ...RECEIPT_FLAGS };

/** Members of a plan in JSON. */
export const PLAN_FIELDS: readonly string[] = [
  ...["format", "id", "origin", "organization", "maker", "command", "made", "by", "complete", "totals", "memberships"],
  ...["maxRemovals", "me", "rails", "cannotUndo", "left", "site", "evidence", "steps"],
];

/** Members of the outcome of each step that was applied, or of the plan where nothing is applied. */
export const RESULT_FIELDS: readonly string[] = [
  "id",
  "outcome",
  "title",
  "says",
  ...PLAN_FIELDS.filter((name) => name !== "id"),
];

/** `25%` or `25` to 0.25. @throws Failure usage */
export async function chooseShare(text: string | undefined): Promise<number> {
  if (text === undefined) return (await import("../../changes/types.js")).MAX_REMOVALS;
  const number = /^(\d{1,3}(?:\.\d+)?)\s*%?$/.exec(text.trim())?.[1];
  const share = Number(number) / 100;
  if (number === undefined || share > 1)
    throw usage(`--max-removals takes a percentage from 0% to 100%, not ${JSON.stringify(text)}`);
  return share;
}

/** Ids of the people whom --touch-me allows to touch. */
export const touchableUsers = (touchMe: boolean | undefined, me: string | undefined): string[] =>
  touchMe && me !== undefined ? [me] : [];
