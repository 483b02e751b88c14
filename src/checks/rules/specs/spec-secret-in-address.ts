import { decodeSegment } from "../../../shared/ids.js";
import { defineRule } from "../../types.js";

/** How tokens of common services begin. */
const PREFIX = /^(?:gh[pousr]_|github_pat_|glpat-|gldt-|xox[abp]-|sk-|AKIA|eyJ|ATATT|dop_v1_)/;
const IN_QUERY =
  /^(?:access_?token|auth_?token|private_?token|job_?token|token|api_?key|subscription-key|(?:client_?)?secret|password|passwd|pwd|sig|(?:x-(?:amz|goog)-)?signature)$/i;

/** Long, and made of letters and digits as no name is. */
const isToken = (text: string): boolean =>
  PREFIX.test(text) || (text.length >= 20 && /\d/.test(text) && /^[\w.~+/=-]+$/.test(text));

/** What is secret in it, without saying what it is. */
function secretIn(text: string | null | undefined): { what: string; key: string } | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const { username, password, searchParams } = new URL(text);
  if (password !== "") return { what: "a password", key: "password" };
  if (isToken(decodeSegment(username))) return { what: "a user name that looks like a token", key: "username" };
  for (const [name, value] of searchParams) {
    if (value !== "" && (IN_QUERY.test(name) || PREFIX.test(value))) {
      return { what: `a secret (${name.slice(0, 40)})`, key: `query ${name}` };
    }
  }
  return undefined;
}

export default defineRule({
  id: "spec-secret-in-address",
  severity: "warning",
  tag: "specs",
  summary: "The address of a specification's source contains a password or a token",
  why: "Addresses end up in logs and histories, and everybody who sees the specification sees the secret.",
  fix: "docs openapi publish SLUG --source-url ADDRESS",
  example: "the address of its source contains a password",
  of: "specification",
  needs: [],
  check({ item, thing }) {
    const secret = secretIn(item.sourceURL);
    if (!secret) return [];
    const fix = { words: ["openapi", "view", item.slug ?? thing.id] };
    return [{ message: `the address of its source contains ${secret.what}`, key: secret.key, fix }];
  },
});
