import { describe, expect, it, test } from "vitest";
import { parsePlan } from "../../src/changes/format/parse.js";

const STEP = {
  id: "s1",
  endpoint: "updateSpace",
  params: { spaceId: "s1" },
  body: { title: "New" },
  before: { title: "Old" },
  after: { title: "New" },
};
const HASH = "0".repeat(64);

const planOf = (steps: unknown, more: object = {}): string =>
  JSON.stringify({ format: 1, origin: "sandbox", organization: "o1", steps, ...more }, null, 1);

const refusal = (text: string): string => {
  try {
    parsePlan(text, "x.plan");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "accepted";
};

it("takes a plan that says little: the rest follows from the endpoint", () => {
  const plan = parsePlan(planOf([STEP]), "x.plan");
  expect(plan).toMatchObject({ complete: true, maxRemovals: 0.25, cannotUndo: ["s1"] });
  expect(plan.steps[0]).toMatchObject({
    change: "change",
    undo: "impossible",
    needs: [],
    reads: [{ path: "/v1/spaces/s1", fields: ["title"], was: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  });
});

const step = (more: object) => planOf([{ ...STEP, ...more }]);
const read = (more: object) => step({ reads: [{ path: "/v1/spaces/s1", fields: ["title"], was: HASH, ...more }] });

/** What is wrong, and the words that say so. */
const WRONG: Record<string, [text: string, says: RegExp]> = {
  "no JSON": ["{", /line 1: not valid JSON/],
  "no text": [" \n", / is empty$/],
  "a byte order mark": [`\ufeff${planOf([STEP])}`, /begins with a byte order mark/],
  "another format": [planOf([], { format: 2 }), /line 2: format: must be 1/],
  "an unknown member": [planOf([], { tokn: "x" }), /line 6: tokn: unknown member "tokn"/],
  "an unknown member of a step": [step({ nead: [] }), /line \d+: steps.0.nead: unknown member/],
  "an endpoint that reads": [step({ endpoint: "getSpace" }), /"getSpace" is not an endpoint that changes something/],
  "a ping": [step({ endpoint: "pingOrg" }), /is not an endpoint that changes/],
  "an inherited name": [step({ endpoint: "constructor" }), /is not an endpoint that changes/],
  "an inherited name of a parameter": [
    step({ params: { spaceId: "s1", toString: "x" } }),
    /has no parameter of this name/,
  ],
  "a prototype": [planOf([STEP]).replace('"title": "New"', '"__proto__": {"x": 1}'), /this name is not allowed/],
  "a slash in an id": [step({ params: { spaceId: "../orgs" } }), /must not contain spaces/],
  "a dot segment": [step({ params: { spaceId: ".." } }), /must not be a dot segment/],
  "a missing id": [step({ params: {} }), /"spaceId" is missing/],
  "a query in an id": [step({ params: { spaceId: "s1?x=1" } }), /must not contain spaces/],
  "a body of another shape": [step({ body: { title: 7 } }), /line \d+: steps.0.body.title: /],
  "a read elsewhere": [read({ path: "https://example.com/v1/spaces/s1" }), /no GET endpoint has the path/],
  "a read of something that is no GET": [read({ path: "/v1/spaces/s1/restore" }), /no GET endpoint has the path/],
  "a read with an encoded slash": [read({ path: "/v1/spaces/a%2Fb" }), /must not contain spaces/],
  "a read with a query": [read({ path: "/v1/spaces/s1?shareKey=x" }), /only \?format=markdown is allowed/],
  "a hash that is none": [read({ was: "x" }), /must match/],
  "needs of nobody": [step({ needs: ["s9"] }), /there is no step s9/],
  "needs of itself": [step({ needs: ["s1"] }), /step s1 is not before this one/],
  "needs in a circle": [
    planOf([
      { ...STEP, needs: ["s2"] },
      { ...STEP, id: "s2", needs: ["s1"] },
    ]),
    /step s2 is not before this one/,
  ],
  "the same id twice": [planOf([STEP, STEP]), /another step has the id s1/],
  "an answer that nothing waits for": [
    planOf([STEP, { ...STEP, id: "s2", params: { spaceId: { $from: "s1", path: "id" } } }]),
    /uses the answer of s1, which is not among its needs/,
  ],
  "an inverse with the answer of another": [
    step({ inverse: [{ endpoint: "deleteSpace", params: { spaceId: { $from: "s9", path: "id" } } }] }),
    /only use answers of this step, not of s9/,
  ],
  "an inverse that reads": [
    step({ inverse: [{ endpoint: "getSpace", params: { spaceId: "s1" } }] }),
    /is not an endpoint/,
  ],
  "a file of this machine": [
    planOf([
      {
        id: "s1",
        endpoint: "importSpaceContent",
        params: { spaceId: "s1" },
        body: { url: "file:///etc/passwd", source: "zip" },
      },
    ]),
    /file: sources cannot be planned/,
  ],
  "a share of more than all": [planOf([], { maxRemovals: 2 }), /must be 1 or less/],
  "a long title": [step({ title: "x".repeat(3000) }), /is longer than 2000 characters/],
  megabytes: [planOf([STEP], { command: "x".repeat(17 * 1024 * 1024) }), /is larger than 16 MiB/],
  depth: [
    planOf([{ ...STEP, before: JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`) }]),
    /nested deeper than 100 levels/,
  ],
};

describe("refuses, with the line", () => {
  test.each(Object.entries(WRONG))("refuses %s", (_, [text, says]) => {
    expect(refusal(text)).toMatch(says);
  });
});

it("the line is that of what is wrong", () => {
  const text = planOf([STEP, { ...STEP, id: "s2", endpoint: "getSpace" }]);
  const line = text.split("\n").findIndex((one) => one.includes("getSpace")) + 1;
  expect(refusal(text)).toContain(`x.plan: line ${line}: steps.1.endpoint:`);
});
