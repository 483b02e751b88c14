import { describe, expect, it } from "vitest";
import { getSpace, updateSpace } from "../../src/catalog/spaces.js";
import { createTeam } from "../../src/catalog/teams.js";
import { failing, json, loss, scripted, text } from "./support.js";

const space = { params: { spaceId: "s1" } };
const team = { params: { organizationId: "o1" }, body: { title: "Writers" } };
const ok = json(200, { id: "s1" });
const bad = (status: number, headers: Record<string, string> = {}) =>
  json(status, { error: { message: "no" } }, headers);

describe("the loop", () => {
  it("R2 R3 makes four attempts with exact delays", async () => {
    const { client, clock, requests } = scripted([bad(500)]);
    const error = await failing(client.call(getSpace, space));
    expect(error).toMatchObject({
      kind: "service",
      status: 500,
      message: "the service answered 500: no",
      outcome: undefined,
    });
    expect(requests.length).toBe(4);
    expect(clock.slept).toEqual([125, 250, 500]);
  });

  it.each([500, 502, 503, 504, 520, 521, 522, 523, 524])("R1 repeats a read after %d", async (status) => {
    const { client, requests } = scripted([bad(status), ok]);
    expect(await client.call(getSpace, space)).toEqual({ id: "s1" });
    expect(requests.length).toBe(2);
  });

  it.each([408, 425, 429])("R1 repeats a creation after %d", async (status) => {
    const { client, requests } = scripted([bad(status), json(201, { id: "t1" })]);
    expect(await client.call(createTeam, team)).toEqual({ id: "t1" });
    expect(requests.length).toBe(2);
  });

  it("R1 repeats a creation after 503 with Retry-After, not after a bare one", async () => {
    const asked = scripted([bad(503, { "retry-after": "1" }), json(201, { id: "t1" })]);
    expect(await asked.client.call(createTeam, team)).toEqual({ id: "t1" });
    const bare = scripted([bad(503), json(201, { id: "t1" })]);
    expect(await failing(bare.client.call(createTeam, team))).toMatchObject({ kind: "unknown-outcome", status: 503 });
    expect(bare.requests.length).toBe(1);
  });

  it.each([400, 401, 402, 403, 404, 405, 409, 410, 412, 413, 415, 422, 501, 505, 507])(
    "R1 stops at once on %d",
    async (status) => {
      const { client, requests } = scripted([bad(status)]);
      expect(await failing(client.call(updateSpace, { ...space, body: { title: "x" } }))).toMatchObject({
        status,
        outcome: "not_applied",
      });
      expect(requests.length).toBe(1);
    },
  );

  it("R2 takes the number of retries", async () => {
    const none = scripted([bad(500)], { retries: 0 });
    await failing(none.client.call(getSpace, space));
    expect(none.requests.length).toBe(1);
    const ten = scripted([bad(500)], { retries: 10 });
    await failing(ten.client.call(getSpace, space));
    expect(ten.requests.length).toBe(11);
  });

  it("R2 R4 does not count a wait that was asked for as an attempt", async () => {
    const steps = [...Array(5).fill(bad(429, { "retry-after": "2" })), bad(500), bad(500), bad(500), ok];
    const { client, clock, events } = scripted(steps);
    expect(await client.call(getSpace, space)).toEqual({ id: "s1" });
    expect(clock.slept).toEqual([2100, 2100, 2100, 2100, 2100, 125, 250, 500]);
    expect(events.filter(({ type }) => type === "wait")[1]).toEqual({
      type: "wait",
      method: "GET",
      path: "/v1/spaces/s1",
      ms: 2100,
      why: "429",
      count: 2,
      of: 10,
    });
  });

  it("R2 waits at most ten times", async () => {
    const { client, requests } = scripted([bad(429, { "retry-after": "1" })]);
    expect(await failing(client.call(getSpace, space))).toMatchObject({ kind: "rate-limited", status: 429 });
    expect(requests.length).toBe(11);
  });

  it("R3 backs off by itself where a 429 names no time", async () => {
    const { client, clock } = scripted([bad(429), bad(429), bad(429), ok]);
    await client.call(getSpace, space);
    expect(clock.slept).toEqual([750, 1500, 3000]);
  });

  it("R5 does not begin a wait above what is left of max-wait", async () => {
    const { client, clock, requests } = scripted([bad(429, { "retry-after": "100" })]);
    const error = await failing(client.call(getSpace, space));
    expect(error).toMatchObject({
      kind: "rate-limited",
      message: "rate limited: the service asks to wait 101 s, 19 s of --max-wait are left",
      details: { retryAfterSeconds: 101 },
    });
    expect(clock.slept).toEqual([101_000]);
    expect(requests.length).toBe(2);
  });

  it("R5 fails at once on a wait that no clock could hold", async () => {
    const { client, clock } = scripted([bad(503, { "retry-after": "999999999999" })]);
    expect(await failing(client.call(getSpace, space))).toMatchObject({ kind: "rate-limited" });
    expect(clock.slept).toEqual([]);
  });

  it("R6 stops with the retry budget of the run", async () => {
    const { client, requests } = scripted([bad(502)], { retries: 10 });
    const messages: unknown[] = [];
    for (let call = 0; call < 3; call += 1) messages.push((await failing(client.call(getSpace, space))).message);
    expect(messages).toEqual([
      "the service answered 502: no",
      "the service answered 502: no",
      "the service answered 502: no; retry budget used up",
    ]);
    expect(requests.length).toBe(11 + 11 + 1);
  });

  it("R9 ends with the deadline of a call instead of waiting beyond it", async () => {
    const { client, clock } = scripted([bad(429, { "retry-after": "50" })], { maxWait: 1_000_000, deadline: 120_000 });
    expect(await failing(client.call(getSpace, space))).toMatchObject({
      kind: "timeout",
      message: "timed out: the deadline of 120 s has passed",
    });
    expect(clock.slept).toEqual([51_000, 51_000]);
  });

  it("R9 gives an attempt no more than what is left of the deadline", async () => {
    const { client, requests, clock } = scripted([bad(500), ok], { deadline: 20_000, random: () => 1 });
    clock.advance(5000);
    await client.call(getSpace, space);
    expect(requests.map(({ limits }) => [limits.attempt, limits.firstByte, limits.connect])).toEqual([
      [15_000, 15_000, 10_000],
      [14_750, 14_750, 10_000],
    ]);
  });

  it("R9 --timeout sets the attempt; slow endpoints have more time", async () => {
    const { client, requests } = scripted([ok]);
    await client.call(getSpace, space);
    expect(requests[0]?.limits).toEqual({
      connect: 10_000,
      firstByte: 30_000,
      idle: 30_000,
      attempt: 60_000,
      maxBody: 67_108_864,
      maxError: 1_048_576,
    });
    const own = scripted([ok], { timeout: 200_000 });
    await own.client.call(getSpace, space);
    expect(own.requests[0]?.limits).toMatchObject({ attempt: 200_000, firstByte: 200_000, idle: 30_000 });
  });

  it("R1 repeats what never left this machine, whatever the class", async () => {
    const { client, requests, clock } = scripted([
      loss({ phase: "dns", sent: false, code: "EAI_AGAIN" }),
      loss({ phase: "connect", sent: false, code: "ECONNREFUSED" }),
      loss({ phase: "timeout", sent: false }),
      json(201, { id: "t1" }),
    ]);
    expect(await client.call(createTeam, team)).toEqual({ id: "t1" });
    expect(requests.length).toBe(4);
    expect(clock.slept).toEqual([125, 250, 500]);
  });

  it.each([
    [loss({ phase: "dns", sent: false, code: "ENOTFOUND" }), "network"],
    [loss({ phase: "tls", sent: false, code: "CERT_HAS_EXPIRED" }), "tls"],
    [loss({ phase: "request", sent: false, code: "ERR_INVALID_CHAR" }), "network"],
    [loss({ phase: "proxy", sent: false, status: 407 }), "network"],
  ])("R1 stops at once on %o", async (error, kind) => {
    const { client, requests } = scripted([error]);
    expect(await failing(client.call(getSpace, space))).toMatchObject({ kind });
    expect(requests.length).toBe(1);
  });

  it("R10 believes the transport about what was sent, not the error code", async () => {
    const sent = scripted([loss({ phase: "response", sent: true, code: "ECONNREFUSED" }), json(201, { id: "t1" })]);
    expect(await failing(sent.client.call(createTeam, team))).toMatchObject({ kind: "unknown-outcome" });
    expect(sent.requests.length).toBe(1);
  });

  it("R1 repeats a read whose body is broken, and takes its later answer", async () => {
    const { client, requests } = scripted([text(200, '{"id":'), text(200, ""), text(200, '["x"]'), ok]);
    expect(await client.call(getSpace, space)).toEqual({ id: "s1" });
    expect(requests.length).toBe(4);
  });

  it.each([
    ["HTML", text(200, "<html>")],
    ["text", text(200, "It works!")],
    ["202", json(202, { id: "s1" })],
    ["an error", json(200, { error: { message: "no" } })],
    ["another space", json(200, { id: "s2" })],
  ])("R1 R94 does not repeat a read that is answered with %s", async (_, response) => {
    const { client, requests } = scripted([response, ok]);
    expect(await failing(client.call(getSpace, space))).toMatchObject({ kind: "invalid-answer" });
    expect(requests.length).toBe(1);
  });

  it("R32 does not repeat what will be too large again", async () => {
    const { client, requests } = scripted([loss({ phase: "too-large", sent: true, status: 200 })]);
    expect(await failing(client.call(getSpace, space))).toMatchObject({
      kind: "too-large",
      hint: "raise --max-body",
    });
    expect(requests.length).toBe(1);
  });

  it("passes errors that are bugs on as they are", async () => {
    const { client, requests } = scripted([new TypeError("a bug")]);
    await expect(client.call(getSpace, space)).rejects.toThrow(TypeError);
    expect(requests.length).toBe(1);
  });
});
