/**
 * The lowest level that may make the call that coverage/ has for each writing endpoint, in the space, the collection, the
 * team or the organization of its path, and where two are named the one in the collection or organization that the thing
 * goes to. The comments are an admin's, so only admins change them.
 */
export const LOWEST: Record<string, string> = {
  applySpaceTemplate: "edit",
  createChangeRequest: "edit",
  createChangeRequestComment: "comment",
  createChangeRequestCommentReply: "comment",
  createSpaceComment: "comment",
  createSpaceCommentReply: "comment",
  deleteChangeRequestComment: "admin",
  deleteChangeRequestCommentReply: "admin",
  deleteSpace: "admin",
  deleteSpaceComment: "admin",
  deleteSpaceCommentReply: "admin",
  duplicateSpace: "read, create there",
  importChangeRequestContent: "edit",
  importSpaceContent: "edit",
  mergeChangeRequest: "review",
  moveSpace: "admin, create there",
  pullChangeRequest: "edit",
  restoreSpace: "admin",
  transferSpace: "admin, create there",
  updateChangeRequest: "edit",
  updateChangeRequestComment: "admin",
  updateChangeRequestCommentReply: "admin",
  updateSpace: "admin",
  updateSpaceComment: "admin",
  updateSpaceCommentReply: "admin",

  createCollection: "create",
  deleteCollection: "admin",
  moveCollection: "admin, create there",
  transferCollection: "admin, create there",
  updateCollection: "admin",

  addSectionToGroup: "admin",
  addSiteSpace: "admin",
  createOpenapiSpec: "create",
  createSamlProvider: "admin",
  createShareLink: "admin",
  createSite: "admin",
  createSiteSection: "admin",
  createSiteSectionGroup: "admin",
  createTeam: "admin",
  createTranslation: "create",
  deleteLinkInvite: "admin",
  deleteOpenapiSpec: "create",
  deleteSamlProvider: "admin",
  deleteShareLink: "admin",
  deleteSite: "admin",
  deleteSiteSection: "admin",
  deleteSiteSectionGroup: "admin",
  deleteSiteSpace: "admin",
  deleteTeam: "admin",
  deleteTranslation: "create",
  moveSiteSection: "admin",
  moveSiteSectionGroup: "admin",
  moveSiteSpace: "admin",
  pingOrg: "guest",
  publishSite: "admin",
  putOpenapiSpec: "create",
  removeMember: "admin",
  removeSectionFromGroup: "admin",
  removeTeamMember: "admin",
  setMemberSso: "admin",
  setSiteAdaptiveSchema: "admin",
  setTeamMember: "admin",
  updateMember: "admin",
  updateOpenapiSpecVisibility: "create",
  updateOrg: "admin",
  updateSamlProvider: "admin",
  updateShareLink: "admin",
  updateSite: "admin",
  updateSiteSection: "admin",
  updateSiteSectionGroup: "admin",
  updateSiteSpace: "admin",
  updateTeam: "admin",
  updateTeamMembers: "admin",
  updateTranslation: "create",
};

export interface Caller {
  /** In both organizations; null is a guest, undefined is no member any more. */
  role: string | null | undefined;
  disabled?: boolean;
  /** What a team of the caller was given in every space. */
  grant?: string;
  /** Owner of every team. */
  owner?: boolean;
  /** Default level of every collection; what they hold inherits it. */
  collections?: string;
  /** Levels that follow from it; absent where nothing is shown. */
  space?: string;
  collection?: string;
  team?: string;
  organization?: string;
  /** Calls about things that are not shown all the same. */
  unseen?: string[];
}

/** An empty collection leads to nothing that a guest was given. */
const guest = (grant: string): Caller => ({
  role: null,
  grant,
  space: grant,
  collection: "read",
  organization: "guest",
  unseen: ["transferCollection"],
});

const member = (role: string): Caller => ({
  role,
  space: role,
  collection: role,
  team: role === "admin" ? "admin" : "read",
  organization: role,
});

export const CALLERS: Record<string, Caller> = {
  admin: member("admin"),
  create: member("create"),
  review: member("review"),
  edit: member("edit"),
  comment: member("comment"),
  read: member("read"),
  "team owner": { ...member("read"), owner: true, team: "admin" },
  "reader of collections to edit": { ...member("read"), collections: "edit", space: "edit", collection: "edit" },
  "guest given admin": guest("admin"),
  "guest given edit": guest("edit"),
  guest: { role: null, organization: "guest" },
  "disabled admin": { role: "admin", disabled: true },
  "removed member": { role: undefined },
};
