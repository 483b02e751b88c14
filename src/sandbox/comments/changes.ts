/** Updates of comments and replies: a PUT, but partial, and all of its members may come together. */
import { timestamp } from "../lookup.js";
import type { HandlerContext } from "../types.js";
import {
  bodyOf,
  callerOf,
  type Place,
  recount,
  refuseStrangers,
  type StoredComment,
  type StoredPost,
} from "./place.js";
import { react } from "./reactions.js";

type Body = Record<string, unknown>;

// The catalog's schemas have checked that these are lists of texts.
const list = (value: unknown) => (value ?? []) as string[];

/**
 * Write body and reactions into a comment or a reply; answers it as it is then.
 * @throws ServiceError 403 when somebody else's text would change
 */
export function changePost<T extends StoredPost>(context: HandlerContext, place: Place, post: T, body: Body): T {
  const changed = { ...post };
  if (body.body !== undefined) {
    refuseStrangers(context, place, post);
    const next = bodyOf(body.body);
    if (JSON.stringify(next) !== JSON.stringify(post.body)) {
      changed.body = next;
      changed.editedAt = timestamp(context);
    }
  }
  const reactions = { added: list(body.addedReactions), removed: list(body.removedReactions) };
  changed.reactions = react(context, callerOf(context, place), post.reactions, reactions);
  context.store.update<T>(post.object, post.id, () => changed);
  return changed;
}

/** Resolve or reopen a comment; nothing happens to one that is so already. */
export function setResolved(
  context: HandlerContext,
  place: Place,
  comment: StoredComment,
  resolved: unknown,
): StoredComment {
  if (resolved === undefined || resolved === (comment.status === "resolved")) return comment;
  const { resolvedAt: _resolvedAt, resolvedBy: _resolvedBy, ...rest } = comment;
  const changed: StoredComment = resolved
    ? { ...rest, status: "resolved", resolvedAt: timestamp(context), resolvedBy: callerOf(context, place) }
    : { ...rest, status: "open" };
  context.store.update<StoredComment>("comment", comment.id, () => changed);
  recount(context, place);
  return changed;
}
