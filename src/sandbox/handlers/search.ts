import { presentMatches, searchPages, spacesWith } from "../content/search.js";
import { listAnswer } from "../lists.js";
import { findOrganization, findSpace, type StoredSpace } from "../lookup.js";
import { treeScopes } from "../positions.js";
import { seenOnly } from "../rules.js";
import type { Handler, Handlers } from "../types.js";

const searchSpace: Handler = (input, context) => {
  const { store } = context;
  const space = findSpace(context, input.params.spaceId ?? "");
  const text = String(input.query.query ?? "");
  const items = searchPages(store, [space], text);
  return listAnswer(context, input, { items, present: (found) => presentMatches(store, [space], text, found).flat() });
};

/** Spaces with pages that match, in the order of the organization's spaces. */
const searchOrg: Handler = (input, context) => {
  const { store } = context;
  const organization = findOrganization(context, input.params.organizationId ?? "");
  const text = String(input.query.query ?? "");
  const seen = seenOnly(context, organization.id, "space");
  const spaces = treeScopes(context, organization.id)
    .flatMap((scope) => store.all<StoredSpace>("space", scope))
    .filter((space) => !seen || seen(space));
  const present = (found: readonly StoredSpace[]) => {
    const pages = presentMatches(store, found, text, searchPages(store, found, text));
    return found.map(({ id, title }, index) => ({ id, title, pages: pages[index] ?? [] }));
  };
  return listAnswer(context, input, { items: spacesWith(store, spaces, text), present });
};

export const handlers: Handlers = { searchSpace, searchOrg };
