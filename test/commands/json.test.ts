import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { endpointHomes } from "../../src/cli/help/endpoints.js";
import { NOUNS } from "../../src/commands/index.js";
import { type Sent, type TestCli, testCli } from "../helpers/run.js";
import { LINES } from "./json-lines.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

const files = { "schema.json": '{"type":"object","properties":{},"additionalProperties":false}' };

interface Endpoint {
  method: string;
  path: string;
}

const contract = JSON.parse(readFileSync("test/fixtures/interface.json", "utf8")) as Endpoint[];
const called = new Set<string>();

/** The endpoint that a request is for; a literal segment says more than a parameter. */
function endpointFor({ method, path }: Sent): string | undefined {
  const parts = (path.split("?")[0] ?? "").split("/");
  const matches = contract.filter((endpoint) => {
    const segments = endpoint.path.split("/");
    const fits = segments.every((segment, at) => segment.startsWith("{") || segment === parts[at]);
    return endpoint.method === method && segments.length === parts.length && fits;
  });
  const [best] = matches.sort((a, b) => a.path.split("{").length - b.path.split("{").length);
  return best && `${best.method} ${best.path}`;
}

describe("--json", () => {
  test.each(LINES)("docs $line", async ({ line, silent }) => {
    const ran = await cli.run(`${line} --json`, { files });
    expect({ code: ran.code, stderr: ran.code === 0 ? "" : ran.stderr }).toEqual({ code: 0, stderr: "" });
    for (const sent of ran.sent) called.add(endpointFor(sent) ?? `unknown: ${sent.method} ${sent.path}`);
    if (silent) {
      expect(ran.stdout).toBe("");
      return;
    }
    expect(ran.stdout.endsWith("\n")).toBe(true);
    const value: unknown = JSON.parse(ran.stdout);
    expect(typeof value).toBe("object");
    expect(value).not.toBeNull();
    // Compact: one line when piped.
    expect(ran.stdout.trimEnd()).not.toContain("\n");
  });

  test("was tried with every endpoint of the contract", () => {
    expect([...called].sort()).toEqual(contract.map(({ method, path }) => `${method} ${path}`).sort());
  });

  test("was tried with every command that has an endpoint", async () => {
    const tried = new Set(LINES.map(({ line }) => line.split(" ").slice(0, 2).join(" ")));
    const homes = new Set((await endpointHomes(NOUNS)).map((home) => home.command));
    expect([...homes].filter((command) => !tried.has(command))).toEqual([]);
  });
});

describe("lists answer one array, envelopes are taken off", () => {
  test.each([
    ["pages list", "array"],
    ["orgs for-domain lindenhof.example", "array"],
    ["saml logins", "array"],
    ["adaptive-schema conditions", "array"],
    ["spaces links", "array"],
    ["spaces links --stats", "object"],
    ["pages links XP6omSZeoJsbZDXfvayL", "array"],
    ["pages links XP6omSZeoJsbZDXfvayL --stats", "object"],
    ["cr view 42", "object"],
    ["cr view 42 43", "array"],
    ["orgs search nothing-like-this", "array"],
  ])("docs %s", async (line, type) => {
    expect(await cli.out(`${line} -q type`)).toBe(`${type}\n`);
  });

  test("an empty list is []", async () => {
    expect(await cli.out("orgs search nothing-like-this --json")).toBe("[]\n");
  });
});
