/** The place of comments: a space, or one of its change requests. */

import { loadMarked } from "../../shared/markdown/tokens.js";
import { makeDocument } from "../content/document.js";
import {
  findChangeRequest,
  findIn,
  findSpace,
  type StoredChangeRequest,
  type StoredSpace,
  timestamp,
} from "../lookup.js";
import { ORIGIN } from "../origin.js";
import { callerLevels, commentPermissions } from "../rights/levels.js";
import { isWhole } from "../store/sources.js";
import type { HandlerContext, HandlerInput } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

/** The common members of comments and replies. */
export interface StoredPost {
  object: "comment" | "comment-reply";
  id: string;
  postedBy: StoredUser;
  postedAt: string;
  editedAt?: string;
  reactions: Reaction[];
  body: { markdown: string };
  urls: { location: string };
  permissions: Record<string, boolean>;
}

export interface StoredComment extends StoredPost {
  object: "comment";
  replies: number;
  target: { page?: { id: string } };
  status: "open" | "resolved";
  resolvedAt?: string;
  resolvedBy?: StoredUser;
}

export interface Place {
  space: StoredSpace;
  change?: StoredChangeRequest | undefined;
  /** Scope of the comments: id of the change request or of the space. */
  scope: string;
  /** Address of the commented thing. */
  location: string;
}

/** The place that a path names above its comments. @throws ServiceError 404 */
export function placeOf({ params }: HandlerInput, context: HandlerContext): Place {
  const space = findSpace(context, params.spaceId ?? "");
  const above = `${ORIGIN}/v1/spaces/${space.id}`;
  if (params.changeRequestId === undefined) return { space, scope: space.id, location: above };
  const change = findChangeRequest(context, space.id, params.changeRequestId);
  return { space, change, scope: change.id, location: `${above}/change-requests/${change.id}` };
}

/** The comment that a path names. @throws ServiceError 404 */
export function findComment(input: HandlerInput, context: HandlerContext, { scope }: Place): StoredComment {
  return findIn(context.store, "comment", scope, { id: input.params.commentId ?? "" });
}

/** Updates the comment counter of a place; call after a comment is added, removed, resolved or reopened. */
export function recount({ store, loaded }: HandlerContext, { space, change, scope }: Place): void {
  const pattern = scopePath("{spaceId}", change && "{changeRequestId}");
  if (loaded && !isWhole(store, `${scopePath(space.id, change?.id)}/comments`, `${pattern}/comments`)) return;
  const comments = store.count("comment", scope, { status: "open" });
  if (change) store.update("change-request", change.id, (value) => ({ ...value, comments }));
  else store.update("space", space.id, (value) => ({ ...value, comments }));
}

const scopePath = (space: string, change?: string) =>
  change === undefined ? `spaces/${space}` : `spaces/${space}/change-requests/${change}`;

/** The caller in the form in which objects contain users. */
function callerOf(context: HandlerContext, { space }: Place): StoredUser {
  const key = `${space.organization}/${context.actor}`;
  return context.store.get<{ user: StoredUser }>("member", key)?.user ?? { id: context.actor };
}

/** Members of a new comment or reply that both have. */
export function newPost(context: HandlerContext, place: Place, body: unknown) {
  return {
    id: context.id(),
    postedBy: callerOf(context, place),
    postedAt: timestamp(context),
    reactions: [],
    body: bodyOf(body),
    permissions: commentPermissions("admin", true),
  };
}

/** An empty object, or a form that the sandbox does not know, has no text. */
function bodyOf(body: unknown): { markdown: string } {
  // The catalog's schema has checked that it is an object whose `markdown`, if present, is a text.
  return { markdown: "", ...(body as { markdown?: string }) };
}

/** People may change their own, and admins may change all. @throws ServiceError 403 */
export function refuseStrangers(context: HandlerContext, { space }: Place, { postedBy }: StoredPost): void {
  const level = callerLevels(context, space.organization).space(space);
  if (commentPermissions(level, postedBy.id === context.actor).edit !== true) {
    throw new ServiceError(403, "only its author or an admin may do this");
  }
}

interface StoredUser {
  id: string;
}

/** Contract, "Comment": a user counts once per emoji. */
interface Reaction {
  emoji: string;
  count: number;
  users: { user: StoredUser; reactedAt: string }[];
}

/** Reactions after the caller added and removed some; an emoji in both lists is removed. */
function react(
  context: HandlerContext,
  caller: StoredUser,
  reactions: readonly Reaction[],
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Reaction[] {
  const users = new Map(reactions.map((reaction) => [reaction.emoji, reaction.users]));
  for (const emoji of added) {
    const before = users.get(emoji) ?? [];
    if (before.some(({ user }) => user.id === caller.id)) continue;
    users.set(emoji, [...before, { user: caller, reactedAt: timestamp(context) }]);
  }
  for (const emoji of removed) {
    const others = (users.get(emoji) ?? []).filter(({ user }) => user.id !== caller.id);
    if (others.length > 0) users.set(emoji, others);
    else users.delete(emoji);
  }
  return [...users].map(([emoji, who]) => ({ emoji, count: who.length, users: who }));
}

/** Comments or replies in the requested format: with `document` their body has the same text as a document too. */
export async function formatPosts<T extends StoredPost>(
  { query }: HandlerInput,
  posts: readonly T[],
): Promise<readonly T[]> {
  if (query.format !== "document") return posts;
  const marked = await loadMarked();
  return posts.map((post) => ({ ...post, body: { ...post.body, document: makeDocument(marked, post.body.markdown) } }));
}

// Updates of comments and replies: a PUT with partial semantics, where any members may be combined.

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
