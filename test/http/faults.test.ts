import { afterEach, describe, expect, it } from "vitest";
import { deleteSpace, getSpace, listOrgSpaces, updateSpace } from "../../src/catalog/spaces.js";
import { createTeam } from "../../src/catalog/teams.js";
import type { Clock } from "../../src/system/clock.js";
import { systemClock as realClock } from "../../src/system/clock.js";
import {
  answer,
  answerAndClose,
  badUtf8,
  brokenChunks,
  closedPort,
  cutBody,
  cutChunks,
  cutClosed,
  deepJson,
  type Fault,
  type FaultServer,
  faultServer,
  garbage,
  hangUp,
  html,
  redirect,
  reset,
  stall,
  stallBody,
  throttled,
} from "../helpers/fault-server.js";
import { failing, wired } from "./support.js";

let server: FaultServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const space = { params: { spaceId: "s1" } };
const team = { params: { organizationId: "o1" }, body: { title: "Writers" } };
const good = answer(200, { id: "s1" });

async function against(script: readonly Fault[], options: Parameters<typeof wired>[1] = {}) {
  server = await faultServer(script);
  return { ...wired(server.url, options), server };
}

/** Faults after which a read is made again, each followed by a good answer. */
const PASSING: [string, Fault][] = [
  ["a reset after the request", reset],
  ["a connection closed without an answer", hangUp],
  ["an answer that is not HTTP", garbage],
  ["a body shorter than its length", cutBody()],
  ["a server error whose body is cut", cutBody(502, "oh")],
  ["broken chunks", brokenChunks],
  ["chunks without their end", cutChunks],
  ["JSON cut off with the connection", cutClosed],
  ["bytes that are no UTF-8", badUtf8],
  ["JSON nested too deep", deepJson(2000)],
  ["a bare 503", throttled(503)],
  ["429 in seconds", throttled(429, { "Retry-After": "3" })],
  ["429 with a date", throttled(429, { "Retry-After": "Mon, 06 May 2024 07:08:12 GMT" })],
  ["429 without a time", throttled(429)],
  ["429 with nonsense", throttled(429, { "Retry-After": "soon" })],
];

describe("faults of the network and the service", () => {
  it.each(PASSING)("R1 R35 a read survives %s", async (_, fault) => {
    const { client, server } = await against([fault, good]);
    expect(await client.call(getSpace, space)).toEqual({ id: "s1" });
    expect(server.requests.length).toBe(2);
  });

  it.each(PASSING.slice(0, 3))("R10 R12 a creation met by %s is unknown and not sent again", async (_, fault) => {
    const { client, server } = await against([fault, answer(201, { id: "t1" })]);
    expect(await failing(client.call(createTeam, team))).toMatchObject({ kind: "unknown-outcome", outcome: "unknown" });
    expect(server.requests.length).toBe(1);
  });

  it.each([...PASSING.filter(([name]) => /shorter|chunks|JSON|UTF-8/.test(name)), ["HTML", html(200)] as const])(
    "R1 R35 R94 a creation answered with %s is unknown and not sent again",
    async (_, fault) => {
      const { client, server } = await against([fault, answer(201, { id: "t1" })]);
      expect(await failing(client.call(createTeam, team))).toMatchObject({
        kind: "unknown-outcome",
        outcome: "unknown",
      });
      expect(server.requests.length).toBe(1);
    },
  );

  it("R10 R16 a refused connection was not sent and names host and phase", async () => {
    const port = await closedPort();
    const { client, clock } = wired(`http://127.0.0.1:${port}`);
    expect(await failing(client.call(createTeam, team))).toMatchObject({
      kind: "network",
      outcome: "not_applied",
      message: `127.0.0.1:${port}: connecting failed: connection refused`,
    });
    expect(clock.slept).toEqual([125, 250, 500]);
  });

  it("R9 an answer that does not come ends the attempt; a creation is unknown", async () => {
    const { client, server } = await against([stall], { timeout: 600 });
    const error = await failing(client.call(createTeam, team));
    expect(error).toMatchObject({ kind: "unknown-outcome" });
    expect(error.message).toMatch(/\(127\.0\.0\.1:\d+: the (answer|request) timed out after 0\.6 s\)$/);
    expect(server.requests.length).toBe(1);
  });

  it("R9 a read that gets no answer is made again, then fails as a timeout", async () => {
    const { client, server } = await against([stall], { timeout: 400, retries: 1 });
    expect(await failing(client.call(getSpace, space))).toMatchObject({ kind: "timeout" });
    expect(server.requests.length).toBe(2);
  });

  it("R9 a body that stops coming ends the attempt", async () => {
    const { client } = await against([stallBody(), good], { timeout: 400 });
    expect(await client.call(getSpace, space)).toEqual({ id: "s1" });
  });

  it("R32 names the offset of a wrong byte", async () => {
    const { client } = await against([badUtf8], { retries: 0 });
    expect(await failing(client.call(getSpace, space))).toMatchObject({
      kind: "invalid-answer",
      message: "the answer is not valid UTF-8 at byte 8",
    });
  });

  it("R32 stops reading at the cap", async () => {
    const { client, server } = await against([answer(200, `"${"x".repeat(200_000)}"`)], { maxBody: 100_000 });
    const error = await failing(client.call(getSpace, space));
    expect(error).toMatchObject({ kind: "too-large", hint: "raise --max-body" });
    expect(error.message).toMatch(/: the answer is larger than 100000 bytes$/);
    expect(server.requests.length).toBe(1);
  });

  it("R32 R33 reads no more than 1 MiB of an error and keeps its status", async () => {
    const { client } = await against([answer(404, `not here ${"x".repeat(3_000_000)}`)]);
    const error = await failing(client.call(getSpace, space));
    expect(error).toMatchObject({ kind: "not-found", status: 404 });
    expect(String(error.message).length).toBe("the service answered 404: ".length + 200);
  });

  it("R33 an HTML error keeps its status and shows its title", async () => {
    const { client } = await against([html(403, "<html><title>Access denied</title><p>x</html>")]);
    expect(await failing(client.call(getSpace, space))).toMatchObject({
      kind: "forbidden",
      status: 403,
      message: "the service answered 403: Access denied",
    });
  });

  it("R16 does not follow a redirect, so the token goes nowhere else", async () => {
    const other = await faultServer([good]);
    const { client, server } = await against([redirect(`${other.url}/steal`)]);
    expect(await failing(client.call(getSpace, space))).toMatchObject({
      kind: "redirect",
      message: `the service answered 302: a redirect to ${other.url}`,
    });
    expect([server.requests.length, other.requests.length]).toEqual([1, 0]);
    await other.close();
  });

  it("R19 keeps no cookies", async () => {
    const { client, server } = await against([answer(200, { id: "s1" }, { "Set-Cookie": "a=b" }), good]);
    await client.call(getSpace, space);
    await client.call(getSpace, space);
    expect(server.requests[1]?.head).not.toMatch(/^cookie/im);
  });

  it("opens a new connection after one that the server closed", async () => {
    const { client, server } = await against([answerAndClose(200, { id: "s1" })]);
    for (let round = 0; round < 3; round += 1) expect(await client.call(getSpace, space)).toEqual({ id: "s1" });
    expect(server.connections()).toBe(3);
  });

  it("R13 R30 a DELETE is done on 204 and on 404", async () => {
    const { client } = await against([answer(204), answer(404, { error: { message: "gone" } })]);
    const absent: string[] = [];
    const options = { onAbsent: () => absent.push("absent") };
    await client.call(deleteSpace, space, options);
    expect(absent).toEqual([]);
    await client.call(deleteSpace, space, options);
    expect(absent).toEqual(["absent"]);
  });

  it("R1 an idempotent write is made again after a reset", async () => {
    const { client, server } = await against([reset, answer(200, { id: "s1", title: "B" })]);
    expect(await client.call(updateSpace, { ...space, body: { title: "B" } })).toEqual({ id: "s1", title: "B" });
    expect(server.requests.map(({ body }) => body)).toEqual(['{"title":"B"}', '{"title":"B"}']);
  });
});

/** The real clock, on which a wait is interrupted once it has begun. */
function interruptedClock(stop: AbortController): Clock {
  return {
    ...realClock,
    sleep(ms, signal) {
      setImmediate(() => stop.abort());
      return realClock.sleep(ms, signal);
    },
  };
}

describe("interrupts", () => {
  it("R36 the first one ends a read at once", async () => {
    const stop = new AbortController();
    const interrupted: Fault = () => stop.abort(new Error("SIGINT"));
    const { client } = await against([interrupted], { signal: stop.signal });
    expect(await failing(client.call(getSpace, space))).toMatchObject({ kind: "canceled", outcome: undefined });
  });

  it("R36 a write that is under way may finish", async () => {
    const stop = new AbortController();
    const interrupted: Fault = (socket, request) => {
      stop.abort();
      setImmediate(() => answer(201, { id: "t1" })(socket, request));
    };
    // The real clock: the grace of five seconds runs while the answer comes.
    const { client } = await against([interrupted], { signal: stop.signal, clock: realClock });
    expect(await client.call(createTeam, team)).toEqual({ id: "t1" });
  });

  it("R36 the second one ends the write too: unknown", async () => {
    const stop = new AbortController();
    const kill = new AbortController();
    const interrupted: Fault = () => {
      stop.abort();
      setImmediate(() => kill.abort());
    };
    // A grace that never ends.
    const clock = { ...realClock, sleep: () => new Promise<void>(() => {}) };
    const { client } = await against([interrupted], { signal: stop.signal, abort: kill.signal, clock });
    expect(await failing(client.call(createTeam, team))).toMatchObject({ kind: "canceled", outcome: "unknown" });
  });

  it("R36 a write waiting for its next attempt is not sent any more", async () => {
    const stop = new AbortController();
    const { client, server } = await against([throttled(429, { "Retry-After": "5" })], {
      signal: stop.signal,
      clock: interruptedClock(stop),
    });
    expect(await failing(client.call(createTeam, team))).toMatchObject({ kind: "canceled", outcome: "not_applied" });
    expect(server.requests.length).toBe(1);
  });

  it("R36 a list waiting for its next attempt ends at once", async () => {
    const stop = new AbortController();
    // Longer than a test may take.
    const { client } = await against([throttled(429, { "Retry-After": "60" })], {
      signal: stop.signal,
      clock: interruptedClock(stop),
    });
    const pages = client.list(listOrgSpaces, { params: { organizationId: "o1" } }).pages();
    expect(await failing(pages[Symbol.asyncIterator]().next())).toMatchObject({ kind: "canceled" });
  });
});
