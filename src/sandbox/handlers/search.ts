import { getRevision } from "../content/revisions.js";
import { searchPages } from "../content/search.js";
import { listAnswer } from "../lists.js";
import { findOrganization, findSpace, type StoredSpace } from "../lookup.js";
import { treeScopes } from "../positions.js";
import { seenOnly } from "../rules.js";
import type { Handler, HandlerContext, Handlers } from "../types.js";

function pagesOf({ store }: HandlerContext, space: StoredSpace, text: string) {
  return searchPages(store, getRevision(store, space.revision), space.urls.app ?? "", text);
}

const searchSpace: Handler = (input, context) => {
  const space = findSpace(context, input.params.spaceId ?? "");
  return listAnswer(context, input, { items: pagesOf(context, space, String(input.query.query ?? "")) });
};

/** Spaces with pages that match, in the order of the organization's spaces. */
const searchOrg: Handler = (input, context) => {
  const organization = findOrganization(context, input.params.organizationId ?? "");
  const seen = seenOnly(context, organization.id, "space");
  const spaces = treeScopes(context, organization.id)
    .flatMap((scope) => context.store.all<StoredSpace>("space", scope))
    .filter((space) => !seen || seen(space));
  const items = spaces
    .map((space) => ({
      id: space.id,
      title: space.title,
      pages: pagesOf(context, space, String(input.query.query ?? "")),
    }))
    .filter(({ pages }) => pages.length > 0);
  return listAnswer(context, input, { items });
};

export const handlers: Handlers = { searchSpace, searchOrg };
