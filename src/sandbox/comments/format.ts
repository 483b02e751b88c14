import { loadMarked } from "../../shared/markdown/tokens.js";
import { documentOf } from "../content/document/document.js";
import type { HandlerInput } from "../types.js";
import type { StoredPost } from "./place.js";

/** Comments or replies in the requested format: with `document` their body has the same text as a document too. */
export async function formatPosts<T extends StoredPost>(
  { query }: HandlerInput,
  posts: readonly T[],
): Promise<readonly T[]> {
  if (query.format !== "document") return posts;
  const marked = await loadMarked();
  return posts.map((post) => ({ ...post, body: { ...post.body, document: documentOf(marked, post.body.markdown) } }));
}
