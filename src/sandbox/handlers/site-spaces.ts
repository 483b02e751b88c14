import { SITES } from "../../resources/sites.js";
import {
  defaultSection,
  findOwnSpace,
  freePath,
  linkSpace,
  refuseTakenPath,
  setDefault,
  unlinkSpace,
} from "../sites/change.js";
import {
  findPlace,
  findSection,
  findSite,
  findSiteSpace,
  invalidPosition,
  lookUpSiteSpace,
  orderedSiteSpaces,
  refuseSame,
  type StoredSiteSpace,
} from "../sites/find.js";
import { firstSiteSpace, presenter } from "../sites/present.js";
import type { HandlerContext, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";
import { createResource } from "./resource.js";

const KIND = "site-space";

/** A site space is stored in its section, or in the site. */
const scopeOf = ({ store }: HandlerContext, { id }: StoredSiteSpace) => store.scopeOf(KIND, id) ?? "";

const siteSpaces = createResource(SITES.site_space, {
  place: findSite,
  find: (context, { site }, id) => findSiteSpace(context, site.id, id).siteSpace,
  present: (context, { site }, { shareKey }) => presenter(context, site, { shareKey }).siteSpace,
});

/** `default` selects the one that visitors see first, or all others; each section has its own default. */
const listSiteSpaces = siteSpaces.list(({ scope: site, query }, context) => {
  const all = orderedSiteSpaces(context.store, site);
  if (query.default === undefined) return all;
  const first = firstSiteSpace(context, site);
  return all.filter(({ id }) => (id === first) === query.default);
});

const addSiteSpace = siteSpaces.create(({ org, scope: site, body }, context) => {
  const { spaceId, sectionId } = body;
  if (typeof spaceId !== "string") throw new ServiceError(400, "spaceId is required");
  const section = typeof sectionId === "string" ? findSection(context, site, sectionId) : defaultSection(context, site);
  return linkSpace(context, site, findOwnSpace(context, org, spaceId), section?.id).id;
});

/** A new space brings its own title; the address stays. */
const updateSiteSpace = siteSpaces.change(({ org, thing: siteSpace, body }, context) => {
  const { path, condition, spaceId } = body;
  if (path !== undefined) refuseTakenPath(context, KIND, scopeOf(context, siteSpace), { id: siteSpace.id, path });
  const space = typeof spaceId === "string" ? findOwnSpace(context, org, spaceId).id : siteSpace.space;
  context.store.update<StoredSiteSpace>(KIND, siteSpace.id, (value) => {
    const changed = { ...value, space };
    if (space !== value.space) delete changed.title;
    if (typeof path === "string") changed.path = path;
    if (typeof condition === "string") changed.condition = condition;
    if (condition === null) delete changed.condition;
    return changed;
  });
});

const deleteSiteSpace = siteSpaces.act(({ thing: siteSpace, site }, context) => {
  unlinkSpace(context, site.id, scopeOf(context, siteSpace), siteSpace.id);
  return undefined;
});

const moveSiteSpace = siteSpaces.change(({ thing: siteSpace, site, body }, context) => {
  const scope = scopeOf(context, siteSpace);
  const to = findPlace(body, "siteSpace", siteSpace.id);
  const sibling = lookUpSiteSpace(context, site.id, to.sibling);
  if (!sibling) throw invalidPosition(`"${to.sibling}" is not a site space of the site`);
  refuseSame(context.store.ids(KIND, sibling.scope), siteSpace.id, to);
  if (sibling.scope !== scope) adopt(context, siteSpace, sibling.scope, sibling.siteSpace.section);
  context.store.place(KIND, siteSpace.id, sibling.scope, { [to.side]: to.sibling });
  // The old scope may need another default.
  setDefault(context, KIND, scope);
});

/** Prepares a site space for another section (or the root), which has its own default and paths. */
function adopt(context: HandlerContext, { id, path }: StoredSiteSpace, scope: string, section: string | undefined) {
  const free = freePath(context, KIND, scope, path);
  context.store.update<StoredSiteSpace>(KIND, id, ({ section: _section, ...rest }) => ({
    ...rest,
    path: free,
    ...(section !== undefined && { section }),
    default: false,
  }));
}

export const handlers: Handlers = { listSiteSpaces, addSiteSpace, updateSiteSpace, deleteSiteSpace, moveSiteSpace };
