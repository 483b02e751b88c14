/** What failures of one run, and of the run before it, mean for the steps that are left. */
import { expect, test } from "vitest";
import { type ApplyPlanOptions, applyPlan, type StepResult } from "../../src/changes/apply/apply.js";
import type { Client, Plan, Step } from "../../src/changes/types.js";
import { Failure } from "../../src/errors.js";

const STEPS = 12;
const AT = "2026-01-15T10:00:00.000Z";

const planWith = (steps: readonly Partial<Step>[]): Plan =>
  ({
    id: "p1",
    organization: "o1",
    steps: steps.map((step, at) => ({
      id: `s${at + 1}`,
      title: "change team",
      thing: "team",
      endpoint: "updateTeam",
      params: { organizationId: "o1", teamId: `t${at}` },
      body: { title: "Night" },
      change: "change",
      reads: [],
      inverse: [],
      needs: [],
      ...step,
    })),
    // Only these members are read.
  }) as unknown as Plan;

const PLAN = planWith(Array.from({ length: STEPS }, () => ({})));

interface Applied {
  results: StepResult[];
  /** Teams that a write was about. */
  written: unknown[];
  records: { record: string; step?: string }[];
}

async function apply(
  plan: Plan,
  fails: (at: number) => Failure | undefined,
  { before = [], ...setup }: Partial<ApplyPlanOptions> & { before?: readonly object[] } = {},
): Promise<Applied> {
  const written: unknown[] = [];
  const client = {
    call: async ({ method }: { method: string }, { params }: { params: Record<string, string> }) => {
      if (method === "GET") return { id: "o1", title: "Halden", permissions: {} };
      written.push(params.teamId);
      const failure = fails(written.length);
      if (failure) throw failure;
      return {};
    },
    // Nothing is listed.
  } as unknown as Client;
  let text = before.map((one) => `${JSON.stringify(one)}\n`).join("");
  const start = text.length;
  const append = (line: string): void => {
    text += line;
  };
  const results = await applyPlan({
    client,
    plan,
    state: { text, append, flush: async () => {} },
    stateName: "state",
    now: () => Date.parse(AT),
    concurrency: 1,
    settleMs: 60_000,
    retryUnknown: false,
    onResult: () => {},
    ...setup,
  });
  const added = text.slice(start).split("\n").filter(Boolean);
  return { results, written, records: added.map((line) => JSON.parse(line)) };
}

const outcomesOf = ({ results }: Applied): string[] => results.map(({ outcome }) => outcome);
const outage = () => new Failure("service", "the service answered 503", { outcome: "not_applied" });
const RUN = { record: "run", version: 1, at: AT, plan: "p1" };

test("five outages in a row end the run: nothing more is started", async () => {
  expect(outcomesOf(await apply(PLAN, outage))).toEqual([
    ...Array(5).fill("failed"),
    ...Array(STEPS - 5).fill("not started"),
  ]);
});

test("five unknown outcomes in a row are an outage, too", async () => {
  const unknown = () => new Failure("unknown-outcome", "outcome unknown", { outcome: "unknown" });
  expect(outcomesOf(await apply(PLAN, unknown))).toEqual([
    ...Array(5).fill("unknown"),
    ...Array(STEPS - 5).fill("not started"),
  ]);
});

test.each([
  ["done", undefined, STEPS / 2],
  ["refused", new Failure("refused", "no", { outcome: "not_applied" }), STEPS],
])("steps in between that are %s begin the count anew", async (_, between, failed) => {
  const found = outcomesOf(await apply(PLAN, (at) => (at % 2 === 0 ? outage() : between)));
  expect([found.filter((one) => one === "failed").length, found.includes("not started")]).toEqual([failed, false]);
});

test.each(["unauthorized", "no-token", "canceled", "io"] as const)("%s stops the plan at once", async (kind) => {
  const found = await apply(PLAN, () => new Failure(kind, "no", { outcome: "not_applied" }));
  expect(outcomesOf(found)).toEqual(["failed", ...Array(STEPS - 1).fill("not started")]);
  expect(found.written).toHaveLength(1);
});

test("a network failure after which it may have been applied is recorded as such, and what needs the step waits", async () => {
  const lost = () => new Failure("network", "the connection was cut", { outcome: "unknown" });
  const found = await apply(planWith([{}, { needs: ["s1"] }, {}]), (at) => (at === 1 ? lost() : undefined));
  expect(outcomesOf(found)).toEqual(["unknown", "blocked", "done"]);
  expect(found.records.filter(({ step }) => step === "s1").map(({ record }) => record)).toEqual(["sent", "unknown"]);
  expect(found.written).toEqual(["t0", "t2"]);
});

test("an unknown outcome does not make the service's time to settle begin, or end, anew", async () => {
  const plan = planWith([{ endpoint: "createTeam", params: { organizationId: "o1" }, change: "create" }]);
  const before = [
    RUN,
    { record: "sent", at: AT, step: "s1", request: "PUT" },
    { record: "unknown", at: AT, step: "s1", error: { kind: "network", message: "cut" } },
  ];
  const found = await apply(plan, () => undefined, { before, now: () => Date.parse(AT) + 20_000 });
  expect([found.results[0]?.outcome, found.written]).toEqual(["unknown", []]);
  expect(found.results[0]?.says).toContain("apply again in 40 s");
});

test("the id of what was there already is used by the next run, too", async () => {
  const plan = planWith([{}, { params: { organizationId: "o1", teamId: { $from: "s1", path: "id" } } }]);
  const before = [RUN, { record: "satisfied", at: AT, step: "s1", out: { id: "t9" } }];
  const found = await apply(plan, () => undefined, { before });
  expect([outcomesOf(found), found.written]).toEqual([["earlier", "done"], ["t9"]]);
});
