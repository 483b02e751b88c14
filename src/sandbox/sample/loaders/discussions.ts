import sample from "virtual:sample";
import { ORIGIN } from "../../origin.js";
import { commentPermissions } from "../../rights/permissions.js";
import type { HandlerContext } from "../../types.js";
import { daysAgo, person, user } from "../tools.js";
import type { CommentSource, Discussion, Holding, PageSource, ReplySource, SpaceSource } from "../types.js";
import { pageId } from "./pages.js";

function findPage(
  pages: readonly PageSource[],
  slug: string,
  above = "",
): { page: PageSource; path: string } | undefined {
  for (const page of pages) {
    const path = above + page.slug;
    const found = page.slug === slug ? { page, path } : findPage(page.pages, slug, `${path}/`);
    if (found) return found;
  }
  return undefined;
}

/** A space of the sample by id. */
function spaceSource(
  id: string,
  holds: Holding[] = sample.trees.flatMap((tree) => tree.holds),
): SpaceSource | undefined {
  for (const holding of holds) {
    const found = "space" in holding ? holding : spaceSource(id, holding.holds);
    if (found?.space === id) return found;
  }
  return undefined;
}

/** What a comment is about. @throws Error for a page that the space lacks: a mistake in the sample */
function target(context: HandlerContext, { space, change }: Discussion, slug: string | undefined) {
  const { store } = context;
  const place = {
    ...(change && { changeRequest: change }),
    space,
    revision: store.get<{ revision: string }>(change ? "change-request" : "space", change ?? space)?.revision,
  };
  if (slug === undefined) return place;
  const source = spaceSource(space);
  const found = source && findPage(source.book.pages, slug);
  if (!found) throw new Error(`sample space "${space}" has no page "${slug}"`);
  const { title, emoji } = found.page;
  const createdAt = daysAgo(context, source.created);
  const page = { id: pageId(space, slug), title, ...(emoji && { emoji }), createdAt, updatedAt: createdAt };
  return { ...place, page: { ...page, path: found.path, outdated: false } };
}

/** What comments and replies have in common. */
function base(context: HandlerContext, source: ReplySource) {
  const postedAt = daysAgo(context, source.days);
  const reactions = Object.entries(source.reactions ?? {}).map(([emoji, people]) => ({
    emoji,
    count: people.length,
    users: people.map((name) => ({ user: user(name), reactedAt: postedAt })),
  }));
  return {
    id: source.id,
    postedBy: user(source.by),
    postedAt,
    reactions,
    body: { markdown: source.text },
    permissions: commentPermissions("admin", person(source.by).id === context.actor),
  };
}

function loadComment(context: HandlerContext, discussion: Discussion, source: CommentSource): void {
  const { store } = context;
  const { space, change } = discussion;
  const { resolved, edited, page, replies = [] } = source;
  const above =
    change === undefined ? `${ORIGIN}/v1/spaces/${space}` : `${ORIGIN}/v1/spaces/${space}/change-requests/${change}`;
  const location = `${above}/comments/${source.id}`;
  store.put("comment", source.id, change ?? space, {
    object: "comment",
    ...base(context, source),
    ...(edited !== undefined && { editedAt: daysAgo(context, edited) }),
    replies: replies.length,
    target: target(context, discussion, page),
    urls: { location },
    status: resolved ? "resolved" : "open",
    ...(resolved && { resolvedAt: daysAgo(context, resolved.days), resolvedBy: user(resolved.by) }),
  });
  for (const reply of replies) {
    store.put("comment-reply", reply.id, source.id, {
      object: "comment-reply",
      ...base(context, reply),
      urls: { location: `${location}/replies/${reply.id}` },
    });
  }
}

/** Comments, replies and reactions of spaces and change requests, oldest first. */
export function loadDiscussions(context: HandlerContext): void {
  for (const discussion of sample.discussions) {
    for (const comment of discussion.comments) loadComment(context, discussion, comment);
  }
}
