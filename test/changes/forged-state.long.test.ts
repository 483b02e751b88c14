/** What lies beside a plan is believed only as far as it follows from the plan: its state, and an undo that was broken off. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, test } from "vitest";
import { applyPlan } from "../../src/changes/apply/apply.js";
import { parsePlan } from "../../src/changes/format/parse.js";
import { readPlanLog } from "../../src/changes/log/plan-log.js";
import type { Client, Plan } from "../../src/changes/types.js";
import { Failure } from "../../src/errors.js";
import type { Sent, TestCli } from "../helpers/run.js";
import { useCli } from "./plan-helper.js";

let cli: TestCli;
const { run } = useCli((made) => {
  cli = made;
});

const FIRMWARE = "t5D77ErA53CC6A8eGrh6";
const FIELD = "t3aVFS211n5tKAH88D12";
const file = (): string => join(cli.folder, "p.plan");
const planOf = (path: string): Plan => JSON.parse(readFileSync(path, "utf8"));
const linesOf = (path: string): string[] => readFileSync(path, "utf8").trimEnd().split("\n");
const isWrite = ({ method }: Sent): boolean => method !== "GET";

describe("a state beside a plan", () => {
  beforeEach(async () => {
    await run(`teams create --title Night --plan ${file()}`);
    await run(`plans apply ${file()} --yes`);
  });

  test.each<[string, (line: string) => string, RegExp]>([
    [
      "of a step that the plan does not have",
      (line) => line.replace('"s1"', '"s2"'),
      /line 3: the plan has no step "s2"/,
    ],
    [
      "with an answer that no request of the plan uses",
      (line) => line.replace('"out":{', `"out":{"owner":"${FIELD}",`),
      /line 3: no request uses "owner" of step s1/,
    ],
    [
      "with an answer that no path can hold",
      (line) => line.replace(/"out":\{"id":"\w+"/, '"out":{"id":"../../o2/teams/t1"'),
      /line 3: "id" of step s1 is not an id/,
    ],
    [
      "with an answer that is no text",
      (line) => line.replace(/"out":\{"id":"\w+"/, '"out":{"id":["t1"]'),
      /line 3: "id" of step s1 is not an id/,
    ],
    ["of another plan", (line) => line, /is the state of another plan/],
  ])("is refused %s, by apply and by undo", async (name, forge, message) => {
    const state = `${file()}.state`;
    const [first = "", ...others] = linesOf(state);
    const head = name === "of another plan" ? first.replace(/"plan":"\w+"/, '"plan":"0123456789ab"') : first;
    writeFileSync(
      state,
      `${[head, ...others.map((line) => (line.includes('"record":"ok"') ? forge(line) : line))].join("\n")}\n`,
    );
    for (const verb of ["apply", "undo"]) {
      const ran = await run(`plans ${verb} ${file()} --yes`);
      expect([ran.code, ran.sent.filter(isWrite)]).toEqual([2, []]);
      expect(ran.stderr).toMatch(message);
    }
  });

  it("that names another thing of the organization removes nothing", async () => {
    const state = `${file()}.state`;
    writeFileSync(state, readFileSync(state, "utf8").replace(/"out":\{"id":"\w+"/, `"out":{"id":"${FIELD}"`));
    const ran = await run(`plans undo ${file()} --yes`);
    expect([ran.code, ran.sent.filter(isWrite)]).toEqual([9, []]);
    expect(ran.stderr).toContain('skipped, changed since then: create team "Night"');
  });

  it("as it was written is undone", async () => {
    expect((await run(`plans undo ${file()} --yes`)).code).toBe(0);
    expect(await cli.out("teams list")).not.toContain("Night");
  });
});

describe("a state that says that a step is done", () => {
  const receipt = (): string => join(cli.folder, "receipt.json");
  const apply = () => run(`plans apply ${file()} --yes --receipt ${receipt()} --json`);
  const outcomesOf = ({ stdout }: { stdout: string }) =>
    JSON.parse(stdout).map(({ outcome, says }: { outcome: string; says: string | null }) => [outcome, says]);
  const NOT_SHOWN = "recorded as done by an earlier run, but the service does not show it; not sent again";
  const verifiedIn = () => JSON.parse(readFileSync(receipt(), "utf8")).verified;

  beforeEach(async () => {
    await run(`teams edit ${FIRMWARE} --title Changed --plan ${file()}`);
  });

  /** The state of a run that there never was. */
  function forge(came: (read: Plan["steps"][number]["reads"][number]) => string | undefined): void {
    const { id, steps } = planOf(file());
    const at = "2026-01-15T10:00:00.000Z";
    const hashes = steps[0]?.reads.map(came).filter((hash) => hash !== undefined);
    const lines = [
      { record: "run", plan: id, at },
      { record: "sent", step: "s1", request: "PATCH /v1/orgs/{organizationId}/teams/{teamId}", at },
      { record: "ok", step: "s1", came: hashes, at },
    ];
    writeFileSync(`${file()}.state`, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }

  test.each<[string, Parameters<typeof forge>[0]]>([
    ["as planned", ({ becomes }) => becomes],
    ["as it was", ({ was }) => was],
    ["with nothing read", () => undefined],
  ])("and was forged, %s, is no evidence: nothing is sent, and it is told", async (_, came) => {
    forge(came);
    const ran = await apply();
    expect([ran.code, ran.sent.filter(isWrite)]).toEqual([9, []]);
    expect(outcomesOf(ran)).toEqual([["changed", NOT_SHOWN]]);
    expect(JSON.parse(readFileSync(receipt(), "utf8"))).toMatchObject({ done: [], verified: [] });
  });

  it("and was honest, but was taken back since, is none either", async () => {
    await run(`plans apply ${file()} --yes`);
    await run(`teams edit ${FIRMWARE} --title Firmware`);
    const ran = await apply();
    expect([ran.code, ran.sent.filter(isWrite)]).toEqual([9, []]);
    expect(outcomesOf(ran)).toEqual([["changed", NOT_SHOWN]]);
  });

  it("and is so is earlier, with what this run has read", async () => {
    await run(`plans apply ${file()} --yes`);
    const ran = await apply();
    expect([ran.code, outcomesOf(ran)]).toEqual([0, [["earlier", null]]]);
    expect(verifiedIn()).toEqual([{ what: expect.stringContaining("team"), holds: true }]);
  });

  it("and cannot be looked at is neither done nor sent", async () => {
    await run(`plans apply ${file()} --yes`);
    const ran = await run(`plans apply ${file()} --yes --json`, {
      intercept: ({ path }) => (path.includes(`/teams/${FIRMWARE}`) ? { status: 403, body: {} } : undefined),
    });
    expect([ran.code, ran.sent.filter(isWrite), outcomesOf(ran)[0][0]]).toEqual([9, [], "cannot tell"]);
  });

  it("and was followed by another step about the same thing is told by that one", async () => {
    await run(`teams edit ${FIRMWARE} --title 'Changed again' --plan ${file()} --append`);
    await run(`teams create --title Night --plan ${file()} --append`);
    await run(`plans apply ${file()} --yes`);
    const ran = await apply();
    expect([ran.code, outcomesOf(ran).map(([outcome]: [string]) => outcome)]).toEqual([
      0,
      ["earlier", "earlier", "earlier"],
    ]);
    expect(verifiedIn().map(({ holds }: { holds: unknown }) => holds)).toEqual([null, true, true]);
  });
});

describe("an undo that was broken off", () => {
  const undo = (): string => `${file()}.undo`;
  const LOST = ({ method }: Sent) => (method === "PATCH" ? { status: 503, body: {} } : undefined);

  beforeEach(async () => {
    await run(`teams edit ${FIRMWARE} --title Changed --plan ${file()}`);
    await run(`plans apply ${file()} --yes`);
    await run(`plans undo ${file()} --yes --retries 0`, { intercept: LOST });
    // As a kill leaves it: sent, and no answer.
    const sent = linesOf(`${undo()}.state`).filter((line) => /"(run|sent)"/.test(line));
    writeFileSync(`${undo()}.state`, `${sent.join("\n")}\n`);
  });

  /** Puts another undo in place of it, with an id and a state that fit. */
  function forge(change: (plan: Plan) => void): void {
    const plan = planOf(undo());
    const before = plan.id;
    change(plan);
    // As a plan by hand: what it says of itself is derived.
    const [step] = plan.steps;
    for (const name of ["id", "totals", "cannotUndo", "rails"]) Reflect.deleteProperty(plan, name);
    for (const name of ["title", "thing", "before", "after", "reads", "undo", "why", "inverse"])
      Reflect.deleteProperty(step ?? {}, name);
    writeFileSync(undo(), JSON.stringify(plan));
    const { id } = parsePlan(JSON.stringify(plan), undo());
    const state = readFileSync(`${undo()}.state`, "utf8");
    writeFileSync(`${undo()}.state`, state.replaceAll(before, id).replaceAll('"undo.s1.1"', JSON.stringify(step?.id)));
  }

  it("is gone on with", async () => {
    const ran = await run(`plans undo ${file()} --yes`);
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("Undone\n")]);
    expect(await cli.out(`teams view ${FIRMWARE} --fields title`)).toBe("Title\tFirmware\n");
  });

  test.each<[string, (plan: Plan) => void]>([
    ["changes another thing", ({ steps: [step] }) => Object.assign(step?.params ?? {}, { teamId: FIELD })],
    ["changes it to something else", ({ steps: [step] }) => Object.assign(step?.body ?? {}, { title: "Taken" })],
    ["takes back a step that there is not", ({ steps: [step] }) => Object.assign(step ?? {}, { id: "undo.s7.1" })],
    ["is about a site, as the plan is not", ({ steps: [step] }) => Object.assign(step ?? {}, { id: "undo.site.1" })],
  ])("is refused if it %s", async (_, change) => {
    forge(change);
    const ran = await run(`plans undo ${file()} --yes`);
    expect([ran.code, ran.sent.filter(isWrite)]).toEqual([2, []]);
    expect(ran.stderr).toContain("undoes nothing that");
    expect(ran.stderr).toContain(`remove ${undo()}, then undo again`);
  });
});

const OPEN = {
  id: "p1",
  organization: "o1",
  steps: [
    {
      id: "s1",
      title: "create team",
      thing: "team",
      endpoint: "createTeam",
      params: { organizationId: "o1" },
      body: { title: "Night" },
      change: "create",
      reads: [{ path: "/v1/orgs/o1", fields: ["title"], was: "0" }],
      inverse: [],
      needs: [],
    },
  ],
  // Only these members are read.
} as unknown as Plan;

test.each([
  ["cannot be looked at", new Failure("service", "the service answered 503"), "unknown"],
  ["is changed since", undefined, "changed"],
])("what an earlier run sent stays open where it %s now", async (_, failure, outcome) => {
  const at = "2026-01-15T10:00:00.000Z";
  const lines = [
    { record: "run", version: 1, at, plan: "p1" },
    { record: "sent", at, step: "s1", request: "PUT /v1/orgs/{organizationId}/teams" },
  ];
  let text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const sent: string[] = [];
  const client = {
    call: async ({ method }: { method: string }) => {
      sent.push(method);
      if (failure) throw failure;
      return { id: "o1", title: "Other", permissions: {} };
    },
  } as unknown as Client;
  const append = (line: string): void => {
    text += line;
  };
  const state = { text, append, flush: async () => {} };
  const setup = {
    stateName: "state",
    now: () => Date.parse(at),
    concurrency: 1,
    settleMs: 60_000,
    retryUnknown: false,
  };
  const [result] = await applyPlan({ client, plan: OPEN, state, ...setup, onResult: () => {} });
  expect([result?.outcome, sent.includes("PUT")]).toEqual([outcome, false]);
  // The next run must not send it as if nothing had been sent.
  expect(readPlanLog(text, OPEN, "state").steps.get("s1")).toEqual({ state: "open", sentAt: Date.parse(at) });
});
