/** Undo rules: sites and their parts. */
import type { UndoRules } from "./types.js";

// Undo rules: site spaces and share links.

const SITE_SPACE = { get: "listSiteSpaces", item: { id: "$params.siteSpaceId" } } as const;
const SHARE_LINK = { get: "listShareLinks", item: { id: "$params.shareLinkId" } } as const;

export const siteSpaces: UndoRules = {
  addSiteSpace: {
    undo: "exact",
    change: "create",
    part: { kind: "space" },
    thing: "site space",
    reads: {
      as: "new",
      of: { get: "listSiteSpaces", item: { "space.id": "$body.spaceId", section: "$body.sectionId" } },
    },
    inverse: [{ endpoint: "deleteSiteSpace", params: { siteSpaceId: "$answer.id" } }],
  },
  updateSiteSpace: {
    undo: "exact",
    change: "change",
    part: { kind: "space", of: "siteSpaceId" },
    thing: "site space",
    reads: { as: "fields", of: SITE_SPACE, members: { spaceId: { at: "space.id" } } },
    inverse: [{ endpoint: "updateSiteSpace", body: "before" }],
    caveats: [
      { if: "space gone", member: "spaceId", undo: "impossible", why: "the space that it shows no longer exists" },
      { if: "own title", member: "spaceId", why: "its own title is lost" },
    ],
  },
  deleteSiteSpace: {
    undo: "approximate",
    change: "remove",
    part: { kind: "space", of: "siteSpaceId" },
    thing: "site space",
    why: "a new site space has another id, is last and is not the default",
    reads: { as: "gone", of: SITE_SPACE, keep: ["space.id", "section", "path", "condition"] },
    inverse: [
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
    part: { kind: "space", of: "siteSpaceId" },
    thing: "site space",
    reads: {
      as: "order",
      of: SITE_SPACE,
      list: { get: "listSiteSpaces" },
      within: "section",
      type: "site-space",
      reference: "siteSpace",
    },
    inverse: "move back",
    caveats: [
      { if: "default leaves", why: "another one becomes and remains the default of its section" },
      { if: "path taken", why: "its path is taken at its destination, so it keeps the new one" },
    ],
    // If the default site space leaves its section, another one becomes the default.
    sideEffects: ["default"],
  },
  createShareLink: {
    undo: "exact",
    change: "create",
    part: { kind: "link" },
    thing: "share link",
    reads: { as: "new", of: { get: "listShareLinks", item: { name: "$body.name" } } },
    inverse: [{ endpoint: "deleteShareLink", params: { shareLinkId: "$answer.id" } }],
  },
  updateShareLink: {
    undo: "exact",
    change: "change",
    part: { kind: "link", of: "shareLinkId" },
    thing: "share link",
    reads: { as: "fields", of: SHARE_LINK },
    inverse: [{ endpoint: "updateShareLink", body: "before" }],
  },
  deleteShareLink: {
    undo: "impossible",
    change: "remove",
    part: { kind: "link", of: "shareLinkId" },
    thing: "share link",
    why: "a new link has another address",
    reads: { as: "gone", of: SHARE_LINK, keep: ["name", "active"] },
  },
};

const SITE = { get: "getSite" } as const;
const SECTION = { get: "listSiteSections", item: { id: "$params.siteSectionId" } } as const;
const GROUP = { get: "listSiteSectionGroups", item: { id: "$params.siteSectionGroupId" } } as const;

export const sites: UndoRules = {
  createSite: {
    undo: "exact",
    change: "create",
    thing: "site",
    reads: { as: "new", of: { get: "listSites", item: { title: "$body.title" } } },
    inverse: [{ endpoint: "deleteSite", params: { siteId: "$answer.id" } }],
    caveats: [{ if: "sends", member: "newSpace", why: "the space that is made for it stays" }],
  },
  updateSite: {
    undo: "exact",
    change: "change",
    part: { kind: "site", of: "siteId" },
    thing: "site",
    reads: {
      as: "fields",
      of: SITE,
      members: {
        proxy: { at: "proxy.origin" },
        adaptiveContent: { at: "adaptiveContent.enabled", inner: "enabled", empty: false },
        defaultSiteSpace: {
          at: "id",
          of: {
            get: "listSiteSpaces",
            item: { default: "true" },
            beside: { id: "$body.defaultSiteSpace", within: "section" },
          },
        },
        defaultSiteSection: { at: "id", of: { get: "listSiteSections", item: { default: "true" } } },
      },
    },
    // The default site space is one of the default section: it comes back while its section is still the default.
    inverse: [
      { endpoint: "updateSite", body: "before", except: ["defaultSiteSection"] },
      { endpoint: "updateSite", body: "before", only: ["defaultSiteSection"] },
    ],
  },
  deleteSite: {
    undo: "impossible",
    change: "remove",
    thing: "site",
    why: "its addresses, design and parts cannot be restored",
    reads: { as: "gone", of: SITE, keep: ["title"] },
  },
  publishSite: {
    undo: "impossible",
    change: "act",
    part: { kind: "site", of: "siteId" },
    thing: "site",
    verb: "publish",
    why: "the service's interface cannot unpublish a site",
    reads: { as: "state", of: SITE, becomes: { published: true } },
  },
  setSiteAdaptiveSchema: {
    undo: "exact",
    change: "change",
    part: { kind: "site", of: "siteId" },
    thing: "visitor schema",
    reads: { as: "fields", of: { get: "getSiteAdaptiveSchema" } },
    inverse: [{ endpoint: "setSiteAdaptiveSchema", body: "before" }],
  },
  createSiteSection: {
    undo: "exact",
    change: "create",
    part: { kind: "section" },
    thing: "section",
    reads: { as: "new", of: { get: "listSiteSections", item: { title: "$body.title" } } },
    inverse: [{ endpoint: "deleteSiteSection", params: { siteSectionId: "$answer.id" } }],
  },
  updateSiteSection: {
    undo: "exact",
    change: "change",
    part: { kind: "section", of: "siteSectionId" },
    thing: "section",
    reads: {
      as: "fields",
      of: SECTION,
      members: {
        defaultSiteSpace: {
          at: "id",
          of: { get: "listSiteSpaces", item: { section: "$params.siteSectionId", default: "true" } },
        },
      },
    },
    inverse: [{ endpoint: "updateSiteSection", body: "before" }],
  },
  deleteSiteSection: {
    undo: "approximate",
    change: "remove",
    part: { kind: "section", of: "siteSectionId" },
    thing: "section",
    why: "a new section has another id and only its first space, is last and in no group, and is not the default",
    reads: {
      as: "gone",
      of: SECTION,
      keep: ["title", "icon", "path", "description", "condition", "siteSpaces.space.id"],
    },
    inverse: [
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
    part: { kind: "section", of: "siteSectionId" },
    thing: "section",
    reads: {
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
      isFlat: true,
      type: "site-section",
      reference: "siteSection",
    },
    inverse: "move back",
  },
  createSiteSectionGroup: {
    undo: "exact",
    change: "create",
    part: { kind: "group" },
    thing: "section group",
    reads: { as: "new", of: { get: "listSiteSectionGroups", item: { title: "$body.title" } } },
    inverse: [{ endpoint: "deleteSiteSectionGroup", params: { siteSectionGroupId: "$answer.id" } }],
    caveats: [{ if: "sends", member: "sections", why: "its sections stay in its place, in no group" }],
  },
  updateSiteSectionGroup: {
    undo: "exact",
    change: "change",
    part: { kind: "group", of: "siteSectionGroupId" },
    thing: "section group",
    reads: { as: "fields", of: GROUP },
    inverse: [{ endpoint: "updateSiteSectionGroup", body: "before" }],
  },
  deleteSiteSectionGroup: {
    undo: "approximate",
    change: "remove",
    part: { kind: "group", of: "siteSectionGroupId" },
    thing: "section group",
    why: "a new group has another id and is last",
    reads: { as: "gone", of: GROUP, keep: ["title", "icon", "sections.id"] },
    inverse: [
      {
        endpoint: "createSiteSectionGroup",
        body: { title: "$before.title", icon: "$before.icon", sections: "$before.sections.id" },
      },
    ],
  },
  addSectionToGroup: {
    undo: "near",
    change: "move",
    part: { kind: "section", of: "sectionId" },
    thing: "section",
    verb: "put into a group",
    why: "the section is restored after the group",
    reads: {
      as: "state",
      of: { get: "listSiteSections", item: { id: "$body.sectionId" } },
      becomes: { sectionGroup: "$params.siteSectionGroupId" },
    },
    inverse: [
      { endpoint: "removeSectionFromGroup", params: { siteSectionId: "$body.sectionId" } },
      // Into the group that it was in before, if any.
      {
        endpoint: "addSectionToGroup",
        params: { siteSectionGroupId: "$before.sectionGroup" },
        body: { sectionId: "$body.sectionId" },
      },
    ],
    sideEffects: ["order"],
  },
  removeSectionFromGroup: {
    undo: "near",
    change: "move",
    part: { kind: "section", of: "siteSectionId" },
    thing: "section",
    verb: "take out of its group",
    why: "the section is restored at the end of the group",
    reads: { as: "state", of: SECTION, becomes: { sectionGroup: null } },
    inverse: [{ endpoint: "addSectionToGroup", body: { sectionId: "$params.siteSectionId" } }],
    sideEffects: ["order"],
  },
  moveSiteSectionGroup: {
    undo: "near",
    change: "move",
    part: { kind: "group", of: "siteSectionGroupId" },
    thing: "section group",
    why: "its position among groups is read, but not that among sections",
    reads: {
      as: "order",
      of: GROUP,
      list: { get: "listSiteSectionGroups" },
      type: "site-section",
      reference: "id",
    },
    inverse: "move back",
    sideEffects: ["order"],
  },
};
