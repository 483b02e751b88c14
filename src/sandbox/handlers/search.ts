import { presentPages, type RankedPage, rankPages, type SearchItem, searchSpaces } from "../content/search.js";
import { listAnswer } from "../lists.js";
import { findOrganization, findSpace, type StoredSpace } from "../lookup.js";
import { treeScopes } from "../positions.js";
import { visibilityFilter } from "../rights/rules.js";
import type { Handler, Handlers } from "../types.js";

const searchSpace: Handler = (input, context) => {
  const { store } = context;
  const space = findSpace(context, input.params.spaceId ?? "");
  const text = String(input.query.query ?? "");
  const items = rankPages(store, searchSpaces(store, [space], text).get(space.id) ?? [], text);
  const present = (some: readonly RankedPage[]) => presentPages(store, some, text, () => space.urls.app ?? "");
  return listAnswer(context, input, { items, present });
};

/** Spaces with matching pages, in the order of the organization's spaces. */
const searchOrg: Handler = (input, context) => {
  const { store } = context;
  const organization = findOrganization(context, input.params.organizationId ?? "");
  const text = String(input.query.query ?? "");
  const seen = visibilityFilter(context, organization.id, "space");
  const spaces = treeScopes(context, organization.id)
    .flatMap((scope) => store.all<StoredSpace>("space", scope))
    .filter((space) => !seen || seen(space));
  const matches = searchSpaces(store, spaces, text);
  const present = (some: readonly StoredSpace[]) => {
    const found = rankPages(
      store,
      some.flatMap(({ id }) => matches.get(id) ?? []),
      text,
    );
    const apps = new Map(some.map(({ id, urls }) => [id, urls.app ?? ""]));
    const pages = new Map(some.map(({ id }) => [id, [] as SearchItem[]]));
    // All spaces at once: two queries for each would take longer than finding the pages.
    const shown = presentPages(store, found, text, (space) => apps.get(space) ?? "");
    found.forEach(({ space }, index) => {
      const item = shown[index];
      if (item) pages.get(space)?.push(item);
    });
    return some.map(({ id, title }) => ({ id, title, pages: pages.get(id) ?? [] }));
  };
  return listAnswer(context, input, { items: spaces.filter(({ id }) => matches.has(id)), present });
};

export const handlers: Handlers = { searchSpace, searchOrg };
