import orgBillingFailed from "./org-billing-failed.js";
import orgBlocked from "./org-blocked.js";

export default [orgBillingFailed, orgBlocked];
