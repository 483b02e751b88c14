import { loadMarked } from "../../shared/markdown/tokens.js";
import { documentOf } from "../content/document/document.js";
import { type DocumentNode, textOfNode } from "../content/document/node.js";
import { markdownOf } from "../content/pages.js";
import { requirePage } from "../content/present.js";
import { getRevision } from "../content/revisions.js";
import type { StoredPage } from "../content/types.js";
import type { HandlerContext } from "../types.js";
import { presentTarget } from "./follow.js";
import type { Place } from "./place.js";

const PREVIEW_LENGTH = 100;

/** The target of a new comment. @throws ServiceError 404 for a page that is not in the commented content */
export async function targetOf(context: HandlerContext, { space, change }: Place, body: Record<string, unknown>) {
  const revision = (change ?? space).revision;
  const page =
    body.page === undefined ? undefined : requirePage(getRevision(context.store, revision), String(body.page));
  return {
    ...(change && { changeRequest: change.id }),
    space: space.id,
    revision,
    ...(page && { page: presentTarget(page) }),
    ...(body.node !== undefined && { node: await nodeOf(context, page, String(body.node)) }),
    ...(body.tableCell !== undefined && { tableCell: body.tableCell }),
  };
}

/** A node in the page's document gets a preview; an editor may use keys that the sandbox does not know. */
async function nodeOf(context: HandlerContext, page: StoredPage | undefined, id: string) {
  if (!page) return { id };
  const document = documentOf(await loadMarked(), markdownOf(context.store, page));
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
