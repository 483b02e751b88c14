/** What the service may say about waiting, and how the command takes it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withTimers } from "../helpers/cli.js";
import { answer, type Fault, faultServer, throttled } from "../helpers/fault-server.js";
import { useHome } from "../helpers/home.js";
import { environment, errorOf } from "./attempt.js";

const home = useHome();

async function meet(script: readonly Fault[], args: readonly string[], more: Record<string, string> = {}) {
  const server = await faultServer(script);
  try {
    const ran = await home.run(args, { env: { ...environment(server.url), ...more } });
    return { ...ran, requests: server.requests.length, error: errorOf(ran.stderr) };
  } finally {
    await server.close();
  }
}

const VIEW = ["spaces", "view", "s1", "--json"];
const date = (ms: number) => new Date(ms).toUTCString();
const NOW = Date.UTC(2030, 0, 1);

/** Asked for: one request, as --max-wait is shorter. Ignored: the client's own wait of up to a second, then another. */
const ASKED = 1;
const IGNORED = 2;

const FORMS: readonly (readonly [headers: Record<string, string>, requests: number])[] = [
  [{ "Retry-After": "30" }, ASKED],
  [{ "Retry-After": "30.5" }, ASKED],
  [{ "Retry-After": "2147484" }, ASKED],
  [{ "Retry-After": "99999999999999999999" }, ASKED],
  [{ "Retry-After": date(NOW + 30_000), Date: date(NOW) }, ASKED],
  [{ "Retry-After": date(Date.now() + 60_000) }, ASKED],
  [{ "Retry-After-Ms": "30000" }, ASKED],
  [{ "Retry-After-Ms": "30000", "Retry-After": "0" }, ASKED],
  [{ "Retry-After": date(NOW - 30_000), Date: date(NOW) }, IGNORED],
  [{ "Retry-After": date(NOW), Date: date(NOW) }, IGNORED],
  [{ "Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT" }, IGNORED],
  [{ "Retry-After": "-5" }, IGNORED],
  [{ "Retry-After": "" }, IGNORED],
  [{ "Retry-After": "soon" }, IGNORED],
  [{ "Retry-After": "1e99" }, IGNORED],
  [{ "Retry-After": "0x1e" }, IGNORED],
  [{ "Retry-After": "30, 60" }, IGNORED],
  [{ "Retry-After-Ms": "-1" }, IGNORED],
  [{ "X-RateLimit-Reset": "30" }, IGNORED],
  [{}, IGNORED],
];

describe.concurrent("R4 R5 forms of Retry-After", () => {
  test.each(FORMS)("429 with %j: %i requests, then exit 8", async (headers, requests) => {
    const ran = await meet([throttled(429, headers)], [...VIEW, "--max-wait", "1"]);
    expect(ran, ran.stderr).toMatchObject({ code: 8, stdout: "", requests });
    expect(ran.error).toMatchObject({ kind: "rate-limited", status: 429 });
    expect(ran.error?.message).toMatch(/asks to wait \S+ s, \S+ s of --max-wait are left/);
  });

  test("503 without a time is a failure, not a wait", async () => {
    for (const value of ["-5", "soon", "1e99"]) {
      const ran = await meet([throttled(503, { "Retry-After": value })], [...VIEW, "--retries", "1"]);
      expect(ran).toMatchObject({ code: 6, requests: 2 });
    }
  });

  test("a wait is as long as asked, and does not use up an attempt", async () => {
    const good = answer(200, { object: "space", id: "s1" });
    const timers = join(home.dir, "timers");
    const script = [throttled(429, { "Retry-After": "1" }), good];
    const ran = await meet(script, [...VIEW, "--retries", "0"], withTimers(timers));
    expect(ran).toMatchObject({ code: 0, requests: 2, stderr: "" });
    const waits = readFileSync(timers, "utf8").trim().split("\n").map(Number);
    expect(waits.filter((ms) => ms >= 1000 && ms < 2000)).toHaveLength(1);
  });

  test("R15 a wait is told on stderr, unless it is short or --quiet", async () => {
    const good = answer(200, { object: "space", id: "s1" });
    const slow = [throttled(429, { "Retry-After-Ms": "5000" }), good];
    const told = await meet(slow, VIEW);
    expect(told.code).toBe(0);
    expect(told.stderr).toMatch(/^docs: 429, waiting [56](\.\d+)? s \(1 of 10\), GET \/v1\/spaces\/s1\n$/);
    const quiet = await meet(slow, [...VIEW, "--quiet"]);
    expect(quiet).toMatchObject({ code: 0, stderr: "" });
  });
});
