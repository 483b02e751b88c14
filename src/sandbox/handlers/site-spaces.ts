import { listAnswer } from "../lists.js";
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
  findSection,
  findSite,
  findSiteSpace,
  type SitePlace,
  type StoredSiteSpace,
  siteSpaceOf,
} from "../sites/find.js";
import { orderedSiteSpaces } from "../sites/order.js";
import { invalidPosition, placeOf, refuseSame } from "../sites/place.js";
import { firstSiteSpace, presenter } from "../sites/present.js";
import type { Handler, HandlerContext, HandlerInput, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

const KIND = "site-space";

const answer = (context: HandlerContext, { site }: SitePlace, id: string) => ({
  value: presenter(context, site).siteSpace(findSiteSpace(context, site.id, id).siteSpace),
});

/** A site space to be changed, with its scope. @throws ServiceError 403, 404 */
function findManagedSiteSpace(input: HandlerInput, context: HandlerContext) {
  const place = findSite(input, context);
  return { ...place, ...findSiteSpace(context, place.site.id, input.params.siteSpaceId ?? "") };
}

/** `default` selects the one that visitors see first, or all others; each section has its own default. */
const listSiteSpaces: Handler = (input, context) => {
  const { site } = findSite(input, context);
  const present = presenter(context, site, { shareKey: input.query.shareKey });
  const wanted = input.query.default;
  const first = wanted === undefined ? undefined : firstSiteSpace(context, site.id);
  const items = orderedSiteSpaces(context, site.id)
    .filter((siteSpace) => wanted === undefined || (siteSpace.id === first) === wanted)
    .map(present.siteSpace);
  return listAnswer(context, input, { items });
};

const addSiteSpace: Handler = (input, context) => {
  const place = findSite(input, context);
  const site = place.site.id;
  const { spaceId, sectionId } = input.body;
  if (typeof spaceId !== "string") throw new ServiceError(400, "spaceId is required");
  const section = typeof sectionId === "string" ? findSection(context, site, sectionId) : defaultSection(context, site);
  const space = findOwnSpace(context, place.org, spaceId);
  return answer(context, place, linkSpace(context, site, space, section?.id).id);
};

/** A new space brings its own title; the address stays. */
const updateSiteSpace: Handler = (input, context) => {
  const { siteSpace, scope, ...place } = findManagedSiteSpace(input, context);
  const { path, condition, spaceId } = input.body;
  if (path !== undefined) refuseTakenPath(context, KIND, scope, { id: siteSpace.id, path });
  const space = typeof spaceId === "string" ? findOwnSpace(context, place.org, spaceId).id : siteSpace.space;
  context.store.update<StoredSiteSpace>(KIND, siteSpace.id, (value) => {
    const changed = { ...value, space };
    if (space !== value.space) delete changed.title;
    if (typeof path === "string") changed.path = path;
    if (typeof condition === "string") changed.condition = condition;
    if (condition === null) delete changed.condition;
    return changed;
  });
  return answer(context, place, siteSpace.id);
};

const deleteSiteSpace: Handler = (input, context) => {
  const { siteSpace, scope, site } = findManagedSiteSpace(input, context);
  unlinkSpace(context, site.id, scope, siteSpace.id);
  return undefined;
};

const moveSiteSpace: Handler = (input, context) => {
  const { siteSpace, scope, ...place } = findManagedSiteSpace(input, context);
  const to = placeOf(input.body, "siteSpace", siteSpace.id);
  const sibling = siteSpaceOf(context, place.site.id, to.sibling);
  if (!sibling) throw invalidPosition(`"${to.sibling}" is not a site space of the site`);
  refuseSame(context.store.ids(KIND, sibling.scope), siteSpace.id, to);
  if (sibling.scope !== scope) adopt(context, siteSpace, sibling.scope, sibling.siteSpace.section);
  context.store.place(KIND, siteSpace.id, sibling.scope, { [to.side]: to.sibling });
  // The old scope may need another default.
  setDefault(context, KIND, scope);
  return answer(context, place, siteSpace.id);
};

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
