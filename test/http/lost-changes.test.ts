/** R11: when the look-up of a lost change finds nothing, the service may still be at work on it. */
import { describe, expect, it } from "vitest";
import { createChangeRequest, mergeChangeRequest } from "../../src/catalog/change-requests.js";
import { publishSite } from "../../src/catalog/sites.js";
import { deleteSpace, getSpace, moveSpace, restoreSpace, updateSpace } from "../../src/catalog/spaces.js";
import type { Client } from "../../src/http/types.js";
import { failing, json, loss, START, scripted, text } from "./support.js";

const cr = { params: { spaceId: "s1", changeRequestId: "42" } };
const space = { params: { spaceId: "s1" } };
const open = json(200, { id: "c1", revision: "r1" });
const merged = json(200, { id: "c1", revision: "r1", revisionMerged: "r9" });
const POST = "POST /v1/spaces/s1/change-requests/42/merge";
const GET = "GET /v1/spaces/s1/change-requests/42";

const timeout = loss({ phase: "timeout", sent: true }, "api.example.com: the request timed out after 1 s");
const reset = loss({ phase: "response", sent: true, code: "ECONNRESET" });
const gateway = (status: number) => json(status, { message: "no" });

describe("R11 a change that was lost in silence", () => {
  it.each([
    ["a timeout", timeout],
    ["a reset", reset],
    ["502", gateway(502)],
    ["504", gateway(504)],
    ["520", gateway(520)],
    ["303", json(303, {}, { location: "/v1/jobs/1" })],
  ])("%s: looked up again after 2 and 5 s, then unknown", async (_, lost) => {
    const { client, lines, clock, events } = scripted([lost, open]);
    const error = await failing(client.call(mergeChangeRequest, cr, { checkCommand: "docs cr view 42" }));
    expect(error).toMatchObject({
      kind: "unknown-outcome",
      outcome: "unknown",
      hint: "check whether it happened: docs cr view 42",
    });
    expect(lines()).toEqual([POST, GET, GET, GET]);
    expect(clock.slept).toEqual([2_000, 3_000]);
    expect(events.filter(({ type }) => type === "wait")).toMatchObject([
      { method: "GET", path: "/v1/spaces/s1/change-requests/42", ms: 2_000, count: 1, of: 2 },
      { ms: 3_000, why: "not applied so far", count: 2, of: 2 },
    ]);
  });

  it.each([
    [[open, merged], 1],
    [[open, open, merged], 2],
  ])("is done when a later look shows it", async (looks, pauses) => {
    const { client, clock, notes } = scripted([timeout, ...looks]);
    expect(await client.call(mergeChangeRequest, cr)).toEqual({ revision: "r9" });
    expect(clock.slept).toHaveLength(pauses);
    expect(notes()).toEqual([expect.stringMatching(/but the service shows the change$/)]);
  });

  it.each([500, 503])("%d is the service's own word: one look, not applied", async (status) => {
    const { client, lines, clock } = scripted([gateway(status), open]);
    expect(await failing(client.call(mergeChangeRequest, cr))).toMatchObject({
      kind: "service",
      outcome: "not_applied",
    });
    expect(lines()).toEqual([POST, GET]);
    expect(clock.slept).toEqual([]);
  });

  it("R83 404 shows neither that a deleted space is not restored nor anything of a merge", async () => {
    const gone = json(404, { message: "no" });
    const calls = [
      (client: Client) => client.call(restoreSpace, space),
      (client: Client) => client.call(mergeChangeRequest, cr),
    ];
    for (const call of calls) {
      const failure = await failing(call(scripted([gateway(500), gone]).client));
      expect(failure).toMatchObject({ kind: "unknown-outcome", outcome: "unknown" });
    }
  });

  it("does not look again beyond the deadline", async () => {
    const { client, lines, clock } = scripted([timeout, open], { deadline: 4_000 });
    expect(await failing(client.call(mergeChangeRequest, cr))).toMatchObject({ kind: "unknown-outcome" });
    expect(clock.slept).toEqual([2_000]);
    expect(lines()).toEqual([POST, GET, GET]);
  });

  it.each(["while it looks", "while it waits"])("Ctrl-C %s leaves the outcome unknown", async (when) => {
    const controller = new AbortController();
    const stop = () => {
      controller.abort(new Error("SIGINT"));
      if (when === "while it waits") return open;
      throw loss({ phase: "aborted", sent: true });
    };
    const { client } = scripted([timeout, stop], { signal: controller.signal });
    const error = await failing(client.call(mergeChangeRequest, cr, { checkCommand: "docs cr view 42" }));
    expect(error).toMatchObject({
      kind: "canceled",
      outcome: "unknown",
      message: `canceled, outcome unknown: ${POST} was sent at 2024-05-06T07:08:09.000Z and may have been applied`,
      hint: "check whether it happened: docs cr view 42",
    });
  });
});

describe("R1 303", () => {
  const other = json(303, {}, { location: "https://other.example/v1/x" });

  it("leaves open what became of a creation, and sends it once", async () => {
    const { client, requests } = scripted([other]);
    expect(await failing(client.call(createChangeRequest, { ...space, body: {} }))).toMatchObject({
      kind: "unknown-outcome",
      outcome: "unknown",
      status: 303,
    });
    expect(requests).toHaveLength(1);
  });

  it("an idempotent write is not repeated, a read was only sent elsewhere", async () => {
    const edit = scripted([other]);
    expect(await failing(edit.client.call(updateSpace, { ...space, body: { title: "x" } }))).toMatchObject({
      kind: "redirect",
      outcome: "unknown",
    });
    expect(edit.requests).toHaveLength(1);
    const read = scripted([other]);
    expect(await failing(read.client.call(getSpace, space))).toMatchObject({ kind: "redirect", outcome: undefined });
  });
});

describe("R13 a DELETE whose answer was lost", () => {
  it("a second attempt that finds nothing may follow one that deleted it", async () => {
    for (const lost of [reset, json(500, {})]) {
      const { client, lines } = scripted([lost, json(404, {})]);
      const missing: boolean[] = [];
      const onAbsent = (wasAbsent: boolean) => void missing.push(wasAbsent);
      expect(await client.call(deleteSpace, space, { onAbsent })).toBeUndefined();
      expect(missing).toEqual([false]);
      expect(lines()).toEqual(["DELETE /v1/spaces/s1", "DELETE /v1/spaces/s1"]);
    }
    const refused = scripted([loss({ phase: "connect", sent: false }), json(404, {})]);
    const missing: boolean[] = [];
    await refused.client.call(deleteSpace, space, { onAbsent: (wasAbsent) => void missing.push(wasAbsent) });
    expect(missing).toEqual([true]);
  });

  it("is not known to find nothing where an earlier run sent it, too", async () => {
    const { client } = scripted([json(404, {})]);
    const missing: boolean[] = [];
    const onAbsent = (wasAbsent: boolean) => void missing.push(wasAbsent);
    await client.call(deleteSpace, space, { unsettled: "check", onAbsent });
    expect(missing).toEqual([false]);
  });
});

describe("R44 a change of state that an earlier run sent", () => {
  const move = { ...space, body: { parent: "k1" } };
  const elsewhere = json(200, { id: "s1", parent: "k0" });

  it.each([149_000, 0, -5_000])("%d ms ago: looked up three times, then unknown", async (ago) => {
    const { client, lines, clock } = scripted([elsewhere]);
    const error = await failing(client.call(moveSpace, move, { unsettled: "check", unsettledAt: START - ago }));
    expect(error).toMatchObject({ kind: "unknown-outcome", outcome: "unknown" });
    expect(lines()).toEqual(["GET /v1/spaces/s1", "GET /v1/spaces/s1", "GET /v1/spaces/s1"]);
    expect(clock.slept).toEqual([2_000, 3_000]);
  });

  it("soon ago: sent again where that is asked for", async () => {
    const { client, lines } = scripted([elsewhere, elsewhere, elsewhere, json(200, { id: "s1", parent: "k1" })]);
    await client.call(moveSpace, move, { unsettled: "repeat", unsettledAt: START });
    expect(lines().at(-1)).toBe("POST /v1/spaces/s1/move");
  });

  it("one of long ago is looked up once, and sent: nobody is at work on it", async () => {
    const { client, lines } = scripted([elsewhere, json(200, { id: "s1", parent: "k1" })]);
    await client.call(moveSpace, move, { unsettled: "check", unsettledAt: START - 151_000 });
    expect(lines()).toEqual(["GET /v1/spaces/s1", "POST /v1/spaces/s1/move"]);
  });
});

it("R30 a read answered 204 or 205 has no object", async () => {
  for (const status of [204, 205]) {
    const { client } = scripted([text(status, "")], { retries: 0 });
    expect(await failing(client.call(getSpace, space))).toMatchObject({
      kind: "invalid-answer",
      message: `the service answered ${status} without the object`,
    });
  }
});

it("R94 an answer that does not show what it has to is looked at", async () => {
  const site = { params: { organizationId: "o1", siteId: "p1" } };
  const { client, lines } = scripted([json(200, { id: "p1" }), json(200, { id: "p1", published: true })]);
  expect(await client.call(publishSite, site)).toEqual({ id: "p1", published: true });
  expect(lines()).toEqual(["POST /v1/orgs/o1/sites/p1/publish", "GET /v1/orgs/o1/sites/p1"]);
});
