import { describe, expect, test } from "vitest";
import { contract } from "../endpoints/all.js";
import { ORG, SPACE, testSandbox } from "../helpers/sandbox.js";
import { useOnce } from "../helpers/set-ups.js";

const deletes = contract.filter(({ method }) => method === "DELETE").map(({ id, path }) => [id, path] as const);
const box = useOnce(testSandbox);

describe.each(deletes)("%s", (_, path) => {
  test.each([
    ["below things that exist", { organizationId: ORG, spaceId: SPACE }],
    ["below things that do not", {}],
  ])("204 without content for what is absent, %s", async (_place, known: Record<string, string>) => {
    // The last parameter names what is deleted; it never exists.
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const url = path.replace(/\{(\w+)\}/g, (_match: string, name: string) =>
      name === names.at(-1) ? "absent" : (known[name] ?? "absent"),
    );
    for (let time = 0; time < 2; time++) {
      const { status, text, headers } = await box.call("DELETE", url);
      expect([status, text, headers["content-type"]]).toEqual([204, "", undefined]);
    }
  });
});
