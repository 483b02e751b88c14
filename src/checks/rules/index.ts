/** All rules in the order in which they are shown. Each subject has a folder, whose index lists its rules. */
import type { AnyRule } from "../types.js";
import access from "./access/index.js";
import changeRequests from "./change-requests/index.js";
import content from "./content/index.js";
import members from "./members/index.js";
import organization from "./organization/index.js";
import signOn from "./sign-on/index.js";
import sites from "./sites/index.js";
import specs from "./specs/index.js";
import teams from "./teams/index.js";
import translations from "./translations/index.js";

export const RULES: readonly AnyRule[] = [
  ...content,
  ...changeRequests,
  ...access,
  ...members,
  ...teams,
  ...signOn,
  ...sites,
  ...specs,
  ...translations,
  ...organization,
];

export const ruleNamed = (id: string): AnyRule | undefined => RULES.find((rule) => rule.id === id);
