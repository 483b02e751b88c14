import { describe, expect, test } from "vitest";
import { answerFields } from "../../src/cli/argv/field-flags.js";
import { helpFor } from "../../src/cli/help/help.js";
import { NOUNS } from "../../src/commands/index.js";
import { contract } from "../endpoints/all.js";
import type { Sent } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";
import { LINES } from "./json-lines.js";
import { commandOf, expectNamed } from "./json-members.js";

const cli = useTestCli();

const files = { "schema.json": '{"type":"object","properties":{},"additionalProperties":false}' };

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
    const { noun, command } = await commandOf(line);
    // A reference has a member named like its kind.
    if (command.name !== "backlinks") await expectNamed(line, ran.stdout);
    expect(await helpFor([noun, command.name], NOUNS)).toContain("\nJSON fields\n  ");
    // Compact: one line when piped.
    expect(ran.stdout.trimEnd()).not.toContain("\n");
  });

  test("was tried with every endpoint of the contract", () => {
    expect([...called].sort()).toEqual(contract.map(({ method, path }) => `${method} ${path}`).sort());
  });

  test("was tried with every command that has an endpoint", async () => {
    const tried = new Set(LINES.map(({ line }) => line.split(" ").slice(0, 2).join(" ")));
    const homes: { command: string }[] = JSON.parse(await helpFor(["endpoints"], NOUNS, true));
    expect(homes.filter(({ command }) => !tried.has(command))).toEqual([]);
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

describe("the members that help names", () => {
  test("are those of the command's own answer, in --fields too", async () => {
    const hint = async (line: string) => (await cli.run(`${line} --fields nope`)).stderr.split("\n")[1];
    expect(await hint("cr diff 42")).toBe(
      "  valid fields: additions, change, deletions, diff, from, id, kind, path, title",
    );
    // It reads a change request, pages and links besides; the answer has none of these.
    expect(await hint("cr merge 42")).toBe("  valid fields: result, revision");
    expect(await hint("members offboard u4ZZnH5G9tKzy5NnAxaX")).toMatch(
      /^ {2}valid fields: by, cannotUndo, .*, totals, and their members$/,
    );
  });

  test.each([
    "checks list",
    "checks view links-broken",
    "checks run admin-single",
    "spaces check",
    "sites check",
    "cr check 43",
    "orgs overview",
    "ci list",
    "sites plan site.yaml",
  ])("docs %s", async (line) => {
    const made = await cli.out("sites export");
    const ran = await cli.run(`${line} --json`, { files: { "site.yaml": made } });
    await expectNamed(line, ran.stdout);
  });

  test("are there for every command that answers something", async () => {
    const silent: string[] = [];
    for (const noun of NOUNS) {
      const { default: module } = await noun.load();
      for (const command of module.commands) {
        if ((answerFields(command) ?? []).length === 0) silent.push(`${noun.name} ${command.name}`);
      }
    }
    const answered = LINES.filter(({ silent: is }) => !is).map(({ line }) => line.split(" ").slice(0, 2).join(" "));
    expect(silent.filter((name) => answered.includes(name))).toEqual([]);
    // What they answer has any members, or they print text, or nothing.
    expect(silent.filter((name) => !/ (delete|remove)$/.test(name))).toMatchInlineSnapshot(`
      [
        "content apply-template",
        "cr review",
        "sites export",
        "orgs delete-invite",
        "reviews create",
        "team-members edit",
        "team-members set",
        "auth login",
        "auth logout",
        "auth move",
        "auth token",
        "profiles use",
        "config get",
        "config set",
        "config unset",
        "alias set",
        "api api",
        "ci show",
        "completion completion",
        "history clear",
        "snapshots query",
        "init init",
        "mcp mcp",
        "sandbox start",
        "sandbox status",
        "sandbox reset",
        "sandbox token",
      ]
    `);
  });
});
