import collectionEmpty from "./collection-empty.js";
import linksBroken from "./links-broken.js";
import spaceLockedLong from "./space-locked-long.js";

export default [linksBroken, spaceLockedLong, collectionEmpty];
