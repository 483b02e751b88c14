/** Undo rules: sites and their parts. */
import { SITES } from "../../resources/sites.js";
import { plainRules } from "./plain-rules.js";
import type { UndoRules } from "./types.js";

// Undo rules: site spaces and share links.

const SITE_SPACE = plainRules("SiteSpace", SITES.site_space, { part: "space" });
const SHARE_LINK = plainRules("ShareLink", SITES.share_link, { part: "link" });

export const siteSpaces: UndoRules = {
  addSiteSpace: SITE_SPACE.create({
    reads: {
      as: "new",
      of: { get: "listSiteSpaces", item: { "space.id": "$body.spaceId", section: "$body.sectionId" } },
    },
  }),
  updateSiteSpace: SITE_SPACE.edit({
    members: { spaceId: { at: "space.id" } },
    caveats: [
      { if: "space gone", member: "spaceId", undo: "impossible", why: "the space that it shows no longer exists" },
      { if: "own title", member: "spaceId", why: "its own title is lost" },
    ],
  }),
  deleteSiteSpace: SITE_SPACE.remove(["space.id", "section", "path", "condition"], {
    why: "a new site space has another id, is last and is not the default",
    inverse: [
      { endpoint: "addSiteSpace", body: { spaceId: "$before.space.id", sectionId: "$before.section" } },
      {
        endpoint: "updateSiteSpace",
        params: { siteSpaceId: "$back.id" },
        body: { path: "$before.path", condition: "$before.condition" },
      },
    ],
  }),
  moveSiteSpace: SITE_SPACE.move(
    { within: "section", type: "site-space", reference: "siteSpace" },
    {
      caveats: [
        { if: "default leaves", why: "another one becomes and remains the default of its section" },
        { if: "path taken", why: "its path is taken at its destination, so it keeps the new one" },
      ],
      // If the default site space leaves its section, another one becomes the default.
      sideEffects: ["default"],
    },
  ),
  createShareLink: SHARE_LINK.create(),
  updateShareLink: SHARE_LINK.edit(),
  deleteShareLink: SHARE_LINK.remove(["name", "active"], { why: "a new link has another address" }),
};

const SITE = plainRules("Site", SITES.site);
/** A site among its parts: a plan of the site shows it, and an undo of the site has it. */
const SITE_AS_PART = plainRules("Site", SITES.site, { part: "site" });
const SECTION = plainRules("SiteSection", SITES.section, { part: "section" });
const GROUP = plainRules("SiteSectionGroup", SITES.section_group, { part: "group" });

export const sites: UndoRules = {
  createSite: SITE.create({
    caveats: [{ if: "sends", member: "newSpace", why: "the space that is made for it stays" }],
  }),
  updateSite: SITE_AS_PART.edit({
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
    // The default site space is one of the default section: it comes back while its section is still the default.
    inverse: [
      { endpoint: "updateSite", body: "before", except: ["defaultSiteSection"] },
      { endpoint: "updateSite", body: "before", only: ["defaultSiteSection"] },
    ],
  }),
  deleteSite: SITE.remove(["title"], { why: "its addresses, design and parts cannot be restored" }),
  publishSite: SITE_AS_PART.act("publish", "the service's interface cannot unpublish a site", { published: true }),
  setSiteAdaptiveSchema: SITE_AS_PART.edit({
    thing: "visitor schema",
    reads: { as: "fields", of: { get: "getSiteAdaptiveSchema" } },
    inverse: [{ endpoint: "setSiteAdaptiveSchema", body: "before" }],
  }),
  createSiteSection: SECTION.create(),
  updateSiteSection: SECTION.edit({
    members: {
      defaultSiteSpace: {
        at: "id",
        of: { get: "listSiteSpaces", item: { section: "$params.siteSectionId", default: "true" } },
      },
    },
  }),
  deleteSiteSection: SECTION.remove(["title", "icon", "path", "description", "condition", "siteSpaces.space.id"], {
    why: "a new section has another id and only its first space, is last and in no group, and is not the default",
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
  }),
  moveSiteSection: SECTION.move({
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
  }),
  createSiteSectionGroup: GROUP.create({
    caveats: [{ if: "sends", member: "sections", why: "its sections stay in its place, in no group" }],
  }),
  updateSiteSectionGroup: GROUP.edit(),
  deleteSiteSectionGroup: GROUP.remove(["title", "icon", "sections.id"], {
    why: "a new group has another id and is last",
    inverse: [
      {
        endpoint: "createSiteSectionGroup",
        body: { title: "$before.title", icon: "$before.icon", sections: "$before.sections.id" },
      },
    ],
  }),
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
    ...SECTION.act("take out of its group", "the section is restored at the end of the group", { sectionGroup: null }),
    undo: "near",
    change: "move",
    inverse: [{ endpoint: "addSectionToGroup", body: { sectionId: "$params.siteSectionId" } }],
    sideEffects: ["order"],
  },
  moveSiteSectionGroup: GROUP.move(
    { type: "site-section", reference: "id" },
    {
      undo: "near",
      why: "its position among groups is read, but not that among sections",
      sideEffects: ["order"],
    },
  ),
};
