import { discussion } from "./discussion.js";
import { organization } from "./organization.js";
import { siteSpaces, sites } from "./sites.js";
import { spaces } from "./spaces.js";
import type { UndoRule, UndoRules } from "./types.js";

/** One rule for each endpoint that changes something, by its name in the catalog. */
export const UNDO_RULES: UndoRules = { ...organization, ...spaces, ...sites, ...siteSpaces, ...discussion };

/** @throws TypeError for an endpoint without a rule; a test keeps that from happening */
export function undoRuleOf(endpoint: string): UndoRule {
  const rule = Object.hasOwn(UNDO_RULES, endpoint) ? UNDO_RULES[endpoint] : undefined;
  if (!rule) throw new TypeError(`there is no undo rule for ${endpoint}`);
  return rule;
}
