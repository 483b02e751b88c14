/** Random requests for any undo rule, made of the catalog's schemas and of what is there. */
import type { AnyEndpoint } from "../../src/catalog/endpoint.js";
import { applyPlan } from "../../src/changes/apply/apply.js";
import { makeUndo } from "../../src/changes/apply/undo.js";
import { endpointNamed } from "../../src/changes/endpoints.js";
import { parsePlan } from "../../src/changes/format/parse.js";
import { planText } from "../../src/changes/format/write.js";
import { UNDO_RULES } from "../../src/changes/inverses/index.js";
import { readPlanLog } from "../../src/changes/log/plan-log.js";
import type { PlannedRequest } from "../../src/changes/make/step.js";
import type { Client, Plan } from "../../src/changes/types.js";
import { Failure } from "../../src/errors.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import type { Store } from "../../src/sandbox/store/store.js";
import type { Random } from "../helpers/random.js";
import type { TestCli } from "../helpers/run.js";
import { clientOf, HEAD, plannerOf } from "./plan-helper.js";

type Params = Record<string, string>;
type Ids = (store: Store, params: Params) => string[];

const SCHEMAS = ["beta", "staff"].map((name) => ({
  type: "object",
  properties: { [name]: { type: "boolean" } },
  additionalProperties: false,
}));

const siteParts =
  (kind: string): Ids =>
  (store, { siteId = SAMPLE.site }) =>
    store.ids(kind, siteId);
const liveSpaces: Ids = (store) =>
  store.sql
    .all("SELECT id FROM objects WHERE kind = 'space' AND json_extract(json, '$.organization') = ?", SAMPLE.org)
    .map(({ id }) => String(id));
const collections: Ids = (store) =>
  store.sql
    .all("SELECT id FROM objects WHERE kind = 'collection' AND json_extract(json, '$.organization') = ?", SAMPLE.org)
    .map(({ id }) => String(id));
const users: Ids = (store) =>
  store.all<{ id: string }>("member", SAMPLE.org).flatMap(({ id }) => (id === SAMPLE.member ? [] : [id]));
const siteSpaces: Ids = (store, params) =>
  [params.siteId ?? SAMPLE.site, ...store.ids("site-section", params.siteId ?? SAMPLE.site)].flatMap((scope) =>
    store.ids("site-space", scope),
  );

/** Where ids of path parameters and of members of bodies come from, by name. */
export const IDS: Readonly<Record<string, Ids>> = {
  organizationId: () => [SAMPLE.org],
  organization: (store) => store.ids("organization", "root"),
  spaceId: liveSpaces,
  space: liveSpaces,
  spaces: liveSpaces,
  collectionId: collections,
  collection: collections,
  parent: collections,
  siteId: (store) => store.ids("site", SAMPLE.org),
  site: (store) => store.ids("site", SAMPLE.org),
  siteSectionId: siteParts("site-section"),
  siteSection: siteParts("site-section"),
  sectionId: siteParts("site-section"),
  sections: siteParts("site-section"),
  defaultSiteSection: siteParts("site-section"),
  siteSectionGroupId: siteParts("site-section-group"),
  siteSpaceId: siteSpaces,
  siteSpace: siteSpaces,
  defaultSiteSpace: siteSpaces,
  shareLinkId: siteParts("share-link"),
  teamId: (store) => store.ids("team", SAMPLE.org),
  defaultTeam: (store) => store.ids("team", SAMPLE.org),
  userId: users,
  members: users,
  add: users,
  remove: users,
  samlProviderId: (store) => store.ids("saml-provider", SAMPLE.org),
  specSlug: (store) => store.all<{ slug: string }>("openapi-spec", SAMPLE.org).map(({ slug }) => slug),
  translationId: (store) => store.ids("translation", SAMPLE.org),
  changeRequestId: (store, { spaceId = "" }) => store.ids("change-request", spaceId),
  commentId: (store, { spaceId = "", changeRequestId = spaceId }) => store.ids("comment", changeRequestId),
  commentReplyId: (store, { commentId = "" }) => store.ids("comment-reply", commentId),
};

/** Values of members whose schema does not say what the service takes. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  title: ["Alpha", "Beta", "Gamma"],
  label: ["Okta", "Entra"],
  path: ["alpha", "beta", "gamma"],
  basename: ["alpha", "beta"],
  icon: ["book", "code"],
  condition: ["a == 1", "b"],
  emoji: ["1f600", "1f680"],
  language: ["de", "fr"],
  url: ["https://example.com/openapi.yaml"],
  logo: ["https://example.com/logo.png"],
  entityID: ["https://example.com/entity"],
  ssoURL: ["https://example.com/sso"],
  hostname: ["docs-alpha", "docs-beta"],
  origin: ["x.example/docs"],
  proxy: ["x.example/docs", "y.example/docs"],
  role: ["admin", "edit", "read", "owner", "member"],
  status: ["open", "draft", "archived"],
  slug: ["alpha", "beta"],
  emailDomains: ["alpha.example", "beta.example"],
};

/** The members of zod's internals that are read here. */
interface Def {
  type: string;
  innerType?: Schema;
  element?: Schema;
  shape?: Record<string, Schema>;
  entries?: Record<string, string>;
  values?: unknown[];
  options?: Schema[];
  valueType?: Schema;
}
interface Schema {
  _zod: { def: Def };
}

interface Making {
  store: Store;
  params: Params;
  random: Random;
}

const DOCUMENTS = [{ lang: "de" }, { lang: "fr" }].map((data) => ({ object: "document", data, nodes: [] }));

const pickOf = <T>(all: readonly T[], random: Random): T | undefined => all[random(all.length)];

/** A value that the schema allows; undefined: left out. */
function madeUp(schema: Schema, name: string, making: Making): unknown {
  const { random } = making;
  const { type, innerType, element, shape, entries, values, options, valueType } = schema._zod.def;
  if (name === "jsonSchema" && type !== "optional") return pickOf(SCHEMAS, random);
  if (name === "instructions" && type !== "optional") return pickOf(DOCUMENTS, random);
  if (type === "optional") return random(2) === 0 || !innerType ? undefined : madeUp(innerType, name, making);
  if (type === "nullable") return random(4) === 0 || !innerType ? null : madeUp(innerType, name, making);
  if (innerType) return madeUp(innerType, name, making);
  if (type === "number") return 1;
  if (type === "boolean") return random(2) === 0;
  if (type === "enum") return pickOf(Object.values(entries ?? {}), random);
  if (type === "literal") return values?.[0];
  if (type === "union" && options) return madeUp(pickOf(options, random) ?? schema, name, making);
  if (type === "array" && element) {
    const all = Array.from({ length: random(3) }, () => madeUp(element, name, making));
    return [...new Set(all.filter((one) => one !== undefined))];
  }
  if (type === "record" && valueType) {
    const user = pickOf(users(making.store, making.params), random);
    return user === undefined ? {} : { [user]: madeUp(valueType, "", making) };
  }
  if (shape) return objectOf(shape, making);
  const ids = IDS[name]?.(making.store, making.params);
  return pickOf(ids ?? TEXTS[name] ?? ["Some text", "Another text"], random);
}

function objectOf(shape: Record<string, Schema>, making: Making): Record<string, unknown> {
  const members = Object.entries(shape).map(([name, member]) => [name, madeUp(member, name, making)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** A request for the endpoint; undefined where nothing is there for one of its parameters. */
export function wishFor(
  cli: Pick<TestCli, "sandbox">,
  endpoint: AnyEndpoint,
  random: Random,
): Promise<PlannedRequest | undefined> {
  return Promise.resolve(
    cli.sandbox.change(({ store }: { store: Store }) => {
      const params: Params = {};
      for (const name of endpoint.params as readonly string[]) {
        const id = pickOf(IDS[name]?.(store, params) ?? [], random);
        if (id === undefined) return undefined;
        params[name] = id;
      }
      // What the catalog declares is an object schema, or nothing.
      const shape = (endpoint.body?.() as unknown as Schema | undefined)?._zod.def.shape;
      const body = shape && objectOf(shape, { store, params, random });
      if (body && shape && "position" in shape) place(body, shape, { store, params, random });
      if (body && endpoint.body?.().safeParse(body).success !== true) return undefined;
      return { endpoint, params, ...(body && { body }) };
    }),
  );
}

/** A move has a parent or one side of a position. */
function place(body: Record<string, unknown>, shape: Record<string, Schema>, making: Making): void {
  const { position } = shape;
  if (position === undefined || (body.parent !== undefined && making.random(2) === 0)) return;
  for (let tries = 0; tries < 30; tries++) {
    const made = madeUp(position, "position", making);
    if (typeof made !== "object" || made === null) continue;
    const [side] = Object.entries(made);
    if (!side) continue;
    delete body.parent;
    body.position = Object.fromEntries([side]);
    return;
  }
}

const memory = () => {
  const lines: string[] = [];
  return {
    get text() {
      return lines.join("");
    },
    append: (line: string) => void lines.push(line),
    flush: async () => {},
  };
};

async function apply(client: Client, plan: Plan): Promise<{ text: string; done: boolean }> {
  const state = memory();
  const fixed = {
    stateName: "state",
    now: () => 0,
    concurrency: 1,
    settleMs: 0,
    retryUnknown: false,
    onResult: () => {},
  };
  const results = await applyPlan({ client, plan, state, ...fixed });
  return { text: state.text, done: results.every(({ outcome }) => outcome === "done") };
}

/** A plan of one step that says it can be undone exactly. Undefined for all else, and for what is refused. */
export async function exactPlan(cli: TestCli, wish: PlannedRequest): Promise<Plan | undefined> {
  const planner = plannerOf(cli);
  const made = await planner
    .add(wish)
    .then(() => planner.finish({ named: [SAMPLE.member], maxRemovals: 1 }))
    .catch(refusedOrThrow);
  const plan = made && parsePlan(planText(made), "the plan");
  return plan?.steps[0]?.undo === "exact" ? plan : undefined;
}

/** What a rail or the planner refuses is not planned. */
function refusedOrThrow(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error;
  return undefined;
}

/** Applies it. Returns what takes it back, and that what could not be; undefined where the service refuses the plan. */
export async function applied(cli: TestCli, plan: Plan): Promise<(() => Promise<string[]>) | undefined> {
  const { client } = clientOf(cli);
  const { text, done } = await apply(client, plan);
  if (!done) return undefined;
  return async () => {
    const setup = { client, head: HEAD, me: SAMPLE.member, redact: <T>(value: T) => value };
    const undoing = await makeUndo(plan, readPlanLog(text, plan, "state").steps, { ...setup, maxRemovals: 1 });
    const undone = await apply(client, undoing.plan);
    const [step] = plan.steps;
    const bad = [...undoing.impossible, ...undoing.changed].map(({ title }) => `not undone: ${title}`);
    return [...bad, ...(undone.done ? [] : [`the undo was refused: ${step?.title}`])];
  };
}

/** Random requests to any endpoint that changes something; what the service refuses is left out. */
export async function shakeAll(cli: TestCli, random: Random, writes: number): Promise<void> {
  const { client } = clientOf(cli);
  const names = Object.keys(UNDO_RULES).filter((name) => !/^(delete|remove|transfer)/.test(name) || random(3) === 0);
  for (let at = 0; at < writes; at++) {
    const wish = await wishFor(cli, endpointNamed(names[random(names.length)] ?? ""), random);
    if (wish) await client.call(wish.endpoint, wish as never).catch(refusedOrThrow);
  }
}

/** Until one says "exact", which many do not. */
export async function exactPlanFor(cli: TestCli, name: string, random: Random, tries = 12) {
  for (let at = 0; at < tries; at++) {
    const wish = await wishFor(cli, endpointNamed(name), random);
    const plan = wish && (await exactPlan(cli, wish));
    if (plan) return plan;
  }
  return undefined;
}
