/** `cr view`, with its comments where they are asked for, and `cr comment`. */
import { getChangeRequest } from "../../catalog/change-requests.js";
import { createChangeRequestComment, listChangeRequestComments } from "../../catalog/comments.js";
import { getChangeRequestPage, getSpacePage, listChangeRequestPages, listSpacePages } from "../../catalog/pages.js";
import { defineCommand, many, one, type Target } from "../../cli/command.js";
import type { Context } from "../../cli/context.js";
import { only } from "../../cli/flags.js";
import { changeRequest } from "../../cli/kinds.js";
import type { Column } from "../../cli/output/types.js";
import { getPath } from "../../shared/paths.js";
import { escapeMarkdown } from "../../shared/text/markup.js";
import { BODY_FLAG, COMMENT_DETAILS } from "../shared.js";
import { DETAILS, requestName } from "./columns.js";
import type { ReviewComment } from "./review-screen.js";

/** More comments than these are a list of their own. */
const MOST_COMMENTS = 100;

/** Comments as Markdown: each text is quoted, so that none can pass for the head of another. */
const DISCUSSION: Column = {
  header: "Discussion",
  path: "discussion",
  as: "markdown",
  value: ({ discussion }) =>
    Array.isArray(discussion) ? discussion.map((one, at) => asMarkdown(one, `c${at + 1}`)).join("\n\n") : "",
};

function asMarkdown(comment: unknown, handle: string): string {
  const text = (path: string): string => String(getPath(comment, path) ?? "");
  const replies = Number(getPath(comment, "replies") ?? 0);
  const head = [
    handle,
    text("postedBy.displayName"),
    text("postedAt"),
    text("status"),
    ...(replies > 0 ? [`${replies} ${replies === 1 ? "reply" : "replies"}`] : []),
  ];
  const quoted = text("body.markdown")
    .split("\n")
    .map((line) => `> ${line}`);
  return `${head.map(escapeMarkdown).join(" · ")}\n\n${quoted.join("\n")}`;
}

async function readComments({ api, out, next }: Context, cr: Target<typeof changeRequest>): Promise<ReviewComment[]> {
  const comments: ReviewComment[] = [];
  const query = { status: "all", order: "asc", format: "markdown" } as const;
  const listing = api.list(listChangeRequestComments, { params: cr.params, query }, { limit: MOST_COMMENTS });
  let more = false;
  for await (const { items, next: cursor, skipped, gap } of listing.pages()) {
    comments.push(...items);
    more = cursor !== undefined || skipped !== undefined;
    if (gap !== undefined) out.note(`${gap}: the list may be incomplete`);
  }
  if (more) out.note(`the first ${MOST_COMMENTS} comments; all: ${next("comments list --cr", cr.label)}`);
  return comments;
}

async function showScreens(input: Context & { args: { cr: Target<typeof changeRequest>[] } }): Promise<void> {
  const { showChangeRequest } = await import("./review-screen.js");
  const show = async (cr: Target<typeof changeRequest>) => {
    const found = await input.api.call(getChangeRequest, { params: cr.params });
    await showChangeRequest(input, cr, { found, comments: await readComments(input, cr) });
  };
  await input.out.each(input.args.cr, show, { bare: true });
}

export const view = defineCommand({
  name: "view",
  summary: "Show change requests",
  endpoints: [getChangeRequest],
  description: [
    "At a terminal: its state, the pages that it changes, and its open comments. That costs 3 requests, plus 2 for each page changed.",
    "In a pipe, and with --fields: its fields.",
  ].join("\n"),
  uses: [listChangeRequestComments, listSpacePages, listChangeRequestPages, getSpacePage, getChangeRequestPage],
  args: { cr: many(changeRequest) },
  flags: { comments: only(`show all its comments, at most ${MOST_COMMENTS}; in JSON as the field discussion`) },
  addedMembers: ["discussion"],
  examples: ["docs cr view 42", "docs cr view 42 --comments", "docs cr view 42 --json", "docs cr view 42 --web"],
  run: async (input) => {
    const { args, out, flags, globals } = input;
    const isScreen = out.format === "table" && out.terminal.stdoutIsTTY && globals.output.fields === undefined;
    if (isScreen && !flags.comments && !globals.view.web && !globals.view.url) return showScreens(input);
    return out.show(
      args.cr,
      async (cr) => {
        const found = await input.api.call(getChangeRequest, { params: cr.params });
        return flags.comments ? { ...found, discussion: await readComments(input, cr) } : found;
      },
      { columns: flags.comments ? [...DETAILS, DISCUSSION] : DETAILS },
    );
  },
});

export const comment = defineCommand({
  name: "comment",
  summary: "Comment on a change request",
  description: "The same as: docs comments create --cr CR",
  endpoints: [],
  uses: [createChangeRequestComment],
  args: { cr: one(changeRequest) },
  textField: "body",
  flags: { body: BODY_FLAG },
  examples: [
    'docs cr comment 42 "Looks good to me."',
    "docs cr comment 42 --body-file note.md",
    "echo 'Please check' | docs cr comment 42 --body -",
  ],
  checkCommand: "comments list --cr $1",
  run: async ({ args, flags, api, out }) => {
    const created = await api.call(createChangeRequestComment, {
      params: args.cr.params,
      body: { body: { ...(flags.body !== undefined && { markdown: flags.body }) } },
    });
    await out.result(created, {
      columns: COMMENT_DETAILS,
      done: out.made(`Commented on ${requestName(args.cr.label)}`, created.id),
    });
  },
});
