import { loadMarked } from "../../shared/markdown/tokens.js";
import { presentTarget } from "../comments/follow.js";
import {
  changePost,
  findComment,
  formatPosts,
  newPost,
  type Place,
  placeOf,
  recount,
  refuseStrangers,
  type StoredComment,
  setResolved,
} from "../comments/posts.js";
import { type DocumentNode, makeDocument, textOfNode } from "../content/document.js";
import { markdownOf } from "../content/pages.js";
import { requirePage } from "../content/present.js";
import { getRevision } from "../content/revisions.js";
import type { StoredPage } from "../content/types.js";
import { listAnswer } from "../lists.js";
import { type StoredMember, spaceCounter } from "../rights/access.js";
import type { Where } from "../store/store.js";
import type { Handler, HandlerContext, Handlers } from "../types.js";

const KIND = "comment";

/** Newest first unless the order is `asc`: comments are stored in the order in which they were posted. */
const list: Handler = async (input, context) => {
  const { scope } = placeOf(input, context);
  const { order, status = "all", targetPage, authors, format } = input.query;
  const where: Where = status === "all" ? {} : { status: String(status) };
  const descending = order !== "asc";
  if (targetPage === undefined && authors === undefined && format !== "document") {
    return listAnswer(context, input, { kind: KIND, scope, where, descending });
  }
  // The schema has checked that these are texts.
  const users = authors as string[] | undefined;
  const found = context.store
    .all<StoredComment>(KIND, scope, where)
    .filter(({ target }) => targetPage === undefined || target.page?.id === targetPage)
    .filter(({ postedBy }) => users === undefined || users.includes(postedBy.id));
  return listAnswer(context, input, { items: await formatPosts(input, descending ? found.reverse() : found) });
};

const create: Handler = async (input, context) => {
  const place = placeOf(input, context);
  const post = newPost(context, place, input.body.body);
  const value = {
    object: KIND,
    ...post,
    replies: 0,
    target: await readTarget(context, place, input.body),
    urls: { location: `${place.location}/comments/${post.id}` },
    status: "open",
  };
  context.store.put(KIND, post.id, place.scope, value);
  recount(context, place);
  return { value };
};

const get: Handler = async (input, context) => {
  const [value] = await formatPosts(input, [findComment(input, context, placeOf(input, context))]);
  return { value };
};

const update: Handler = (input, context) => {
  const place = placeOf(input, context);
  const changed = changePost(context, place, findComment(input, context, place), input.body);
  return { value: setResolved(context, place, changed, input.body.resolved) };
};

const remove: Handler = (input, context) => {
  const place = placeOf(input, context);
  const comment = findComment(input, context, place);
  refuseStrangers(context, place, comment);
  context.store.removeAll("comment-reply", comment.id);
  context.store.remove(KIND, comment.id);
  recount(context, place);
  return undefined;
};

/** Each member once, in the order of their first comment, without people who left the organization. */
const listChangeRequestCommenters: Handler = (input, context) => {
  const { store } = context;
  const { scope, space } = placeOf(input, context);
  const comments = store.all<StoredComment>(KIND, scope);
  const replies = comments.flatMap(({ id }) => store.all<StoredComment>("comment-reply", id));
  const posts = [...comments, ...replies].sort((one, other) => Date.parse(one.postedAt) - Date.parse(other.postedAt));
  const counter = spaceCounter(context, space.organization);
  const items = [...new Set(posts.map(({ postedBy }) => postedBy.id))].flatMap((user) => {
    const member = store.get<StoredMember>("member", `${space.organization}/${user}`);
    return member ? [counter.member(member)] : [];
  });
  return listAnswer(context, input, { items });
};

export const handlers: Handlers = {
  listSpaceComments: list,
  createSpaceComment: create,
  getSpaceComment: get,
  updateSpaceComment: update,
  deleteSpaceComment: remove,
  listChangeRequestComments: list,
  createChangeRequestComment: create,
  getChangeRequestComment: get,
  updateChangeRequestComment: update,
  deleteChangeRequestComment: remove,
  listChangeRequestCommenters,
};

const PREVIEW_LENGTH = 100;

/** The target of a new comment. @throws ServiceError 404 for a page that is not in the commented content */
async function readTarget(context: HandlerContext, { space, change }: Place, body: Record<string, unknown>) {
  const revision = (change ?? space).revision;
  const page =
    body.page === undefined ? undefined : requirePage(getRevision(context.store, revision), String(body.page));
  return {
    ...(change && { changeRequest: change.id }),
    space: space.id,
    revision,
    ...(page && { page: presentTarget(page) }),
    ...(body.node !== undefined && { node: await readNode(context, page, String(body.node)) }),
    tableCell: body.tableCell,
  };
}

/** A node in the page's document gets a preview; an editor may use keys that the sandbox does not know. */
async function readNode(context: HandlerContext, page: StoredPage | undefined, id: string) {
  if (!page) return { id };
  const document = makeDocument(await loadMarked(), markdownOf(context.store, page));
  const node = nodeByKey(document, id);
  return node ? { id, preview: textOfNode(node).slice(0, PREVIEW_LENGTH) } : { id };
}

function nodeByKey(node: DocumentNode, key: string): DocumentNode | undefined {
  if (node.key === key) return node;
  for (const child of node.nodes ?? []) {
    const found = nodeByKey(child, key);
    if (found) return found;
  }
  return undefined;
}
