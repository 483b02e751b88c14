import translationBehind from "./translation-behind.js";
import translationFailed from "./translation-failed.js";
import translationPendingLong from "./translation-pending-long.js";

export default [translationFailed, translationPendingLong, translationBehind];
