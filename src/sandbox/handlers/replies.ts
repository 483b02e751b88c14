import {
  changePost,
  findComment,
  formatPosts,
  newPost,
  placeOf,
  refuseStrangers,
  type StoredComment,
  type StoredPost,
  setResolved,
} from "../comments/posts.js";
import { listAnswer } from "../lists.js";
import { findIn } from "../lookup.js";
import type { Handler, HandlerContext, HandlerInput, Handlers } from "../types.js";

const KIND = "comment-reply";

/** Finds what the path of a reply names. @throws ServiceError 404 */
function find(input: HandlerInput, context: HandlerContext) {
  const place = placeOf(input, context);
  const comment = findComment(input, context, place);
  const wanted = { id: input.params.commentReplyId ?? "", name: "reply" };
  return { place, comment, reply: findIn<StoredPost>(context.store, KIND, comment.id, wanted) };
}

function recount({ store }: HandlerContext, comment: string): void {
  store.update<StoredComment>("comment", comment, (value) => ({ ...value, replies: store.count(KIND, comment) }));
}

const list: Handler = async (input, context) => {
  const { id } = findComment(input, context, placeOf(input, context));
  if (input.query.format !== "document") return listAnswer(context, input, { kind: KIND, scope: id });
  return listAnswer(context, input, { items: await formatPosts(input, context.store.all<StoredPost>(KIND, id)) });
};

const create: Handler = (input, context) => {
  const place = placeOf(input, context);
  const comment = findComment(input, context, place);
  const post = newPost(context, place, input.body.body);
  const location = `${place.location}/comments/${comment.id}/replies/${post.id}`;
  const value = { object: KIND, ...post, urls: { location } };
  context.store.put(KIND, post.id, comment.id, value);
  recount(context, comment.id);
  return { value };
};

const get: Handler = async (input, context) => {
  const [value] = await formatPosts(input, [find(input, context).reply]);
  return { value };
};

/** `resolved`, which only replies in change requests accept, applies to the comment. */
const update: Handler = (input, context) => {
  const { place, comment, reply } = find(input, context);
  const value = changePost(context, place, reply, input.body);
  setResolved(context, place, comment, input.body.resolved);
  return { value };
};

const remove: Handler = (input, context) => {
  const { place, comment, reply } = find(input, context);
  refuseStrangers(context, place, reply);
  context.store.remove(KIND, reply.id);
  recount(context, comment.id);
  return undefined;
};

export const handlers: Handlers = {
  createSpaceCommentReply: create,
  getSpaceCommentReply: get,
  updateSpaceCommentReply: update,
  deleteSpaceCommentReply: remove,
  listChangeRequestCommentReplies: list,
  createChangeRequestCommentReply: create,
  getChangeRequestCommentReply: get,
  updateChangeRequestCommentReply: update,
  deleteChangeRequestCommentReply: remove,
};
