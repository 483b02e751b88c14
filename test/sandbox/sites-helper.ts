import type { HandlerContext } from "../../src/sandbox/types.js";
import { ORG, OTHER_ORG, putSpace, SPACE, SPACE_PERMISSIONS, smallOrganization } from "../helpers/sandbox.js";

export const SITES = `/v1/orgs/${ORG}/sites`;

export function putSite(context: HandlerContext, id: string, fields: object = {}, org = ORG): void {
  context.store.put("site", id, org, {
    object: "site",
    id,
    title: "Harbor Docs",
    type: "basic",
    basename: id,
    visibility: "public",
    published: true,
    siteSpaces: 0,
    createdAt: "2025-07-01T08:00:00.000Z",
    adaptiveContent: { enabled: false },
    ads: { status: "disabled", submittable: false },
    agentsContext: "included",
    features: [],
    urls: {
      location: `https://docs.sandbox.invalid/v1/orgs/${org}/sites/${id}`,
      app: `https://docs.sandbox.invalid/o/${org}/sites/${id}`,
    },
    ...fields,
  });
}

export function putSection(context: HandlerContext, site: string, id: string, fields: object = {}): void {
  context.store.put("site-section", id, site, {
    object: "site-section",
    id,
    title: `The ${id}`,
    default: false,
    path: id,
    ...fields,
  });
}

export function putGroup(context: HandlerContext, site: string, id: string): void {
  context.store.put("site-section-group", id, site, { object: "site-section-group", id, title: `The ${id}` });
}

export function putSiteSpace(
  context: HandlerContext,
  {
    site,
    section,
    id,
    space,
    ...fields
  }: { site: string; section?: string; id: string; space: string; default?: boolean },
): void {
  context.store.put("site-space", id, section ?? site, {
    object: "site-space",
    id,
    path: id,
    ...(section === undefined ? {} : { section }),
    space,
    default: false,
    hasAdvancedCustomizationFeature: false,
    ...fields,
  });
}

export function putShareLink(context: HandlerContext, site: string, id: string, fields: object = {}): void {
  context.store.put("share-link", id, site, {
    object: "share-link",
    id,
    createdAt: "2025-08-01T08:00:00.000Z",
    name: "Partners",
    active: true,
    ...fields,
  });
}

/**
 * Spaces SPACE ("Guide"), red and blue, and theirs of the other organization.
 * web: sections guides (default: one *, two), group [inner (three *), last (four *)], tail (five *)
 * flat: at the root one-flat *, two-flat; not published
 */
export function loadSites(context: HandlerContext): void {
  smallOrganization(context);
  putSpace(context, { id: "red", title: "Red" });
  putSpace(context, { id: "blue", title: "Blue" });
  putSpace(context, { id: "theirs", title: "Theirs", org: OTHER_ORG });
  putSite(context, "web", { siteSpaces: 5 });
  putSection(context, "web", "guides", { default: true });
  putGroup(context, "web", "group");
  putSection(context, "web", "inner", { sectionGroup: "group" });
  putSection(context, "web", "last", { sectionGroup: "group" });
  putSection(context, "web", "tail");
  putSiteSpace(context, { site: "web", section: "guides", id: "one", space: SPACE, default: true });
  putSiteSpace(context, { site: "web", section: "guides", id: "two", space: "red" });
  putSiteSpace(context, { site: "web", section: "inner", id: "three", space: "red", default: true });
  putSiteSpace(context, { site: "web", section: "last", id: "four", space: "red", default: true });
  putSiteSpace(context, { site: "web", section: "tail", id: "five", space: "red", default: true });
  putSite(context, "flat", { title: "Flat", published: false, siteSpaces: 2 });
  putSiteSpace(context, { site: "flat", id: "one-flat", space: SPACE, default: true });
  putSiteSpace(context, { site: "flat", id: "two-flat", space: "blue" });
  putSite(context, "foreign", { title: "Foreign" }, OTHER_ORG);
}

/** Space SPACE as an answer carries it on a site. */
export const guideSpace = (published?: string) => ({
  object: "space",
  id: SPACE,
  title: "Guide",
  visibility: "public",
  createdAt: "2025-06-01T08:00:00.000Z",
  updatedAt: "2025-06-01T08:00:00.000Z",
  editMode: "live",
  urls: {
    location: "https://docs.sandbox.invalid/v1/spaces/testSpace00000000001",
    app: "https://docs.sandbox.invalid/o/testOrganization0001/s/testSpace00000000001",
    ...(published === undefined ? {} : { published }),
  },
  organization: ORG,
  revision: "testSpace00000000001-r1",
  defaultLevel: "read",
  comments: 0,
  changeRequests: 0,
  changeRequestsOpen: 0,
  changeRequestsDraft: 0,
  permissions: SPACE_PERMISSIONS,
});
