import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { type Action, type AttemptOutcome, decide } from "../../src/http/send/retry.js";

type Row = { safe: Action; idempotent: Action; verify: Action; unsafe: Action };

const TABLE: Record<AttemptOutcome, Row> = {
  "not-sent": { safe: "retry", idempotent: "retry", verify: "retry", unsafe: "retry" },
  throttled: { safe: "retry", idempotent: "retry", verify: "retry", unsafe: "retry" },
  lost: { safe: "retry", idempotent: "retry", verify: "verify", unsafe: "unknown" },
  redirected: { safe: "stop", idempotent: "stop", verify: "verify", unsafe: "unknown" },
  broken: { safe: "retry", idempotent: "retry", verify: "verify", unsafe: "unknown" },
  final: { safe: "stop", idempotent: "stop", verify: "stop", unsafe: "stop" },
};

const SIGNALS = ["not-sent", "throttled", "lost", "redirected", "broken", "final"] as const;
const CLASSES = ["safe", "idempotent", "verify", "unsafe"] as const;
const CELLS = SIGNALS.flatMap((signal) => CLASSES.map((name) => [name, signal, TABLE[signal][name]] as const));

/** POST and PUT operations by the last words of their path; every other POST creates, every other PUT sets a value. */
const VERIFIED = ["merge", "update", "restore", "publish", "move", "transfer", "section-groups/{}/sections", "sso"];

function classOf(method: string, path: string): (typeof CLASSES)[number] {
  if (method === "GET") return "safe";
  if (method === "DELETE" || method === "PATCH") return "idempotent";
  const bare = path.replace(/\{\w+\}/g, "{}");
  if (method === "PUT") return bare === "/v1/orgs/{}/teams" ? "unsafe" : "idempotent";
  if (bare === "/v1/orgs/{}/ping") return "safe";
  return VERIFIED.some((end) => bare.endsWith(`/${end}`)) ? "verify" : "unsafe";
}

describe("the table of retries", () => {
  it.each(CELLS)("R1 %s, %s: %s", (name, signal, action) => {
    expect(decide(name, signal)).toBe(action);
  });

  const operations = Object.values(endpoints).map(({ method, path, retry }) => [method, path, retry] as const);

  it.each(operations)("R1 %s %s on every signal", (method, path, retry) => {
    const expected = SIGNALS.map((signal) => TABLE[signal][classOf(method, path)]);
    expect(SIGNALS.map((signal) => decide(retry, signal))).toEqual(expected);
  });

  it("R14 repeats a lost creation only when asked to, and never one that was answered", () => {
    expect(decide("unsafe", "lost", true)).toBe("retry");
    expect(decide("unsafe", "broken", true)).toBe("unknown");
    expect(decide("unsafe", "redirected", true)).toBe("unknown");
    expect(decide("verify", "lost", true)).toBe("verify");
  });
});
