import * as z from "zod/mini";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { matchPath } from "../../catalog/match-path.js";
import type { Plan, PlannedCall, Reference } from "../../changes/types.js";
import { Failure, usage } from "../../errors.js";
import { ITEM, placeOf, shorten, text } from "../lists.js";
import { defineTool, type PlanDependencies, type ToolArguments, type ToolDependencies } from "../types.js";
import { changingEndpoints, readingEndpoints } from "./endpoints.js";

const MOST_STEPS = 50;

const STEP = () =>
  z.strictObject({
    method: z.enum(["POST", "PUT", "PATCH", "DELETE"]),
    path: text("such as /v1/spaces/<id>; {s1} is replaced by the id of the thing that the first step creates"),
    body: z.optional(
      z
        .record(z.string(), z.unknown())
        .check(z.describe('{"$from": "s1", "path": "id"} is replaced by a member of the answer to the first step')),
    ),
  });

export const propose = defineTool({
  name: "propose",
  title: "Propose a change",
  description:
    "Write a plan for changes to a file; nothing is sent, and only a person can apply it. Steps are requests, as api_search finds them with changing, with ids in their paths. Give the person the two commands of the answer.",
  makesPlans: true,
  input: () =>
    z.strictObject({
      ...placeOf("org"),
      steps: z.array(STEP()).check(z.minLength(1), z.maxLength(MOST_STEPS)),
    }),
  // Only what the steps concern is read; the steps themselves are never sent.
  endpoints: readingEndpoints,
  async run({ steps, ...given }, dependencies) {
    const { plans } = dependencies;
    if (!plans) throw usage("plans are not allowed here", "start docs mcp with --allow-plans");
    const calls = await Promise.all(steps.map(makeCall));
    const organization = await findOrganization(calls, given, dependencies, plans);
    const { plan, unchanged } = await makePlan(calls, organization, plans);
    if (plan.steps.length === 0) return { steps: [], unchanged, note: "nothing would change, so no plan was written" };
    const { planText } = await import("../../changes/format/write.js");
    const file = await plans.keep(plan.id, planText(plan));
    return { file, ...summaryOf(plan), unchanged, for_a_person: commandsFor(file, dependencies) };
  },
});

interface Call {
  id: string;
  endpoint: AnyEndpoint;
  params: PlannedCall["params"];
  body?: Record<string, unknown>;
}

type Step = z.output<ReturnType<typeof STEP>>;

/** @throws Failure not-found */
async function makeCall({ method, path, body }: Step, at: number): Promise<Call> {
  const found = matchPath(
    (await changingEndpoints()).filter((endpoint) => endpoint.method === method),
    path,
  );
  if (!found) {
    const hint = "api_search with changing finds them";
    throw new Failure("not-found", `steps.${at}: no changing endpoint has this method and path`, { hint });
  }
  const params = Object.entries(found.params).map(([name, word]) => [name, parseReference(word) ?? word]);
  return { id: `s${at + 1}`, endpoint: found.endpoint, params: Object.fromEntries(params), ...(body && { body }) };
}

/** `{s1}` stands for the id in the answer to an earlier step. */
function parseReference(word: string): Reference | undefined {
  const [, step] = /^\{(s\d+)\}$/.exec(word) ?? [];
  return step === undefined ? undefined : { $from: step, path: "id" };
}

/** @throws Failure usage: a plan concerns one organization */
async function findOrganization(
  calls: readonly Call[],
  given: ToolArguments,
  { resolveParams }: ToolDependencies,
  { client }: PlanDependencies,
): Promise<string> {
  const named = new Set(calls.map(({ params }) => params.organizationId).filter((id) => typeof id === "string"));
  const [only = given.org === undefined ? await findOwner(calls, client) : undefined] = named;
  const organization =
    given.org === undefined && only !== undefined
      ? only
      : ((await resolveParams(["organizationId"], given)).organizationId ?? "");
  if (named.size > 1 || (only !== undefined && only !== organization)) {
    throw usage("the steps belong to several organizations", "propose a plan for each");
  }
  return organization;
}

/** The organization of the first space or collection that a step names; undefined if there is none, or it is not seen. */
async function findOwner(calls: readonly Call[], client: PlanDependencies["client"]): Promise<string | undefined> {
  const [{ readerOf, readOrganization, targetsOf }, { nameOf }] = await Promise.all([
    import("../../changes/binding/organizations.js"),
    import("../../changes/endpoints.js"),
  ]);
  const [about] = calls.flatMap(({ endpoint, ...call }) => targetsOf({ ...call, endpoint: nameOf(endpoint) }, ""));
  return (about && (await readOrganization(about, readerOf(client)))) ?? undefined;
}

async function makePlan(calls: readonly Call[], organization: string, plans: PlanDependencies) {
  const [{ createPlanner }, { parsePlan }, { references }, { nameOf }, { bindClient }] = await Promise.all([
    import("../../changes/make/planner.js"),
    import("../../changes/format/parse.js"),
    import("../../changes/request-rules.js"),
    import("../../changes/endpoints.js"),
    import("../../changes/binding/bind.js"),
  ]);
  const { client, origin, maker, by, command, me, redact } = plans;
  const written = calls.map(({ endpoint, ...call }) => ({
    ...call,
    endpoint: nameOf(endpoint),
    needs: references([call.params, call.body]),
  }));
  // Checked like a plan written by hand, before anything is read for it.
  parsePlan(JSON.stringify({ format: 1, origin, organization, steps: written }), "the proposal");
  const made = new Date().toISOString();
  const head = { origin, organization, maker, by, command, made };
  const planner = createPlanner({ client, head, me, redact });
  for (const call of calls) await planner.add(call);
  // Nobody is named here, so steps that touch the person who applies the plan are refused.
  const plan = await planner.finish({ named: [], lifted: "never" });
  // As when it is applied: what the paths and bodies name belongs to the organization.
  await bindClient(client, organization, plan.steps, Date.now);
  return { plan, unchanged: planner.unchanged() };
}

function summaryOf({ id, totals, steps, rails, cannotUndo }: Plan) {
  return {
    id,
    totals,
    steps: steps.map((step) => shorten({ id: step.id, title: step.title, undo: step.undo, why: step.why }, ITEM)),
    rails: rails.map((rail) => shorten(rail, ITEM)),
    cannot_undo: cannotUndo,
  };
}

const commandsFor = (file: string, { command }: ToolDependencies): string[] =>
  ["view", "apply"].map((verb) => command(["plans", verb, file]));
