/** The session of `cr review`: what each key does. Whatever is sent is sent by the command of its own. */
import { getChangeRequest } from "../../catalog/change-requests.js";
import { listChangeRequestComments } from "../../catalog/comments.js";
import { createConfirm, type Key, lossOf } from "../../cli/ask/ask.js";
import type { AnyCommand } from "../../cli/command.js";
import type { Context } from "../../cli/context.js";
import { Failure } from "../../errors.js";
import { readAll, WHOLE } from "../../shared/list-gap.js";
import { endsRun } from "../../shared/outage-rule.js";
import { maskUrl } from "../../shared/secret-places.js";
import { foldText } from "../../shared/text/names.js";
import { check } from "./check.js";
import { comment } from "./discussion.js";
import { merge, update } from "./merge.js";
import { type Cr, type OtherChanges, type ReadChange, readChanges, readOtherChanges } from "./page-diffs.js";
import {
  commentsOn,
  commentTitle,
  onNoPage,
  overviewLines,
  pageLines,
  type ReviewComment,
  type ReviewSubject,
} from "./review-screen.js";

interface Review {
  found: ReviewSubject;
  changes: readonly ReadChange[];
  others: OtherChanges;
  comments: ReviewComment[];
}

interface Session extends Review {
  context: Context;
  cr: Cr;
  /** 0 is the overview; pages follow. */
  at: number;
  isRaw: boolean;
}

/** The effect of a key: the screen is drawn anew, it stays, or the review ends. */
type Done = "draw" | "stay" | "end";

/** @throws Failure canceled for Ctrl-C; what cannot be read at the start; a write with unknown outcome */
export async function reviewChanges(context: Context, cr: Cr): Promise<void> {
  const session: Session = { context, cr, at: 0, isRaw: false, ...(await read(context, cr)) };
  let done: Done = "draw";
  while (done !== "end") {
    if (done === "draw") await draw(session);
    const key = await context.ask.key(keysOf(session));
    done = await act(session, key);
  }
}

async function read(context: Context, cr: Cr): Promise<Review> {
  const found = await context.api.call(getChangeRequest, { params: cr.params });
  const changes = await readChanges(context, cr, found, false);
  const others = await readOtherChanges(context.api, cr);
  return { found, changes, others, comments: await readComments(context, cr) };
}

const readComments = ({ api }: Context, { params }: Cr): Promise<ReviewComment[]> =>
  readAll(
    api.list(listChangeRequestComments, { params, query: { status: "open", order: "asc", format: "markdown" } }, WHOLE),
  );

async function draw({ context, found, changes, others, comments, at, isRaw }: Session): Promise<void> {
  const { out, now } = context;
  const { width, color, accessible } = out.terminal;
  const change = changes[at - 1];
  if (!change) return out.screen((view) => overviewLines({ found, changes, others, comments }, view, now()));
  const { loadPaint } = await import("../../cli/output/text/color.js");
  const view = { width, accessible, paint: await loadPaint(color), now: now() };
  const place = `[${at}/${changes.length}]`;
  const lines = await pageLines(change, { place, isRaw, comments }, view);
  await out.screen(() => lines);
}

const keysOf = ({ isRaw, found }: Session): Key[] => [
  { key: "n", name: "next", also: ["right", "pagedown", "space"] },
  { key: "p", name: "previous", also: ["left", "pageup"] },
  { key: "d", name: isRaw ? "rendered" : "raw diff" },
  { key: "c", name: "comment" },
  { key: "r", name: "resolve" },
  { key: "o", name: "open in app" },
  { key: "k", name: "check" },
  ...(found.outdated ? [{ key: "u", name: "update" }] : []),
  { key: "m", name: "merge" },
  { key: "q", name: "quit", also: ["escape"] },
];

const ACTIONS: Readonly<Record<string, (session: Session) => Done | Promise<Done>>> = {
  n: (session) => moveBy(session, 1),
  p: (session) => moveBy(session, -1),
  d: (session) => {
    session.isRaw = !session.isRaw;
    return session.at === 0 ? moveBy(session, 1) : "draw";
  },
  c: writeComment,
  r: resolveComment,
  o: openInApp,
  k: checkIt,
  u: updateIt,
  m: mergeIt,
  q: () => "end",
};

/**
 * A failure is shown, and the review goes on: the person decides. Only a failure of all later requests ends it, and a
 * write whose outcome is not known.
 */
async function act(session: Session, key: string): Promise<Done> {
  const { out } = session.context;
  try {
    return (await ACTIONS[key]?.(session)) ?? "stay";
  } catch (error) {
    out.progress.stop();
    if (!(error instanceof Failure) || error.outcome === "unknown") throw error;
    if (error.kind === "canceled" ? !isLeft(error) : endsRun(error.kind)) throw error;
    out.complain(error.hint === undefined ? error.lines : [...error.lines, error.hint]);
    return "stay";
  }
}

/** No, and Esc, lead from a question back to the review; Ctrl-C and the end of input leave it all. */
const isLeft = ({ cause }: Failure): boolean => !(cause instanceof Error) || cause.name === "AbortPromptError";

function moveBy(session: Session, by: number): Done {
  const at = session.at + by;
  if (at < 0 || at > session.changes.length) {
    session.context.out.print(by > 0 ? "this is the last page" : "this is the beginning");
    return "stay";
  }
  session.at = at;
  return "draw";
}

/** Runs a command of its own, as if it had been typed, with its own question of what is lost. */
async function runAs(command: AnyCommand, context: Context, input: object): Promise<void> {
  const confirm = createConfirm(context.globals, context.ask, lossOf(command.endpoints));
  const blank = { args: {}, flags: {}, body: {}, query: {}, scope: {}, optionalParams: {}, unnamed: false };
  await command.run({ ...context, ...blank, confirm, ...input });
}

const commandNamed = async (name: string): Promise<AnyCommand> => {
  const { commands } = (await import("../comments.js")).default;
  const found = commands.find((one) => one.name === name);
  if (!found) throw new Error(`comments has no ${name}`);
  return found;
};

/** A line, or a text from the editor. Nothing is sent for an empty one. */
async function writeComment(session: Session): Promise<Done> {
  const { context, cr, changes, at } = session;
  const page = changes[at - 1]?.change;
  const onWhat = page ? page.title || page.path : `change request ${cr.label}`;
  const typed = await context.ask.text(`Comment on ${onWhat} (leave empty to skip; . opens the editor)`);
  const body = typed.trim() === "." ? await context.ask.editor(`Comment on ${onWhat}`) : typed;
  if (body.trim() === "") {
    context.out.print("nothing was sent");
    return "stay";
  }
  if (page?.change === "removed") {
    context.out.note("the page is not in the change request: the comment is on the change request itself");
  }
  if (page && page.change !== "removed") {
    const scope = { spaceId: cr.params.spaceId, changeRequestId: cr.params.changeRequestId };
    await runAs(await commandNamed("create"), context, { scope, flags: { body }, body: { page: page.id } });
  } else await runAs(comment, context, { args: { cr }, flags: { body } });
  session.comments = await readComments(context, cr);
  return "stay";
}

/** One on this screen; several are chosen from. */
async function resolveComment(session: Session): Promise<Done> {
  const { context, cr, changes, at, comments } = session;
  const change = changes[at - 1]?.change;
  const shown = change ? commentsOn(comments, change.id) : onNoPage(comments, changes);
  const [only, ...others] = shown;
  if (!only) {
    context.out.print("no open comments here");
    return "stay";
  }
  const choices = shown.map((one) => ({ name: commentTitle(one), value: one }));
  const find = async (term: string) => choices.filter(({ name }) => foldText(name).includes(foldText(term)));
  const chosen = others.length > 0 ? await context.ask.pick("Resolve which comment?", find) : only;
  if (others.length === 0 && !(await context.ask.confirm(`Resolve ${commentTitle(only)}?`))) {
    context.out.print("nothing was sent");
    return "stay";
  }
  const id = chosen.id ?? "";
  const target = { id, label: id, params: { ...cr.params, commentId: id } };
  await runAs(await commandNamed("resolve"), context, { args: { comment: [target] } });
  session.comments = await readComments(context, cr);
  return "stay";
}

async function openInApp({ context, found, cr }: Session): Promise<Done> {
  const url = found.urls?.app;
  if (!url) throw new Failure("not-found", `${cr.label} has no page in the app`);
  await context.out.browse(url);
  context.out.done(`Opening ${maskUrl(url)} in the browser`);
  return "stay";
}

async function checkIt({ context, cr }: Session): Promise<Done> {
  await runAs(check, context, { args: { cr } });
  return "stay";
}

/** Pulls in the content of its space, where it is behind, and shows what it changes then. */
async function updateIt(session: Session): Promise<Done> {
  const { context, cr } = session;
  if (!(await context.ask.confirm(`Update change request ${cr.label} with the content of its space?`))) {
    context.out.print("nothing was sent");
    return "stay";
  }
  await runAs(update, context, { args: { cr: [cr] } });
  Object.assign(session, await read(context, cr), { at: 0 });
  return "draw";
}

/** Merges the reviewed state and nothing else: newer changes are shown first. */
async function mergeIt(session: Session): Promise<Done> {
  const { context, cr } = session;
  const { revision } = await context.api.call(getChangeRequest, { params: cr.params });
  if (revision !== session.found.revision) {
    context.out.note(`change request ${cr.label} was changed meanwhile: reading it again; nothing was merged`);
    Object.assign(session, await read(context, cr), { at: 0 });
    return "draw";
  }
  await runAs(merge, context, { args: { cr: [cr] }, unnamed: true });
  return "end";
}
