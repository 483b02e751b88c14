import adminSingle from "./admin-single.js";
import adminsMany from "./admins-many.js";
import memberDisabledInTeam from "./member-disabled-in-team.js";
import memberForeignDomain from "./member-foreign-domain.js";
import memberGuest from "./member-guest.js";
import memberInactive from "./member-inactive.js";
import memberNeverSeen from "./member-never-seen.js";
import memberNoSso from "./member-no-sso.js";

export default [
  memberGuest,
  memberInactive,
  memberNeverSeen,
  memberDisabledInTeam,
  memberForeignDomain,
  memberNoSso,
  adminsMany,
  adminSingle,
];
