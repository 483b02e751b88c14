/** Sites of a sandbox, generated and changed through the client. */
import fc from "fast-check";
import { endpoints } from "../../../src/catalog/index.js";
import { findChanges } from "../../../src/changes/site/diff.js";
import { exportSite, fileOf } from "../../../src/changes/site/export.js";
import type { SiteState } from "../../../src/changes/site/model.js";
import { parseSite } from "../../../src/changes/site/parse-site.js";
import type { Call } from "../../../src/changes/site/plan.js";
import { readSite } from "../../../src/changes/site/read.js";
import { createClient } from "../../../src/http/client.js";
import type { Client } from "../../../src/http/types.js";
import { ORIGIN } from "../../../src/sandbox/origin.js";
import { ORG, putSpace, smallOrganization, type TestSandbox, testSandbox } from "../../helpers/sandbox.js";
import { transportOf } from "../../snapshot/snapshot-helper.js";

export type Values = Record<string, unknown>;

export const SPACES = ["one", "two", "three", "four", "five"].map((name) => `testSpace${name}`.padEnd(20, "0"));

export interface Place extends TestSandbox {
  client: Client;
  sent: string[];
}

export async function placeOfSites(): Promise<Place> {
  const service = await testSandbox({
    load: (context) => {
      smallOrganization(context);
      for (const id of SPACES) putSpace(context, { id, title: `Space ${id.slice(9).replace(/0+$/, "")}` });
    },
  });
  const { transport, sent } = transportOf(service);
  const { token } = service.sandbox;
  return {
    ...service,
    sent,
    // A new one for each run, as each command has: it knows nothing of what others read before.
    get client() {
      return createClient({ baseUrl: ORIGIN, token: () => token, transport, retries: 0 });
    },
  };
}

let names = 0;

/** A new site without anything. */
export async function newSite({ call }: Place): Promise<string> {
  names += 1;
  const { json } = await call("POST", `/v1/orgs/${ORG}/sites`, { title: `Site ${names}` });
  return json.id;
}

/** What a file would change, with everything pruned. */
export async function changes({ client }: Place, site: string, text: string, prune = true) {
  return findChanges(await readSite(client, ORG, site), parseSite(text, "site.yaml"), { prune, name: "site.yaml" });
}

/** Sends the requests one after another, with what earlier ones were answered in place. */
export async function send({ client }: Place, calls: readonly Call[]): Promise<void> {
  const answers = new Map<string, unknown>();
  for (const { key, endpoint, params, body } of calls) {
    const [filled, sent] = [put(params, answers), put(body, answers)];
    // What the types of an endpoint say is checked by the client.
    const answer = await client.call(endpoint, { params: filled, ...(body && { body: sent }) } as never);
    answers.set(key, answer);
  }
}

function put(value: unknown, answers: ReadonlyMap<string, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("$from" in value && "path" in value) {
    let at = answers.get(String(value.$from));
    for (const step of String(value.path).split(".")) at = (at as Values)[step];
    return at;
  }
  if (Array.isArray(value)) return value.map((one) => put(one, answers));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, put(one, answers)]));
}

/** Share links have no order. */
const byName = <T extends { name: string }>(links: readonly T[]): T[] =>
  [...links].sort((one, other) => (one.name < other.name ? -1 : 1));

/** A file with all that is not set, without ids. */
export function fullFile(state: SiteState): Values {
  const { site: _, ...values } = fileOf({ ...state, shareLinks: byName(state.shareLinks) }, { all: true });
  return values;
}

export const textOf = (state: SiteState): string => exportSite(state, { all: true }).replace(/^site:.*$/m, "");

export const readIt = ({ client }: Place, site: string): Promise<SiteState> => readSite(client, ORG, site);

export const nameOf = (call: Call): string =>
  Object.entries(endpoints).find(([, one]) => one === call.endpoint)?.[0] ?? "?";

const paths = fc.constantFrom("alpha", "beta", "gamma", "delta", "epsilon", "zeta");
const maybe = (texts: string[]) => fc.constantFrom(null, ...texts);

const siteSpaces = fc
  .uniqueArray(fc.record({ path: paths, space: fc.constantFrom(...SPACES), condition: maybe(["a == 1", "b"]) }), {
    minLength: 1,
    maxLength: 4,
    selector: ({ path }) => path,
  })
  .chain((list) => fc.nat(list.length - 1).map((at) => marked(list, at)));

/** One of them is the default. */
const marked = (list: readonly Values[], at: number): Values[] =>
  list.map((one, position) => ({ ...one, ...(position === at && { default: true }) }));

const sections = fc.uniqueArray(
  fc.record({
    path: paths,
    title: fc.constantFrom("Guides", "Reference", "Alpha", "Beta", "Help"),
    icon: maybe(["book", "code"]),
    description: maybe(["For all"]),
    condition: maybe(["visitor.claims.beta"]),
    spaces: siteSpaces,
  }),
  { minLength: 1, maxLength: 6, selector: ({ path }) => path },
);

/** Cuts a list of sections into sections at the root and groups. */
const levels = sections.chain((all) =>
  fc
    .record({
      at: fc.nat(all.length - 1),
      groups: fc.array(fc.nat(3), { minLength: all.length, maxLength: all.length }),
    })
    .map(({ at, groups }): Values[] => grouped(marked(all, at), groups)),
);

/** 0 is the root; every other number is a group, which stands where its first section does. */
function grouped(all: readonly Values[], groups: readonly number[]): Values[] {
  const level: Values[] = [];
  const made = new Map<number, Values[]>();
  all.forEach((section, at) => {
    const number = groups[at] ?? 0;
    const inside = made.get(number) ?? [];
    if (number === 0) level.push(section);
    else if (inside.length === 0) level.push({ group: `Group ${number}`, icon: "folder", sections: inside });
    made.set(number, inside);
    inside.push(section);
  });
  return level;
}

/** Sections at the root and groups, some of them without sections. */
export const levelsWithEmptyGroups: fc.Arbitrary<Values[]> = fc
  .tuple(
    levels,
    fc.array(fc.tuple(fc.constantFrom("Empty 1", "Empty 2", "Group 1", "Group 2"), fc.nat(8)), { maxLength: 3 }),
  )
  .map(([level, empty]) => {
    const all = [...level];
    for (const [group, at] of empty) {
      if (all.some((one) => one.group === group)) continue;
      all.splice(Math.min(at, all.length), 0, { group, icon: "folder", sections: [] });
    }
    return all;
  });

/** What a site's file says, of sites with sections or with spaces of their own. */
export const sites: fc.Arbitrary<Values> = fc
  .record({
    visibility: fc.constantFrom("public", "unlisted", "share-link"),
    basename: fc.constantFrom("help", "docs"),
    proxy: maybe(["company.com/docs"]),
    adaptiveContent: fc.boolean(),
    agentsContext: fc.constantFrom("included", "excluded"),
    adaptiveSchema: fc.constantFrom("beta", "staff").map((name) => ({
      type: "object",
      properties: { [name]: { type: "boolean" } },
      additionalProperties: false,
    })),
    content: fc.oneof(
      { weight: 4, arbitrary: levels.map((all) => ({ sections: all, spaces: [] })) },
      siteSpaces.map((all) => ({ sections: [], spaces: all })),
    ),
    shareLinks: fc
      .uniqueArray(fc.record({ name: fc.constantFrom("Partners", "Press", "Board"), active: fc.boolean() }), {
        maxLength: 3,
        selector: ({ name }) => name,
      })
      .map(byName),
  })
  .map(({ content, ...rest }) => ({ ...rest, ...content }));

const LISTS = ["", "/section-groups", "/sections", "/site-spaces", "/share-links", "/adaptive-schema", "/published"];

/** What the service answers about a site, without times and addresses of share links. */
export async function answersOf({ call }: Pick<Place, "call">, site: string, org = ORG): Promise<Values> {
  const answers: Values = {};
  for (const path of LISTS) {
    const { status, json } = await call("GET", `/v1/orgs/${org}/sites/${site}${path}`);
    if (path === "/share-links") json.items = byName(json.items).map(({ urls: _, ...link }: Values) => link);
    answers[path] = [status, withoutTimes(json)];
  }
  return answers;
}

function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !/At$/.test(name));
  return Object.fromEntries(members.map(([name, one]) => [name, withoutTimes(one)]));
}

/** The same with numbers, in the order of the answers, for the ids of these and of what `known` does not have. */
export function renumbered(answers: Values, known: (id: string) => boolean): Values {
  const ids = new Map<string, string>();
  const number = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(number);
    if (typeof value === "string") return ids.get(value) ?? value;
    if (typeof value !== "object" || value === null) return value;
    const { object, id } = value as Values;
    const isPart = /^(site-section|site-section-group|site-space|share-link)$/.test(String(object));
    if (isPart && typeof id === "string" && !known(id) && !ids.has(id)) ids.set(id, `${object} ${ids.size + 1}`);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, number(one)]));
  };
  return number(answers) as Values;
}
