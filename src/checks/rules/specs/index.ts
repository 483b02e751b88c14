import specFailed from "./spec-failed.js";
import specInsecureSource from "./spec-insecure-source.js";
import specPendingLong from "./spec-pending-long.js";
import specUnused from "./spec-unused.js";

export default [specFailed, specPendingLong, specInsecureSource, specUnused];
