/** All rules, in the order in which they are told. A folder a subject; its index lists its rules. */
import type { AnyRule } from "../types.js";
import changeRequests from "./change-requests/index.js";
import content from "./content/index.js";

export const RULES: readonly AnyRule[] = [...content, ...changeRequests];

export const ruleNamed = (id: string): AnyRule | undefined => RULES.find((rule) => rule.id === id);
