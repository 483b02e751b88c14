/** A move that the service calls no change, as where an empty section group stands shows nowhere. */
import { expect, it } from "vitest";
import { applyPlan } from "../../src/changes/apply/apply.js";
import { readPlanLog } from "../../src/changes/log/plan-log.js";
import type { Client, Plan } from "../../src/changes/types.js";
import { Failure } from "../../src/errors.js";

const params = { organizationId: "o1", siteId: "site", siteSectionGroupId: "group" };
const PLAN = {
  id: "p1",
  steps: [
    {
      id: "s1",
      title: "move section group",
      thing: "section group",
      endpoint: "moveSiteSectionGroup",
      params,
      body: { position: { before: { type: "site-section", id: "section" } } },
      change: "move",
      reads: [],
      inverse: [],
      needs: [],
    },
  ],
  // Only these members are read.
} as unknown as Plan;

const client = {
  call: async () => {
    throw new Failure("conflict", "operation would not result in any update", { outcome: "not_applied" });
  },
} as unknown as Client;

const RUN = `${JSON.stringify({ record: "run", version: 1, at: "2026-01-15T10:00:00.000Z", plan: "p1" })}\n`;
const SENT = `${JSON.stringify({ record: "sent", at: "2026-01-15T10:00:00.000Z", step: "s1", request: "POST /" })}\n`;

it.each([
  ["nobody sent it before: satisfied, and nothing to undo", RUN, "satisfied"],
  ["an earlier run sent it: done, and can be undone", RUN + SENT, "done"],
])("a step whose target is as wanted before it is sent: %s", async (_, text, outcome) => {
  let written = text;
  const append = (line: string) => {
    written += line;
  };
  const state = { text, append, flush: async () => {} };
  const setup = {
    stateName: "state",
    now: () => 0,
    concurrency: 1,
    settleMs: 0,
    retryUnknown: true,
    onResult: () => {},
  };
  const [result] = await applyPlan({ client, plan: PLAN, state, ...setup });
  expect(result?.outcome).toBe(outcome);
  expect(readPlanLog(written, PLAN, "state").steps.get("s1")?.state).toBe(outcome);
});
