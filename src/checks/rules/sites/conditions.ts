/** Parses the conditions of sections and site spaces, which say what visitors they are shown to. */
import { getSiteAdaptiveSchema } from "../../../catalog/adaptive-schema.js";
import { getSite } from "../../../catalog/sites.js";
import { isObject } from "../../../shared/values.js";
import type { Facts } from "../../data-source.js";
import type { Need, Subject } from "../../types.js";

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

/** Whether a schema allows an attribute; what it leaves open, it allows. */
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
export async function schemaOf(facts: Facts, { params }: Pick<Subject, "params">): Promise<unknown> {
  const schema = await facts.maybe(getSiteAdaptiveSchema, params);
  // A site without a schema and one that is not to be seen have the same answer.
  if (!schema) await facts.one(getSite, params);
  return schema?.jsonSchema ?? undefined;
}

export const SCHEMA_READS: readonly Need[] = [
  { endpoint: getSiteAdaptiveSchema, when: "something on the site has a condition" },
  { endpoint: getSite, when: "it has no visitor schema" },
];
