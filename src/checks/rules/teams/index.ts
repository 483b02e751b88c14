import teamEmpty from "./team-empty.js";
import teamNoOwner from "./team-no-owner.js";
import teamOneOwner from "./team-one-owner.js";
import teamSameTitle from "./team-same-title.js";

export default [teamNoOwner, teamOneOwner, teamEmpty, teamSameTitle];
