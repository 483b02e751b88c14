/** Waits, budgets and places among the requests, at their edges. */
import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { getSpace, updateSpace } from "../../src/catalog/spaces.js";
import { lossOf, refusedAnswer } from "../../src/http/send/errors.js";
import { makeInterrupt } from "../../src/http/send/exchange.js";
import {
  createClientState,
  createQuota,
  type Job,
  repeat,
  stopped,
  type TimeBudget,
} from "../../src/http/send/retry.js";
import { failing, fakeClock, json, loss, START, scripted } from "./support.js";

const space = { params: { spaceId: "s1" } };
const subject = { method: "GET", path: "/v1/spaces/s1", url: "https://api.example.com/v1/spaces/s1" };

function scope(more: Partial<TimeBudget> = {}): TimeBudget {
  return { waited: 0, maxWait: 120_000, deadline: 300_000, deadlineAt: undefined, signal: undefined, ...more };
}

const job = (attempt: Job<string>["attempt"]): Job<string> => ({
  ...{ method: "GET", path: "/v1/spaces/s1", retry: "safe" },
  attempt,
});

const asks = (status: number, seconds: number) =>
  refusedAnswer(json(status, {}, { "retry-after": String(seconds) }), subject, START);

describe("R5 --max-wait", () => {
  it("counts the wait for a 429 that another request met", async () => {
    const clock = fakeClock();
    const run = createClientState({ clock, random: () => 0.5 });
    run.limiter.hold(START + 100_000);
    const verdict = await repeat(
      job(async () => asks(429, 30)),
      run,
      scope(),
    );
    expect(verdict).toMatchObject({ ok: false, failed: { failure: { kind: "rate-limited" } } });
    expect(clock.slept).toEqual([100_000]);
  });

  it("names the seconds in full", () => {
    const run = createClientState({ clock: fakeClock() });
    const failure = stopped.wait(1_200, run, scope({ maxWait: 1_000 }));
    expect(failure?.details).toEqual({ retryAfterSeconds: 2 });
  });
});

it("R9 a wait that ends with the deadline is not begun", () => {
  const run = createClientState({ clock: fakeClock() });
  const ends = scope({ deadlineAt: START + 1_000 });
  expect(stopped.pause(1_000, run, ends)).toMatchObject({ kind: "timeout" });
  expect(stopped.pause(999, run, ends)).toBeUndefined();
});

describe("R6 the budget of a run", () => {
  it("never holds more than at the start", () => {
    const quota = createQuota();
    for (let n = 0; n < 50; n += 1) quota.earn();
    let spent = 0;
    while (quota.spend("transient")) spent += 1;
    expect(spent).toBe(20);
  });

  it("gains with each success", async () => {
    const bad = json(502, { message: "no" });
    const ok = json(200, { id: "s1" });
    const outage = Array(22).fill(bad);
    const { client, requests } = scripted([...outage, ...Array(5).fill(ok), bad, ok], { retries: 10 });
    for (let n = 0; n < 2; n += 1) await failing(client.call(getSpace, space));
    for (let n = 0; n < 5; n += 1) await client.call(getSpace, space);
    expect(await client.call(getSpace, space)).toEqual({ id: "s1" });
    expect(requests).toHaveLength(29);
  });
});

describe("R7 a place among the requests", () => {
  it("is given back by one that finds all held back", async () => {
    const clock = fakeClock();
    const run = createClientState({ clock, concurrency: 1 });
    const leave = await run.limiter.enter("read");
    const queued = repeat(
      job(async () => ({ ok: true, value: "answer" })),
      run,
      scope(),
    );
    await new Promise((resolve) => setImmediate(resolve));
    run.limiter.hold(START + 5_000);
    leave(true);
    const given = await Promise.race([queued, new Promise((resolve) => setTimeout(resolve, 1_000, "stuck"))]);
    expect(given).toEqual({ ok: true, value: "answer", sentAt: START + 5_000 });
    expect(clock.slept).toEqual([5_000]);
  });

  it.each([
    [429, true],
    [503, false],
  ])("%d with Retry-After holds back the others: %s", async (status, holds) => {
    const clock = fakeClock();
    const held: number[] = [];
    const sleep: typeof clock.sleep = async (ms) => {
      held.push(run.limiter.held(clock.now()));
      clock.advance(ms);
    };
    const run = createClientState({ clock: { now: clock.now, sleep }, random: () => 0 });
    await repeat(
      job(async (count) => (count === 1 ? asks(status, 10) : { ok: true, value: "answer" })),
      run,
      scope(),
    );
    expect(held).toEqual([holds ? 10_000 : 0]);
  });
});

it("R12 the time that is told is that of the last attempt that may have been applied", async () => {
  const reset = loss({ phase: "response", sent: true });
  const closed = loss({ phase: "connect", sent: false });
  const { client } = scripted([reset, reset, closed, closed]);
  const error = await failing(client.call(updateSpace, { ...space, body: { title: "x" } }));
  // 125 ms after the first one; the two that never left do not count.
  expect(error.details).toMatchObject({ sentAt: new Date(START + 125).toISOString() });
});

it("R9 --timeout bounds connecting too", async () => {
  const { client, requests } = scripted([json(200, { id: "s1" })], { timeout: 1_000 });
  await client.call(getSpace, space);
  expect(requests[0]?.limits).toMatchObject({ attempt: 1_000, connect: 1_000, firstByte: 1_000 });
});

describe("R36 signals", () => {
  it("are let go of by every request that has ended", async () => {
    const [soft, hard] = [new AbortController(), new AbortController()];
    const reset = loss({ phase: "response", sent: true });
    const steps = [json(200, { id: "s1" }), reset, json(200, { id: "s1" })];
    const { client } = scripted(steps, { signal: soft.signal, abort: hard.signal });
    for (let n = 0; n < 2; n += 1) await client.call(updateSpace, { ...space, body: { title: "x" } });
    await client.call(getSpace, space);
    for (const { signal } of [soft, hard]) expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("of a call end its write too, after the time that a write gets", async () => {
    const clock = fakeClock();
    const [run, own] = [new AbortController(), new AbortController()];
    const { signal } = makeInterrupt({ signal: run.signal }, own.signal, true, clock);
    own.abort();
    await new Promise((resolve) => setImmediate(resolve));
    expect([signal?.aborted, clock.slept]).toEqual([true, [5_000]]);
  });
});

it("R60 a private address is not asked for again", () => {
  const error = loss({ phase: "dns", sent: false, code: "ERR_PRIVATE_ADDRESS" });
  expect(lossOf(error, START)).toBe("final");
});
