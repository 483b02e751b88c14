import crAuthorGone from "./cr-author-gone.js";
import crBrokenLinks from "./cr-broken-links.js";
import crDraftOld from "./cr-draft-old.js";
import crNoSubject from "./cr-no-subject.js";
import crOutdated from "./cr-outdated.js";
import crOverlap from "./cr-overlap.js";
import crStale from "./cr-stale.js";
import crUnresolvedComments from "./cr-unresolved-comments.js";
import crVariableMissing from "./cr-variable-missing.js";

export default [
  crBrokenLinks,
  crVariableMissing,
  crOutdated,
  crUnresolvedComments,
  crOverlap,
  crStale,
  crDraftOld,
  crAuthorGone,
  crNoSubject,
];
