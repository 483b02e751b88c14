/** Undo rules: site spaces and share links. */
import type { UndoRules } from "./types.js";

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
