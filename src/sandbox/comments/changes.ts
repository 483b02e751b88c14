/** Updates of comments and replies: a PUT with partial semantics, where any members may be combined. */
import { timestamp } from "../lookup.js";
import type { HandlerContext } from "../types.js";
import {
  bodyOf,
  callerOf,
  type Place,
  react,
  recount,
  refuseStrangers,
  type StoredComment,
  type StoredPost,
} from "./place.js";

type Body = Record<string, unknown>;

// The catalog's schemas have checked that these are lists of texts.
const list = (value: unknown) => (value ?? []) as string[];

/**
 * Updates the body and reactions of a comment or a reply and returns it in its new state.
 * @throws ServiceError 403 if somebody else's text would change
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

/** Resolves or reopens a comment; does nothing if it already is. */
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
