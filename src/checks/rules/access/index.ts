import orgDefaultRoleBroad from "./org-default-role-broad.js";
import orgInviteLinks from "./org-invite-links.js";
import spaceLevelBroad from "./space-level-broad.js";

export default [orgInviteLinks, orgDefaultRoleBroad, spaceLevelBroad];
