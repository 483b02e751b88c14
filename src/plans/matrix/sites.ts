/** Undo matrix: sites and their parts. */
import type { Rows } from "./types.js";

const SITE = { get: "getSite" } as const;
const SECTION = { get: "listSiteSections", item: { id: "$params.siteSectionId" } } as const;
const GROUP = { get: "listSiteSectionGroups", item: { id: "$params.siteSectionGroupId" } } as const;
const SITE_SPACE = { get: "listSiteSpaces", item: { id: "$params.siteSpaceId" } } as const;
const SHARE_LINK = { get: "listShareLinks", item: { id: "$params.shareLinkId" } } as const;

export const sites: Rows = {
  createSite: {
    undo: "exact",
    change: "create",
    thing: "site",
    sees: { as: "new", of: { get: "listSites", item: { title: "$body.title" } } },
    back: [{ endpoint: "deleteSite", params: { siteId: "$answer.id" } }],
  },
  updateSite: {
    undo: "exact",
    change: "change",
    thing: "site",
    sees: {
      as: "fields",
      of: SITE,
      members: {
        proxy: { at: "proxy.origin" },
        adaptiveContent: { at: "adaptiveContent.enabled", inner: "enabled", empty: false },
        defaultSiteSpace: { at: "id", of: { get: "listSiteSpaces", item: { default: "true" } } },
        defaultSiteSection: { at: "id", of: { get: "listSiteSections", item: { default: "true" } } },
      },
    },
    back: [{ endpoint: "updateSite", body: "before" }],
  },
  deleteSite: {
    undo: "impossible",
    change: "remove",
    thing: "site",
    why: "its addresses, design and parts cannot be brought back",
    sees: { as: "gone", of: SITE, keep: ["title"] },
  },
  publishSite: {
    undo: "impossible",
    change: "act",
    thing: "site",
    verb: "publish",
    why: "the service's interface cannot unpublish a site",
    sees: { as: "state", of: SITE, becomes: { published: true } },
  },
  setSiteAdaptiveSchema: {
    undo: "exact",
    change: "change",
    thing: "visitor schema",
    sees: { as: "fields", of: { get: "getSiteAdaptiveSchema" } },
    back: [{ endpoint: "setSiteAdaptiveSchema", body: "before" }],
  },
  createSiteSection: {
    undo: "exact",
    change: "create",
    thing: "section",
    sees: { as: "new", of: { get: "listSiteSections", item: { title: "$body.title" } } },
    back: [{ endpoint: "deleteSiteSection", params: { siteSectionId: "$answer.id" } }],
  },
  updateSiteSection: {
    undo: "exact",
    change: "change",
    thing: "section",
    sees: {
      as: "fields",
      of: SECTION,
      members: {
        defaultSiteSpace: {
          at: "id",
          of: { get: "listSiteSpaces", item: { section: "$params.siteSectionId", default: "true" } },
        },
      },
    },
    back: [{ endpoint: "updateSiteSection", body: "before" }],
  },
  deleteSiteSection: {
    undo: "approximate",
    change: "remove",
    thing: "section",
    why: "a new section has another id and stands at the end, with its first space only",
    sees: {
      as: "gone",
      of: SECTION,
      keep: ["title", "icon", "path", "description", "condition", "siteSpaces.space.id"],
    },
    back: [
      {
        endpoint: "createSiteSection",
        body: { spaceId: "$before.siteSpaces.space.id.0", title: "$before.title", icon: "$before.icon" },
      },
      {
        endpoint: "updateSiteSection",
        params: { siteSectionId: "$back.id" },
        body: { path: "$before.path", description: "$before.description", condition: "$before.condition" },
      },
    ],
  },
  moveSiteSection: {
    undo: "exact",
    change: "move",
    thing: "section",
    sees: {
      as: "order",
      of: SECTION,
      list: { get: "listSiteSections" },
      within: "sectionGroup",
      alone: {
        into: {
          endpoint: "addSectionToGroup",
          params: { siteSectionGroupId: "$before.sectionGroup" },
          body: { sectionId: "$params.siteSectionId" },
        },
        out: { endpoint: "removeSectionFromGroup", params: { siteSectionGroupId: "$after.sectionGroup" } },
      },
      type: "site-section",
      reference: "siteSection",
    },
    back: "place",
  },
  createSiteSectionGroup: {
    undo: "exact",
    change: "create",
    thing: "section group",
    sees: { as: "new", of: { get: "listSiteSectionGroups", item: { title: "$body.title" } } },
    back: [{ endpoint: "deleteSiteSectionGroup", params: { siteSectionGroupId: "$answer.id" } }],
  },
  updateSiteSectionGroup: {
    undo: "exact",
    change: "change",
    thing: "section group",
    sees: { as: "fields", of: GROUP },
    back: [{ endpoint: "updateSiteSectionGroup", body: "before" }],
  },
  deleteSiteSectionGroup: {
    undo: "approximate",
    change: "remove",
    thing: "section group",
    why: "a new group has another id and stands at the end",
    sees: { as: "gone", of: GROUP, keep: ["title", "icon", "sections.id"] },
    back: [
      {
        endpoint: "createSiteSectionGroup",
        body: { title: "$before.title", icon: "$before.icon", sections: "$before.sections.id" },
      },
    ],
  },
  addSectionToGroup: {
    undo: "near",
    change: "move",
    thing: "section",
    verb: "put into a group",
    why: "the section comes back after the group",
    sees: {
      as: "state",
      of: { get: "listSiteSections", item: { id: "$body.sectionId" } },
      becomes: { sectionGroup: "$params.siteSectionGroupId" },
    },
    back: [
      { endpoint: "removeSectionFromGroup", params: { siteSectionId: "$body.sectionId" } },
      // Into the group that it was in before, if any.
      {
        endpoint: "addSectionToGroup",
        params: { siteSectionGroupId: "$before.sectionGroup" },
        body: { sectionId: "$body.sectionId" },
      },
    ],
    traces: ["order"],
  },
  removeSectionFromGroup: {
    undo: "near",
    change: "move",
    thing: "section",
    verb: "take out of its group",
    why: "the section comes back at the end of the group",
    sees: { as: "state", of: SECTION, becomes: { sectionGroup: null } },
    back: [{ endpoint: "addSectionToGroup", body: { sectionId: "$params.siteSectionId" } }],
    traces: ["order"],
  },
  moveSiteSectionGroup: {
    undo: "near",
    change: "move",
    thing: "section group",
    why: "its place between sections is not read, only that among groups",
    sees: {
      as: "order",
      of: GROUP,
      list: { get: "listSiteSectionGroups" },
      type: "site-section",
      reference: "id",
    },
    back: "place",
    traces: ["order"],
  },
  addSiteSpace: {
    undo: "exact",
    change: "create",
    thing: "site space",
    sees: {
      as: "new",
      of: { get: "listSiteSpaces", item: { "space.id": "$body.spaceId", section: "$body.sectionId" } },
    },
    back: [{ endpoint: "deleteSiteSpace", params: { siteSpaceId: "$answer.id" } }],
  },
  updateSiteSpace: {
    undo: "exact",
    change: "change",
    thing: "site space",
    sees: { as: "fields", of: SITE_SPACE, members: { spaceId: { at: "space.id" } } },
    back: [{ endpoint: "updateSiteSpace", body: "before" }],
  },
  deleteSiteSpace: {
    undo: "approximate",
    change: "remove",
    thing: "site space",
    why: "a new site space has another id and stands at the end",
    sees: { as: "gone", of: SITE_SPACE, keep: ["space.id", "section", "path", "condition"] },
    back: [
      { endpoint: "addSiteSpace", body: { spaceId: "$before.space.id", sectionId: "$before.section" } },
      {
        endpoint: "updateSiteSpace",
        params: { siteSpaceId: "$back.id" },
        body: { path: "$before.path", condition: "$before.condition" },
      },
    ],
  },
  moveSiteSpace: {
    undo: "exact",
    change: "move",
    thing: "site space",
    sees: {
      as: "order",
      of: SITE_SPACE,
      list: { get: "listSiteSpaces" },
      within: "section",
      type: "site-space",
      reference: "siteSpace",
    },
    back: "place",
    // If the default site space leaves its section, another one becomes the default.
    traces: ["default"],
  },
  createShareLink: {
    undo: "exact",
    change: "create",
    thing: "share link",
    sees: { as: "new", of: { get: "listShareLinks", item: { name: "$body.name" } } },
    back: [{ endpoint: "deleteShareLink", params: { shareLinkId: "$answer.id" } }],
  },
  updateShareLink: {
    undo: "exact",
    change: "change",
    thing: "share link",
    sees: { as: "fields", of: SHARE_LINK },
    back: [{ endpoint: "updateShareLink", body: "before" }],
  },
  deleteShareLink: {
    undo: "impossible",
    change: "remove",
    thing: "share link",
    why: "a new link has another address",
    sees: { as: "gone", of: SHARE_LINK, keep: ["name", "active"] },
  },
};
