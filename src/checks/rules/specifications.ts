/** Rules about specifications. */
import { listSpacePages } from "../../catalog/pages.js";
import { listOrgSpaces } from "../../catalog/spaces.js";
import { decodeSegment } from "../../shared/ids.js";
import { getPath } from "../../shared/paths.js";
import { count } from "../../shared/wrap.js";
import type { Facts } from "../data-source.js";
import { defineRule, requireWholeView, VIEW } from "../types.js";

export const specFailed = defineRule({
  id: "spec-failed",
  severity: "error",
  tag: "specs",
  summary: "A specification could not be read from its source",
  why: "The reference shows an older version, or nothing, while everybody believes that it is up to date.",
  fix: "docs openapi publish SLUG --source-url ADDRESS",
  example: "the last read failed: FETCH_TIMEOUT",
  of: "specification",
  needs: [],
  check({ item, thing }) {
    if (!item.lastProcessErrorCode) return [];
    return [
      {
        message: `the last read failed: ${item.lastProcessErrorCode}`,
        since: item.lastProcessedAt,
        fix: { words: ["openapi", "view", item.slug ?? thing.id] },
      },
    ];
  },
});

/** States of a specification while the service reads its source. */
const BUSY = ["pending", "progress", "running"];

export const specPendingLong = defineRule({
  id: "spec-pending-long",
  severity: "warning",
  tag: "specs",
  summary: "A specification has been waiting to be read for a long time",
  why: "Reading a source takes seconds. One that waits for days is stuck.",
  fix: "docs openapi publish SLUG --source-url ADDRESS",
  example: "pending for 3 days",
  of: "specification",
  decidedBy: ["processingState", "updatedAt"],
  needs: [],
  days: 1,
  check({ item, thing }, { isOld, age }) {
    const state = item.processingState ?? "";
    if (!BUSY.includes(state) || !isOld(item.updatedAt)) return [];
    const days = age(item.updatedAt);
    return [
      {
        message: `${state} for ${count(days, "day")}`,
        since: item.updatedAt,
        fix: { words: ["openapi", "view", item.slug ?? thing.id] },
      },
    ];
  },
});

export const specInsecureSource = defineRule({
  id: "spec-insecure-source",
  severity: "warning",
  tag: "specs",
  summary: "The source of a specification is not https",
  why: "Others on the network can change the reference.",
  fix: "docs openapi publish SLUG --source-url ADDRESS",
  example: "its source is http://api.example.com/openapi.yaml: not https",
  of: "specification",
  needs: [],
  check({ item, thing }) {
    const address = parseUrl(item.sourceURL);
    if (address?.protocol !== "http:") return [];
    const fix = { words: ["openapi", "view", item.slug ?? thing.id] };
    return [{ message: `its source is http://${address.host}${address.pathname}: not https`, key: "http", fix }];
  },
});

const parseUrl = (text: string | null | undefined): URL | undefined =>
  text && URL.canParse(text) ? new URL(text) : undefined;

/** How tokens of common services begin. */
const PREFIX = /^(?:gh[pousr]_|github_pat_|glpat-|gldt-|xox[abp]-|sk-|AKIA|eyJ|ATATT|dop_v1_)/;
const IN_QUERY =
  /^(?:access_?token|auth_?token|private_?token|job_?token|token|api_?key|subscription-key|(?:client_?)?secret|password|passwd|pwd|sig|(?:x-(?:amz|goog)-)?signature)$/i;

/** Long, and made of letters and digits as no name is. */
const isToken = (text: string): boolean =>
  PREFIX.test(text) || (text.length >= 20 && /\d/.test(text) && /^[\w.~+/=-]+$/.test(text));

/** Names the kind of secret in a text, without the secret itself. */
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

export const specSecretInAddress = defineRule({
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

/** Specifications that pages of a space are generated from, by id or slug. */
async function readUsedSpecs(facts: Facts, params: Readonly<Record<string, string>>): Promise<Set<string>> {
  const used = new Set<string>();
  const waiting: unknown[] = [...(await facts.list(listSpacePages, params))];
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    const spec = getPath(page, "computed.dependencies.spec.ref.spec");
    if (typeof spec === "string") used.add(spec);
    const below = getPath(page, "pages");
    if (Array.isArray(below)) waiting.push(...below);
  }
  return used;
}

export const specUnused = defineRule({
  id: "spec-unused",
  severity: "info",
  tag: "specs",
  summary: "No space has pages generated from a specification",
  why: "It is still read from its source regularly, but nobody uses it.",
  fix: "docs openapi delete SLUG",
  example: "no page uses it",
  of: "specification",
  needs: [listOrgSpaces, { endpoint: listSpacePages, when: "for every space, once" }, VIEW],
  off: "the text of a page may contain its operations, which no list shows",
  async check({ item, thing }, { facts }) {
    const { subjects } = await facts.subjects("space");
    const used = await Promise.all(subjects.map(({ params }) => readUsedSpecs(facts, params)));
    const names = [item.id, item.slug].filter((name) => name != null);
    if (used.some((one) => names.some((name) => one.has(name)))) return [];
    await requireWholeView(facts);
    return [{ message: "no page uses it", fix: { words: ["openapi", "view", item.slug ?? thing.id] } }];
  },
});
