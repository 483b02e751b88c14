import { beforeAll, describe, expect, test } from "vitest";
import { extraFlags } from "../../src/cli/argv/program.js";
import type { AnyCommand } from "../../src/cli/command.js";
import { type Flags, flagName } from "../../src/cli/flags.js";
import { NOUNS } from "../../src/commands/index.js";
import { contract } from "../endpoints/all.js";
import { ROWS } from "./table.js";

const commands = new Map<string, AnyCommand>();

beforeAll(async () => {
  for (const noun of NOUNS) {
    const { default: module } = await noun.load();
    for (const command of module.commands) commands.set(`${noun.name} ${command.name}`, command);
  }
});

const endpointsOf = (command: AnyCommand | undefined): string[] =>
  (command?.endpoints ?? []).map(({ method, path }) => `${method} ${path}`);

/** Names of all flags that a command takes, without the root's. */
function flagNames(command: AnyCommand): Set<string> {
  const names = new Set<string>();
  const all: Flags = { ...extraFlags(command), ...command.flags };
  for (const [field, flag] of Object.entries(all)) {
    const name = flagName(field, flag);
    names.add(name);
    if (flag.kind === "boolean" || flag.nullable) names.add(`no-${name}`);
    if (flag.file) names.add(`${name}-file`);
  }
  return names;
}

describe("every endpoint has one home", () => {
  const wanted = contract.map(({ method, path }) => `${method} ${path}`).sort();

  test("each is the home of exactly one command, and no command has others", () => {
    expect([...commands.values()].flatMap(endpointsOf).sort()).toEqual(wanted);
  });

  test("the table names each once too", () => {
    expect(ROWS.flatMap((row) => row.endpoints).sort()).toEqual(wanted);
  });
});

describe("every row of the table is a command", () => {
  test.each(ROWS.map((row) => [row.command, row] as const))(
    "docs %s has the endpoints and flags of its row",
    (name, row) => {
      const command = commands.get(name);
      expect(command, `docs ${name}`).toBeDefined();
      if (!command) return;
      expect(endpointsOf(command).sort()).toEqual([...row.endpoints].sort());
      const names = flagNames(command);
      expect(row.flags.filter((flag) => !names.has(flag))).toEqual([]);
      expect(Object.keys(command.args ?? {})).toHaveLength(row.targets);
    },
  );

  test("the table has every command beside the tool's own", () => {
    const own = [
      "mcp",
      "extensions",
      "tour",
      "init",
      "doctor",
      "status",
      "inbox",
      "auth",
      "profiles",
      "config",
      "alias",
      "api",
      "sandbox",
      "snapshots",
      "checks",
      "plans",
      "reviews",
      "history",
      "undo",
      "completion",
      "ci",
      "help",
    ];
    // Under a noun of the service.
    const beside = ["orgs overview"];
    const others = [...commands.keys()].filter(
      (name) => !own.includes(name.split(" ")[0] ?? "") && !beside.includes(name),
    );
    expect(others.sort()).toEqual(ROWS.map((row) => row.command).sort());
  });
});
