import conditionAdaptiveOff from "./condition-adaptive-off.js";
import conditionNoSchema from "./condition-no-schema.js";
import conditionUnknownAttribute from "./condition-unknown-attribute.js";
import defaultContentUnpublished from "./default-content-unpublished.js";
import shareLinkOld from "./share-link-old.js";
import shareLinkUnnamed from "./share-link-unnamed.js";
import shareLinkUnused from "./share-link-unused.js";
import siteEmpty from "./site-empty.js";
import siteUnlisted from "./site-unlisted.js";
import siteUnpublishedOld from "./site-unpublished-old.js";

export default [
  conditionUnknownAttribute,
  conditionNoSchema,
  conditionAdaptiveOff,
  shareLinkOld,
  shareLinkUnnamed,
  shareLinkUnused,
  siteUnpublishedOld,
  siteEmpty,
  siteUnlisted,
  defaultContentUnpublished,
];
