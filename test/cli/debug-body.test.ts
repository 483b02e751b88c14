import { expect, it } from "vitest";
import { bodyLine } from "../../src/cli/run/context.js";

const answer = (text: string) => {
  const body = new TextEncoder().encode(text);
  return bodyLine({ type: "response", method: "GET", path: "/v1/orgs", status: 200, ms: 1, bytes: body.length, body });
};

it("R56 --debug-body shows what was sent and what came, cut to its first part", () => {
  const sent = '{"title":"Guide"}';
  expect(bodyLine({ type: "request", method: "PATCH", path: "/v1/spaces/s", attempt: 1, bytes: 17, body: sent })).toBe(
    '> {"title":"Guide"}',
  );
  expect(answer('{"items":[]}')).toBe('< {"items":[]}');
  expect(answer("x".repeat(5000))).toBe(`< ${"x".repeat(4096)}… (5000 bytes)`);
  expect(answer("")).toBeUndefined();
  expect(bodyLine({ type: "request", method: "GET", path: "/v1/orgs", attempt: 1, bytes: 0 })).toBeUndefined();
});
