import { describe, expect, it } from "vitest";
import { retryAfter } from "../../src/http/send/errors.js";
import { askedDelay, createQuota, throttleDelay, transientDelay } from "../../src/http/send/retry.js";
import { systemClock } from "../../src/system/clock.js";

const at = (value: number) => () => value;

describe("delays", () => {
  it("R3 transient: random up to 250 ms doubled each time, at most 8 s, at least 50 ms", () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((n) => transientDelay(n, at(1)))).toEqual([
      250, 500, 1000, 2000, 4000, 8000, 8000,
    ]);
    expect([0, 1, 2].map((n) => transientDelay(n, at(0.5)))).toEqual([125, 250, 500]);
    expect([0, 9].map((n) => transientDelay(n, at(0)))).toEqual([50, 50]);
    expect(transientDelay(0, at(0.1))).toBe(50);
  });

  it("R3 throttle: half to all of 1 s doubled each time, at most 30 s", () => {
    expect([0, 1, 4, 5, 9].map((n) => throttleDelay(n, at(1)))).toEqual([1000, 2000, 16_000, 30_000, 30_000]);
    expect([0, 1, 4, 5, 9].map((n) => throttleDelay(n, at(0)))).toEqual([500, 1000, 8000, 15_000, 15_000]);
  });

  it("R4 is never shorter than asked and adds up to a tenth, at most 1 s", () => {
    expect(askedDelay(2000, at(0))).toBe(2000);
    expect(askedDelay(2000, at(1))).toBe(2200);
    expect(askedDelay(2000, at(0.5))).toBe(2100);
    expect(askedDelay(60_000, at(1))).toBe(61_000);
    expect(askedDelay(0, at(0.5))).toBe(50);
  });
});

describe("Retry-After", () => {
  const NOW = Date.UTC(1994, 10, 6, 8, 49, 7);

  it.each([
    ["0", 0],
    ["7", 7000],
    [" 7 ", 7000],
    ["1.5", 1500],
    ["99999999999999999999", 1e15],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 30_000],
  ])("R4 reads %j", (value, ms) => {
    expect(retryAfter({ "retry-after": value }, NOW)).toBe(ms);
  });

  it.each([
    "",
    " ",
    "-1",
    "soon",
    "1e99",
    "1e3",
    "0x10",
    "Infinity",
    "7 seconds",
    "Sun, 06 Nov 1994 08:49:01 GMT",
    "Sun, 06 Nov 1994 08:49:07 GMT",
    "Sunday, 06-Nov-94 08:49:37 GMT",
    "1994-11-06T08:49:37Z",
    "Sun, 99 Nov 1994 08:49:37 GMT",
  ])("R4 ignores %j", (value) => {
    expect(retryAfter({ "retry-after": value }, NOW)).toBeUndefined();
  });

  it("R4 reads a date against the answer's own date, as clocks differ", () => {
    const headers = { "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT", date: "Sun, 06 Nov 1994 08:49:27 GMT" };
    expect(retryAfter(headers, NOW)).toBe(10_000);
    expect(retryAfter({ ...headers, date: "yesterday" }, NOW)).toBe(30_000);
  });

  it("R4 takes retry-after-ms and guesses nothing from X-RateLimit-Reset", () => {
    expect(retryAfter({ "retry-after-ms": "1234", "retry-after": "9" }, NOW)).toBe(1234);
    expect(retryAfter({ "retry-after-ms": "soon", "retry-after": "9" }, NOW)).toBe(9000);
    expect(retryAfter({ "x-ratelimit-reset": "784111800" }, NOW)).toBeUndefined();
  });
});

describe("the quota of a run", () => {
  const count = (spend: () => boolean) => {
    let times = 0;
    while (spend()) times += 1;
    return times;
  };

  it("R6 pays for 20 transient retries or 50 throttled ones", () => {
    const first = createQuota();
    expect(count(() => first.spend("transient"))).toBe(20);
    const second = createQuota();
    expect(count(() => second.spend("throttle"))).toBe(50);
  });

  it("R6 gains one with each success, never above 100", () => {
    const quota = createQuota();
    quota.earn();
    expect(count(() => quota.spend("transient"))).toBe(20);
    for (let n = 0; n < 5; n += 1) quota.earn();
    expect(count(() => quota.spend("transient"))).toBe(1);
  });
});

describe("the clock", () => {
  it("wakes up early with the reason of the signal", async () => {
    const controller = new AbortController();
    const sleep = systemClock.sleep(60_000, controller.signal);
    controller.abort(new Error("stop"));
    await expect(sleep).rejects.toThrow("stop");
    await expect(systemClock.sleep(60_000, controller.signal)).rejects.toThrow("stop");
  });

  it("R5 does not fire at once for a time above 2^31 ms", async () => {
    const controller = new AbortController();
    const sleep = systemClock.sleep(2 ** 31 + 1000, controller.signal).then(() => "woke up");
    const early = await Promise.race([sleep, systemClock.sleep(30).then(() => "still asleep")]);
    expect(early).toBe("still asleep");
    controller.abort(new Error("done"));
    await expect(sleep).rejects.toThrow("done");
  });
});
