/** Rules about sites, their share links and their conditions. */
import { getSiteAdaptiveSchema } from "../../catalog/adaptive-schema.js";
import { listSiteSections } from "../../catalog/sections.js";
import { listShareLinks } from "../../catalog/share-links.js";
import { listSiteSpaces } from "../../catalog/site-spaces.js";
import { getSite, listSites } from "../../catalog/sites.js";
import { isObject } from "../../shared/values.js";
import { count } from "../../shared/wrap.js";
import type { Facts } from "../data-source.js";
import { requireKnown } from "../not-evaluable.js";
import { defineRule, type Need, requireWholeView, type Subject, type Thing, VIEW } from "../types.js";

// Sections and site spaces with conditions, for the rules about these.

interface Conditional {
  thing: Thing;
  condition: string;
  /** The command that changes the condition, without its value. */
  edit: readonly string[];
}

const CONDITIONAL = [listSiteSections, listSiteSpaces] as const;

/** Sections first, each in the order of the site. */
async function listConditional(facts: Facts, site: Subject<"site">): Promise<Conditional[]> {
  const [sections, spaces] = await Promise.all([
    facts.list(listSiteSections, site.params),
    facts.list(listSiteSpaces, site.params),
  ]);
  const at = ["--site", site.thing.id];
  const url = site.thing.url;
  return [
    ...sections.flatMap(({ id, title, condition }) =>
      condition && id
        ? [
            {
              thing: { kind: "section", id, title: title ?? id, url },
              condition,
              edit: ["sections", "edit", id, ...at],
            },
          ]
        : [],
    ),
    ...spaces.flatMap(({ id, title, space, condition }) =>
      condition && id
        ? [
            {
              thing: { kind: "site-space", id, title: title ?? space?.title ?? id, url },
              condition,
              edit: ["site-spaces", "edit", id, ...at],
            },
          ]
        : [],
    ),
  ];
}

// Parses the conditions of sections and site spaces, which say what visitors they are shown to.

/** Matches `visitor.claims.plan`, `visitor.claims.unsigned.plan` and `visitor.claims["my plan"]`. */
const CLAIM = /\bvisitor\.claims((?:\.[A-Za-z_$][\w$]*|\[\s*(?:"[^"]*"|'[^']*')\s*\])+)/g;
const STEP = /\.([A-Za-z_$][\w$]*)|\[\s*(?:"([^"]*)"|'([^']*)')\s*\]/g;

/** Empties string literals: they name no attributes. */
const withoutTexts = (condition: string): string =>
  condition.replace(/\[\s*("[^"]*"|'[^']*')\s*\]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (text, index) =>
    index ? text : '""',
  );

/** The attributes that a condition reads, as paths below the claims. */
export function attributesOf(condition: string): string[][] {
  return [...withoutTexts(condition).matchAll(CLAIM)].map(([, steps = ""]) =>
    [...steps.matchAll(STEP)].map(([, name, double, single]) => name ?? double ?? single ?? ""),
  );
}

/** True if a schema allows an attribute; an open schema allows all. */
export function isDeclared(schema: unknown, path: readonly string[]): boolean {
  let at = schema;
  for (const name of path) {
    const known = isObject(at) ? at.properties : undefined;
    // The rest of the path names methods of a plain value.
    if (!isObject(known)) return true;
    if (!Object.hasOwn(known, name)) return !(isObject(at) && at.additionalProperties === false);
    at = known[name];
  }
  return true;
}

/** The schema of a site; undefined if it has none. @throws Unknown if the site itself is out of sight */
async function readSchema(facts: Facts, params: Readonly<Record<string, string>>): Promise<unknown> {
  const schema = await facts.maybe(getSiteAdaptiveSchema, params);
  // A site without a schema and one that is not to be seen have the same answer.
  if (!schema) await facts.one(getSite, params);
  return schema?.jsonSchema ?? undefined;
}

const SCHEMA_READS: readonly Need[] = [
  { endpoint: getSiteAdaptiveSchema, when: "something on the site has a condition" },
  { endpoint: getSite, when: "it has no visitor schema" },
];

export const conditionUnknownAttribute = defineRule({
  id: "condition-unknown-attribute",
  severity: "error",
  tag: "sites",
  summary: "A condition reads an attribute that the visitor schema does not have",
  why: "It is never true: nobody sees its content, and there is no error.",
  fix: "docs sections edit SECTION --condition CONDITION",
  example: "its condition reads visitor.claims.plan, which the visitor schema does not have",
  of: "site",
  needs: [...CONDITIONAL, ...SCHEMA_READS],
  async check(site, { facts }) {
    const conditional = await listConditional(facts, site);
    if (conditional.length === 0) return [];
    const schema = await readSchema(facts, site.params);
    // condition-no-schema reports sites without one.
    if (schema === undefined) return [];
    return conditional.flatMap(({ thing, condition, edit }) => {
      const unknown = attributesOf(condition).filter((path) => !isDeclared(schema, path));
      const names = [...new Set(unknown.map((path) => path.join(".")))];
      return names.map((name) => ({
        message: `its condition reads visitor.claims.${name}, which the visitor schema does not have`,
        thing,
        key: name,
        fix: { words: [...edit, "--condition", "CONDITION"] },
      }));
    });
  },
});

export const conditionNoSchema = defineRule({
  id: "condition-no-schema",
  severity: "error",
  tag: "sites",
  summary: "Something on a site has a condition, but the site has no visitor schema",
  why: "Nothing is known about visitors, so the condition is never true and nobody sees its content.",
  fix: "docs adaptive-schema set --site SITE --file FILE",
  example: "2 things on it have conditions, and it has no visitor schema",
  of: "site",
  needs: [...CONDITIONAL, ...SCHEMA_READS],
  async check(site, { facts }) {
    const conditional = await listConditional(facts, site);
    if (conditional.length === 0 || (await readSchema(facts, site.params)) !== undefined) return [];
    const which =
      conditional.length === 1
        ? `${conditional[0]?.thing.title} has a condition`
        : `${conditional.length} things on it have conditions`;
    return [
      {
        message: `${which}, and it has no visitor schema`,
        fix: { words: ["adaptive-schema", "view", "--site", site.thing.id] },
      },
    ];
  },
});

export const conditionAdaptiveOff = defineRule({
  id: "condition-adaptive-off",
  severity: "warning",
  tag: "sites",
  summary: "Something on a site has a condition, but adaptive content is off there",
  why: "The condition is ignored: its content may be shown to everybody, or to nobody.",
  fix: "docs sites edit SITE --adaptive-content",
  example: "Fleet guide has a condition, and adaptive content is off",
  of: "site",
  needs: [...CONDITIONAL],
  async check(site, { facts }) {
    if (site.item.adaptiveContent?.enabled !== false) return [];
    const conditional = await listConditional(facts, site);
    const [first] = conditional;
    if (!first) return [];
    const which =
      conditional.length === 1
        ? `${first.thing.title} has a condition`
        : `${conditional.length} things on it have conditions`;
    return [
      {
        message: `${which}, and adaptive content is off`,
        fix: { words: ["sites", "edit", site.thing.id, "--adaptive-content"] },
      },
    ];
  },
});

export const shareLinkOld = defineRule({
  id: "share-link-old",
  severity: "warning",
  tag: "sites",
  summary: "A share link is old and still active",
  why: "Links are forwarded, kept in chats and indexed. Replacing them from time to time is the only way to revoke them.",
  fix: "docs share-links edit SHARE-LINK --no-active",
  example: "active for 400 days",
  of: "share-link",
  decidedBy: ["createdAt"],
  needs: [],
  days: 180,
  check({ item, params: { siteId = "" }, thing }, { isOld, age }) {
    if (!requireKnown(item.active, "whether it is active") || !isOld(item.createdAt)) return [];
    return [
      {
        message: `active for ${age(item.createdAt)} days`,
        since: item.createdAt,
        fix: { words: ["share-links", "edit", thing.id, "--site", siteId, "--no-active"] },
      },
    ];
  },
});

export const shareLinkUnnamed = defineRule({
  id: "share-link-unnamed",
  severity: "info",
  tag: "sites",
  summary: "An active share link has no name",
  why: "Nobody knows who received it, so nobody dares to turn it off.",
  fix: "docs share-links edit SHARE-LINK --name NAME",
  example: "active, and has no name",
  of: "share-link",
  needs: [],
  check({ item, params: { siteId = "" }, thing }) {
    if (!requireKnown(item.active, "whether it is active") || (item.name ?? "").trim() !== "") return [];
    return [
      {
        message: "active, and has no name",
        since: item.createdAt,
        fix: { words: ["share-links", "edit", thing.id, "--site", siteId, "--name", "NAME"] },
      },
    ];
  },
});

export const shareLinkUnused = defineRule({
  id: "share-link-unused",
  severity: "info",
  tag: "sites",
  summary: "A site that is not shared by link has active share links",
  why: "They have no effect now, but after a change of visibility they open the site to everybody who kept one.",
  fix: "docs share-links edit SHARE-LINK --no-active --site SITE",
  example: "public, and has 3 active share links",
  of: "site",
  decidedBy: ["visibility"],
  needs: [listShareLinks],
  async check({ item, params, thing }, { facts }) {
    if (!item.visibility || item.visibility === "share-link") return [];
    const active = (await facts.list(listShareLinks, params)).filter((link) =>
      requireKnown(link.active, "which share links are active"),
    );
    if (active.length === 0) return [];
    return [
      {
        message: `${item.visibility}, and has ${count(active.length, "active share link")}`,
        fix: { words: ["share-links", "list", "--site", thing.id] },
      },
    ];
  },
});

export const siteUnpublishedOld = defineRule({
  id: "site-unpublished-old",
  severity: "info",
  tag: "sites",
  summary: "A site is old and not published",
  why: "Either its readers are still waiting for it, or it is a leftover that people mistake for the real one.",
  fix: "docs sites publish SITE",
  example: "created 200 days ago, and not published",
  of: "site",
  decidedBy: ["published", "createdAt"],
  needs: [],
  days: 90,
  check({ item, thing }, { isOld, age }) {
    if (item.published !== false || !isOld(item.createdAt)) return [];
    return [
      {
        message: `created ${age(item.createdAt)} days ago, and not published`,
        since: item.createdAt,
        fix: { words: ["sites", "view", thing.id] },
      },
    ];
  },
});

export const siteEmpty = defineRule({
  id: "site-empty",
  severity: "warning",
  tag: "sites",
  summary: "A site has no spaces",
  why: "Visitors see nothing.",
  fix: "docs site-spaces add SPACE --site SITE",
  example: "published, and has no spaces",
  of: "site",
  decidedBy: ["siteSpaces"],
  needs: [],
  check({ item, thing }) {
    if (item.siteSpaces !== 0) return [];
    return [
      {
        message: item.published === true ? "published, and has no spaces" : "has no spaces",
        since: item.createdAt,
        fix: { words: ["site-spaces", "list", "--site", thing.id] },
      },
    ];
  },
});

export const siteUnlisted = defineRule({
  id: "site-unlisted",
  severity: "info",
  tag: "sites",
  summary: "A published site is unlisted",
  why: "Anyone with the address can read it, but search engines do not find it. Most sites are meant to be either private or public.",
  fix: "docs sites edit SITE --visibility public",
  example: "published and unlisted: everybody with its address can read it",
  of: "site",
  decidedBy: ["visibility", "published"],
  needs: [],
  check({ item, thing }) {
    if (item.published !== true || item.visibility !== "unlisted") return [];
    return [
      {
        message: "published and unlisted: everybody with its address can read it",
        fix: { words: ["sites", "view", thing.id] },
      },
    ];
  },
});

export const defaultContentUnpublished = defineRule({
  id: "default-content-unpublished",
  severity: "warning",
  tag: "sites",
  summary: "The organization's default site is not published, or does not exist",
  why: "People who open the organization's own address find nothing.",
  fix: "docs sites publish SITE",
  example: "its default site, Help center, is not published",
  of: "organization",
  needs: [listSites, { endpoint: getSite, when: "the list lacks the default site" }, VIEW],
  async check({ item, params }, { facts }) {
    const id = item.defaultContent?.site;
    if (!id) return [];
    const listed = (await facts.list(listSites, params)).find((one) => one.id === id);
    // A list may be short, and count no more than it has.
    const site = listed ?? (await facts.maybe(getSite, { ...params, siteId: id }));
    if (site && requireKnown(site.published, "whether the default site is published")) return [];
    if (!site) await requireWholeView(facts);
    return [
      {
        message: site ? `its default site, ${site.title || id}, is not published` : "its default site does not exist",
        key: id,
        fix: { words: site ? ["sites", "view", id] : ["sites", "list"] },
      },
    ];
  },
});
