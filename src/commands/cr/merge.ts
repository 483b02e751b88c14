/** `cr merge` and `cr update`: they answer alike, and both are refused for a merged one. */
import { getChangeRequest, mergeChangeRequest, pullChangeRequest } from "../../catalog/change-requests.js";
import { defineCommand, many, type Target } from "../../cli/command.js";
import type { Api, NextCommand } from "../../cli/context.js";
import { only } from "../../cli/flags.js";
import { changeRequest } from "../../cli/kinds.js";
import type { Column } from "../../cli/output/types.js";
import { Failure, usage } from "../../errors.js";
import { requestName } from "./columns.js";
import { READY_READS, refuseUnready, updateIfBehind } from "./ready.js";

const revisionOf = ({ revision }: { revision?: string | null | undefined }): string =>
  typeof revision !== "string" ? "an unknown revision" : `revision ${revision}`;

interface MergeAnswer {
  result?: string | null;
}

/** A `conflicts` result is a refusal: nothing was changed, people have to look at it. */
function refuseConflicts(next: NextCommand, label: string, what: string, result: MergeAnswer): void {
  if (result.result !== "conflicts") return;
  throw new Failure("conflict", `change request ${label} ${what}: it conflicts with the main content`, {
    hint: `resolve the conflicts in the app: ${next("cr view", label)} --web`,
    outcome: "not_applied",
  });
}

/** A merged change request is refused with 409: said so whatever words the service uses. */
async function orMerged<T>(api: Api, cr: Target<typeof changeRequest>, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 409) throw error;
    // Only for better words: when it cannot be read, the refusal itself is what there is to tell.
    const found = await api.call(getChangeRequest, { params: cr.params }).catch(() => undefined);
    if (found?.status !== "merged") throw error;
    throw new Failure("conflict", `change request ${cr.label} is already merged`, {
      hint: found.revisionMerged ? `it became revision ${found.revisionMerged}` : undefined,
      status: error.status,
      outcome: error.outcome,
      details: error.details,
      cause: error,
    });
  }
}

/** Merging and updating answer alike: a result, and the revision that came out. */
const REVISION: readonly Column<{ revision?: string | null | undefined; result?: string | null | undefined }>[] = [
  { header: "Revision", path: "revision", as: "id" },
  { header: "Result", path: "result", as: "state" },
];

export const merge = defineCommand({
  name: "merge",
  summary: "Merge change requests into their space",
  description: [
    "--if-ready runs docs cr check first and merges only if it passes: no broken links, no open comments, up to date with its",
    "space. Exit code 11 means not ready, 9 that it could not be determined. --update first pulls in the content of the space",
    "if the change request is behind; a conflict ends with 5, and nothing is merged.",
  ].join("\n"),
  endpoints: [mergeChangeRequest],
  uses: [pullChangeRequest, ...READY_READS],
  args: { cr: many(changeRequest) },
  flags: {
    ifReady: only("merge only if docs cr check passes"),
    update: only("with --if-ready: first pull in the content of the space"),
  },
  mayConfirm: true,
  readsInDryRun: true,
  examples: [
    "docs cr merge 42",
    "docs cr merge 42 43 --json",
    "docs cr merge 42 --if-ready --update",
    "docs cr list -q '.[].number' | docs cr merge -",
  ],
  run: async (input) => {
    const { args, api, out, next, unnamed, confirm, flags, globals } = input;
    if (flags.update && !flags.ifReady) throw usage("--update needs --if-ready", "or run: docs cr update");
    if (unnamed) await confirm(() => mergeQuestion(api, args.cr), "no change request was named");
    return out.each(
      args.cr,
      async (cr) => {
        const isGated = flags.ifReady === true;
        const updated =
          isGated && flags.update && !globals.safety.dryRun
            ? await orMerged(api, cr, updateIfBehind(input.api, cr))
            : undefined;
        if (updated) refuseConflicts(next, cr.label, "was not updated", updated);
        return afterUpdate(updated, async () => {
          if (isGated) await refuseUnready(input, cr);
          if (isGated && globals.safety.dryRun) out.note(`change request ${cr.label} is ready`);
          const result = await orMerged(api, cr, api.call(mergeChangeRequest, { params: cr.params }));
          refuseConflicts(next, cr.label, "was not merged", result);
          return result;
        });
      },
      {
        columns: REVISION,
        lookUp: "title and place",
        done: (cr, result, { place }) => `Merged ${requestName(cr.label)} into ${place ?? revisionOf(result)}`,
      },
    );
  },
});

/** A merge that fails after an update says that the update was made. */
async function afterUpdate<T>(updated: { revision?: string | null } | undefined, merge: () => Promise<T>): Promise<T> {
  try {
    return await merge();
  } catch (error) {
    if (!updated || !(error instanceof Failure)) throw error;
    throw error.with({ message: [...error.lines, `it had been updated to revision ${updated.revision}`] });
  }
}

async function mergeQuestion(api: Api, [cr]: readonly Target<typeof changeRequest>[]): Promise<string> {
  if (!cr) return "Merge nothing?";
  const { number, subject } = await api.call(getChangeRequest, { params: cr.params });
  return `Merge change request ${number}${subject ? ` ${JSON.stringify(subject)}` : ""}?`;
}

export const update = defineCommand({
  name: "update",
  summary: "Pull the main content of the space into change requests",
  endpoints: [pullChangeRequest],
  args: { cr: many(changeRequest) },
  examples: [
    "docs cr update 42",
    "docs cr update 42 43 --json",
    "docs cr list -q '.[] | select(.outdated) | .number' | docs cr update -",
  ],
  run: ({ args, api, out, next }) =>
    out.each(
      args.cr,
      async (cr) => {
        const result = await orMerged(api, cr, api.call(pullChangeRequest, { params: cr.params }));
        refuseConflicts(next, cr.label, "was not updated", result);
        return result;
      },
      {
        columns: REVISION,
        lookUp: "title",
        done: (cr) => `Updated ${requestName(cr.label)} with the content of its space`,
      },
    ),
});
