/** What belongs to an endpoint and to a flag: a failure names the file to edit (docs/architecture.md, "Recipes"). */

import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { endpoints, resources } from "../src/catalog/index.js";
import { isWriting } from "../src/changes/endpoints.js";
import { UNDO_RULES } from "../src/changes/inverses/index.js";
import { CACHED_LISTS } from "../src/cli/cache/entries.js";
import type { AnyCommand } from "../src/cli/command.js";
import { type Flag, flagName } from "../src/cli/flags.js";
import { NOUNS } from "../src/commands/index.js";
import { RESOURCES } from "../src/sandbox/handlers/index.js";
import { ROWS as STORED } from "../src/snapshot/file/store-answer.js";
import { planOf } from "../src/snapshot/walk/reading-plan.js";
import { ROWS } from "./commands/table.js";
import { contract, requests, shapes, successes } from "./endpoints/all.js";
import { operationOf } from "./wire/helper.js";

const commands: { noun: string; names: string[]; command: AnyCommand }[] = [];
const handled = new Set<string>();
beforeAll(async () => {
  for (const noun of NOUNS) {
    const { default: module } = await noun.load();
    for (const command of module.commands)
      commands.push({ noun: noun.name, names: [noun.name, ...(noun.aliases ?? [])], command });
  }
  for (const { handlers } of RESOURCES) for (const name of Object.keys((await handlers()).handlers)) handled.add(name);
});

const wired = new Set(
  Object.values(requests)
    .flat()
    .map((row) => operationOf(row).id),
);
const { sources, readings } = planOf(endpoints);
/** What a snapshot reads and keeps nowhere would be complete and empty in it. Contents are kept by page. */
const lost = readings.filter(
  ({ name, endpoint }) => !Object.hasOwn(STORED, name) && !endpoint.path.endsWith("/content"),
);

describe("an endpoint is in each table that needs it", () => {
  it.each(Object.entries(endpoints))("%s", (name, endpoint) => {
    const { method, path, items } = endpoint;
    const own = `${method} ${path}`;
    const tables: Record<string, boolean> = {
      "test/endpoints/<resource>.ts":
        contract.some((one) => `${one.method} ${one.path}` === own) &&
        wired.has(name) &&
        Object.hasOwn(successes, name) &&
        ROWS.some((row) => row.endpoints.includes(own)),
      "src/sandbox/handlers/<resource>.ts": handled.has(name),
      "src/commands/<noun>.ts": commands.some(({ command }) => command.endpoints?.includes(endpoint)),
      "src/changes/inverses/<resource>.ts": !isWriting(endpoint) || Object.hasOwn(UNDO_RULES, name),
      "src/snapshot/walk/read-rules.ts": method !== "GET" || sources.has(name),
      "src/snapshot/file/store-answer.ts": !lost.some((reading) => reading.name === name),
      "src/resources/":
        items === undefined ||
        !hasTargets(path) ||
        Object.hasOwn(CACHED_LISTS, path) ||
        Object.hasOwn(NOT_TARGETS, name),
    };
    expect(Object.keys(tables).filter((file) => !tables[file])).toEqual([]);
  });
});

it("the members of an answer are in `shapes` of a file of test/endpoints", () => {
  const missing = Object.keys(resources).filter((name) => !Object.hasOwn(shapes, name));
  expect(missing.map((name) => `${name}: test/endpoints/<resource>.ts`)).toEqual([]);
});

/** Lists whose items are not remembered for completion, and why. */
const NOT_TARGETS: Readonly<Record<string, string>> = {
  listTeamMembers: "its people are those of the organization",
  listOpenapiVersions: "versions are numbers",
};

/** Whether commands take the items of a list as targets: there is an endpoint for one of them. */
const hasTargets = (list: string): boolean => Object.values(endpoints).some(({ path }) => path.startsWith(`${list}/{`));

describe("a rule", () => {
  const rules = texts("src/checks/rules").flatMap((text) =>
    [...text.matchAll(/(\w+) = defineRule\(/g)].map(([, name = ""]) => name),
  );
  const tried = texts("test/checks").filter((text) => text.includes("expectBothOutcomes(import.meta.url"));
  const names = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);

  it("is found", () => {
    expect(rules.length).toBeGreaterThan(70);
  });

  it.each(rules)("%s has an organization that fails and one that passes", (rule) => {
    const missing = tried.some((text) => names(text, rule)) ? [] : ["test/checks/<subject>.test.ts"];
    if (!names(readFileSync("src/checks/rules/index.ts", "utf8"), rule)) missing.push("src/checks/rules/index.ts");
    expect(missing).toEqual([]);
  });
});

const texts = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.(ts|txt)$/.test(name) && name !== "recipes.test.ts")
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"));

describe("a flag", () => {
  const tests = texts("test");
  const sourcesOfCli = [...texts("src/commands"), ...texts("src/cli")];

  const flags = () =>
    commands.flatMap(({ noun, names, command }) =>
      Object.entries<Flag>(command.flags ?? {}).map(([field, flag]) => {
        const name = flagName(field, flag);
        return { line: `docs ${noun} ${command.name} --${name}`, names, name, field, flag };
      }),
    );

  it("is used by a test of its noun", () => {
    const unused = flags().filter(({ name, names, flag }) => {
      const typed = new RegExp(`--(no-)?${name}(-file)?\\b${flag.short ? `|["\` ]-${flag.short}[ "\`\\w]` : ""}`);
      const noun = new RegExp(`\\b(${names.join("|")})\\b`);
      return !tests.some((text) => noun.test(text) && typed.test(text));
    });
    expect(unused.map(({ line }) => `${line}: add a test to test/commands/`)).toEqual([]);
  });

  it("is read by its command, unless it is a field of a request", () => {
    const idle = flags().filter(({ field, flag }) => {
      if (flag.into !== "local") return false;
      // A member that is read, and not one that is defined.
      const read = new RegExp(`(\\.|[{,]\\s*)${field}\\b(?!\\s*:\\s*(text|toggle|on|choice|number|only|list|many)\\()`);
      return !sourcesOfCli.some((text) => read.test(text));
    });
    expect(idle.map(({ line }) => `${line}: read it in src/commands/`)).toEqual([]);
  });
});
