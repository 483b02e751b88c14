/** Open comments on the content of a space: those that its administrators have to see, and one's own that were answered. */
import { listSpaceComments } from "../../catalog/comments.js";
import { allOf, nameOf, WHOLE } from "../across-spaces.js";
import { authorOf, commentTitle, type Item, spaceFlag } from "./items.js";
import type { InboxContext, InboxRequest, InboxSpace } from "./types.js";

/** One list: all open comments for an administrator, one's own for anybody else. */
export async function commentsIn({ api, next, settings }: InboxContext, { me, mine }: InboxRequest, space: InboxSpace) {
  const administers = space.permissions?.admin === true && !mine;
  const query = { status: "open" as const, format: "markdown" as const, ...(!administers && { authors: [me] }) };
  const found = await allOf(api.list(listSpaceComments, { params: { spaceId: space.id ?? "" }, query }, WHOLE));
  const name = nameOf(space);
  const items = found.flatMap((comment): Item[] => {
    const isOwn = comment.postedBy?.id === me;
    // A service that does not know the filter returns all of them.
    if (isOwn ? !comment.replies : !administers) return [];
    const replies = comment.replies ? repliesText(comment.replies) : undefined;
    const page = comment.target?.page?.title;
    return [
      {
        group: isOwn ? "replies" : "comments",
        title: commentTitle(comment.body),
        reason: [page ? `on ${page}` : "on the space", ...(replies ? [replies] : [])].join(", "),
        // The service does not list who answered on a space.
        ...(isOwn ? authorOf(undefined) : authorOf(comment.postedBy)),
        space: name,
        changeRequest: null,
        comment: comment.id ?? null,
        at: comment.postedAt ?? null,
        url: space.urls?.app ?? null,
        command: next("comments view", comment.id ?? "", ...spaceFlag(settings, name)),
      },
    ];
  });
  return { items };
}

const repliesText = (replies: number): string => `${replies} ${replies === 1 ? "reply" : "replies"}`;
