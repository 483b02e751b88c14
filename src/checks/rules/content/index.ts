import collectionEmpty from "./collection-empty.js";
import commentsOld from "./comments-old.js";
import fileOrphan from "./file-orphan.js";
import gitSyncBehind from "./git-sync-behind.js";
import includeMissing from "./include-missing.js";
import linksBroken from "./links-broken.js";
import linksInApp from "./links-in-app.js";
import pageHiddenOrphan from "./page-hidden-orphan.js";
import pageNoindex from "./page-noindex.js";
import spaceEmpty from "./space-empty.js";
import spaceLockedLong from "./space-locked-long.js";
import spaceOrphan from "./space-orphan.js";
import variableMissing from "./variable-missing.js";

export default [
  linksBroken,
  linksInApp,
  includeMissing,
  variableMissing,
  pageHiddenOrphan,
  pageNoindex,
  fileOrphan,
  spaceEmpty,
  spaceOrphan,
  spaceLockedLong,
  gitSyncBehind,
  collectionEmpty,
  commentsOld,
];
