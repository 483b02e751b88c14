/** `cr view` for people: how it stands, which pages it changes, and what is said about it. */
import type { Context } from "../../cli/context.js";
import { Failure } from "../../errors.js";
import { endsRun } from "../../shared/outage-rule.js";
import { count } from "../../shared/wrap.js";
import { type Cr, type ReadChange, readChanges } from "./page-diffs.js";
import { commentLines, headLines, pagesLines, type ReviewComment, type ReviewSubject } from "./review-screen.js";

interface Viewed {
  found: ReviewSubject;
  comments: readonly (ReviewComment & { status?: string | null | undefined })[];
}

/** The texts of resolved comments are left to --comments. */
export async function showChangeRequest(context: Context, cr: Cr, { found, comments }: Viewed): Promise<void> {
  const { out, now, globals, next } = context;
  const changes = found.status === "merged" ? undefined : await loadChanges(context, cr, found);
  const counted = comments.map((one, at) => ({ ...one, handle: `c${at + 1}` }));
  const open = counted.filter(({ status }) => status !== "resolved");
  const resolved = counted.length - open.length;
  const isLong = (changes?.length ?? 0) > 0 || open.length > 0;
  await out.screen((view) => [
    ...headLines(found, view, now()),
    ...(changes ? pagesLines(changes, open, view.width) : []),
    ...commentLines(open, "Open comments", { width: view.width, now: now() }),
    ...(resolved > 0 ? [`${count(resolved, "resolved comment")}: ${next("cr view", cr.label)} --comments`] : []),
    ...(isLong ? [""] : []),
    ...(found.urls?.app ? [found.urls.app] : []),
    ...(globals.output.ids && found.id ? [`ID: ${found.id}`, `Revision: ${found.revision ?? ""}`] : []),
  ]);
}

/** Undefined where the pages cannot be read: the change request itself was. */
async function loadChanges(context: Context, cr: Cr, found: ReviewSubject): Promise<readonly ReadChange[] | undefined> {
  try {
    return await readChanges(context, cr, found, false);
  } catch (error) {
    if (!(error instanceof Failure) || endsRun(error.kind)) throw error;
    context.out.note(`the pages that it changes could not be read: ${error.message}`);
    return undefined;
  }
}
