/**
 * The recipes of docs/architecture.md, walked in a copy of the project: an endpoint, a rule and a flag that are only
 * defined fail, and each failure names files that their recipe lists; once these are edited, all is well.
 */
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyProject } from "../scripts/mutate/copy.mjs";

let copy = "";
beforeAll(async () => {
  copy = await copyProject(".", resolve("node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Files that people edit by hand. */
const edited = new Set<string>();

function edit(file: string, place: string | RegExp, text: string): void {
  edited.add(file);
  const before = readFileSync(join(copy, file), "utf8");
  const after = before.replace(place, () => text);
  expect(after, `${file}: ${place}`).not.toBe(before);
  writeFileSync(join(copy, file), after);
}

/** Puts a text before a place. */
const insert = (file: string, place: string, text: string): void => edit(file, place, text + place);

/** What the tests of these files complain about, by lines that begin with `+`; empty if they pass. */
async function complaints(...tests: string[]): Promise<string[]> {
  const vitest = resolve("node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", "--mode=ci", "--maxWorkers=1", ...tests], {
    cwd: copy,
    env: { ...process.env, VITEST: undefined },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (output += String(piece)));
  const code = await new Promise((done) => child.on("close", done));
  if (code === 0) return [];
  const lines = stripVTControlCharacters(output).split("\n");
  const added = lines.flatMap((line) => /^\+\s{3}"(.*)",?$/.exec(line)?.[1] ?? []);
  return added.length > 0 ? added : [output];
}

const architecture = readFileSync("docs/architecture.md", "utf8");
/** The files that a recipe lists. */
function recipe(title: string): string[] {
  const [, text = ""] = architecture.split(`\n### ${title}\n`);
  const table = text.split("\n### ")[0] ?? "";
  return [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
  );
}

const AT = "/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}";

function defineEndpoint(): void {
  const definition = `export const getShareLink = endpoint({
  method: "GET",
  path: "${AT}",
  summary: "Show a share link",
  response: ShareLink,
});

`;
  insert("src/catalog/share-links.ts", "export const createShareLink", definition);
}

/** A list below a thing, with answers of a new kind. A snapshot would read it, and keep nothing. */
const BELOW = `export const Visit = once(() => z.looseObject({ id: text() }));

export const listShareLinkVisits = endpoint({
  method: "GET",
  path: "${AT}/visits",
  summary: "List the visits of a share link",
  query: () => z.object(page()),
  response: Visit,
  paginated: true,
});

`;

const EXPECTED = "test/endpoints/share-links.ts";

function finishEndpoint(): void {
  const entry = `  getShareLink: {
    request: "GET ${AT}",
    status: 200,
    response: { resource: "ShareLink", list: false },
    retry: "safe",
    about: { shareLinkId: "id" },
  },
`;
  insert(EXPECTED, "  createShareLink: {\n    request", entry);
  insert(
    EXPECTED,
    "share-links create | name",
    `share-links view <share-link> | web url | GET T/share-links/{shareLinkId}
  share-links view k4417hK4FrRVS9ezeUW3
`,
  );
  edit(EXPECTED, "PAGES, type", "PAGES, read, type");
  const request = '"GET " + all + "/l1"';
  insert(EXPECTED, '  write("share-links delete', `  read("share-links view l1", ${request}, shareLink),\n`);
  const success = '  getShareLink: { send: "GET " + LINKS + "/" + id.PRESS, status: 200, answer: { id: id.PRESS } },\n';
  insert(EXPECTED, "  createShareLink: {\n    send", success);
  insert("src/sandbox/handlers/share-links.ts", "  createShareLink:", "  getShareLink: links.get,\n");
  edit("src/commands/share-links.ts", "createShareLink,", "getShareLink, createShareLink,");
  const command = `const view = verbs.view(getShareLink, {
  summary: "Show share links",
  examples: ["docs share-links view SHARE-LINK", "docs share-links view a b", "docs share-links view a --json"],
});

`;
  insert("src/commands/share-links.ts", "const create =", command);
  edit("src/commands/share-links.ts", "(list, create,", "(list, view, create,");
}

/** A write: `docs share-links pause`. */
function addWrite(): void {
  insert(
    "src/catalog/share-links.ts",
    "export const deleteShareLink",
    `export const pauseShareLink = endpoint({
  method: "POST",
  path: "${AT}/pause",
  summary: "Turn a share link off for a while",
  response: ShareLink,
  retry: "idempotent",
  verify: { get: listShareLinks, item: "shareLinkId", proof: { field: "active", is: { value: false } } },
  about: { shareLinkId: "id" },
});

`,
  );
  const entry = `  pauseShareLink: {
    request: "POST ${AT}/pause",
    status: 200,
    response: { resource: "ShareLink", list: false },
    retry: "idempotent",
    proof: { get: "listShareLinks", item: "shareLinkId", field: "active", is: { value: false } },
    role: "admin",
    thing: "share link",
    about: { shareLinkId: "id" },
  },
`;
  insert(EXPECTED, "  deleteShareLink: {\n    request", entry);
  insert(
    EXPECTED,
    "share-links delete <",
    `share-links pause <share-link> | | POST T/share-links/{shareLinkId}/pause
  share-links pause k4417hK4FrRVS9ezeUW3
`,
  );
  const request = '"POST " + all + "/l1/pause"';
  const answer = "{ ...shareLink, active: false }";
  const row = `  write("share-links pause l1", ${request}, undefined, 200, ${answer}),\n`;
  insert(EXPECTED, '  write("share-links delete', row);
  const success =
    '  pauseShareLink: { send: "POST " + LINKS + "/" + id.PARTNERS + "/pause", status: 200, answer: { active: false } },\n';
  insert(EXPECTED, "  deleteShareLink: {\n    send", success);
  insert(
    "src/sandbox/handlers/share-links.ts",
    "  deleteShareLink:",
    "  pauseShareLink: links.change(() => ({ active: false })),\n",
  );
  const commands = "src/commands/share-links.ts";
  edit(commands, "updateShareLink }", "pauseShareLink, updateShareLink }");
  edit(commands, "import { defineCommand, defineNoun }", "import { defineCommand, defineNoun, many }");
  const command = `const pause = defineCommand({
  name: "pause",
  summary: "Turn share links off for a while",
  endpoints: [pauseShareLink],
  args: { shareLink: many(shareLink) },
  examples: ["docs share-links pause SHARE-LINK", "docs share-links pause a b", "docs share-links pause a --json"],
  run: ({ args, api, out }) =>
    out.each(args.shareLink, ({ params }) => api.call(pauseShareLink, { params }), { columns: COLUMNS, changes: "share link" }),
});

`;
  insert(commands, "const remove =", command);
  edit(commands, "edit, remove)", "edit, pause, remove)");
  const rule = `  pauseShareLink: SHARE_LINK.act("pause", "nobody knows whether it was on", { active: false }),
`;
  insert("src/changes/inverses/sites.ts", "  deleteShareLink: SHARE_LINK", rule);
}

const RULES = "src/checks/rules/sites.ts";
const TESTED = "test/checks/sites.test.ts";
function defineRule(): void {
  const rules = readFileSync(join(copy, RULES), "utf8");
  const [rule = ""] = /^export const shareLinkUnnamed = .*?^\}\);\n/ms.exec(rules) ?? [];
  const named = rule.replace("shareLinkUnnamed", "shareLinkFirst").replace("share-link-unnamed", "share-link-first");
  writeFileSync(join(copy, RULES), `${rules}\n${named}`);
}

function finishRule(): void {
  insert("src/checks/rules/index.ts", "  sites.shareLinkUnused,", "  sites.shareLinkFirst,\n");
}

const importRule = (): void => insert(TESTED, "  shareLinkOld,", "  shareLinkFirst,\n");

const testRule = (): void =>
  edit(
    TESTED,
    /$/,
    `
test("share-link-first", async () => {
  const { org, path } = await withSite();
  expect((await org.run(shareLinkFirst)).messages).toEqual([]);
  await org.send("POST", path + "/share-links", { name: "" });
  expect((await org.run(shareLinkFirst)).messages).toEqual(["active, and has no name"]);
});
`,
  );

// In two parts, so that this file is not the test that uses it.
const FLAG = `${"walked"}Flag`;
const OPTION = `--${"walked"}-flag`;
function defineFlag(): void {
  const command = "src/commands/share-links.ts";
  edit(command, "import { body } from", "import { body, only } from");
  edit(
    command,
    / {2}flags: body\(createShareLink, .*\),\n/,
    `  flags: { ...body(createShareLink, { name: { describe: "label", required: true } }), ${FLAG}: only("a flag") },\n`,
  );
}

function finishFlag(): void {
  const command = "src/commands/share-links.ts";
  edit(command, "({ scope, body, api, out })", "({ scope, body, flags, api, out })");
  edit(command, "    out.done(", `    if (!flags.${FLAG}) out.done(`);
  edit(EXPECTED, "share-links create | name", `share-links create | name ${OPTION.slice(2)}`);
  writeFileSync(join(copy, "test/commands/walked-flag.test.ts"), `// docs share-links create ${OPTION}\n`);
}

/** Each runs the tests of the copy, which is built first: minutes, on a machine that is busy. */
const LONG = 900_000;

test(
  "what is only defined fails, and each failure names a file of its recipe",
  async () => {
    defineEndpoint();
    insert("src/catalog/share-links.ts", "export const createShareLink", BELOW);
    defineRule();
    defineFlag();
    const named = await complaints("test/recipes.test.ts");
    const flag = named.filter((line) => line.startsWith("docs "));
    expect(flag.sort()).toEqual([
      `docs share-links create ${OPTION}: add a test to test/commands/`,
      `docs share-links create ${OPTION}: read it in src/commands/`,
    ]);
    edit("src/catalog/share-links.ts", BELOW, "");
    const files = [
      ...new Set(named.filter((line) => !flag.includes(line)).map((line) => line.replace(/^Visit: /, ""))),
    ];
    expect(named).toContain("Visit: test/endpoints/<resource>.ts");
    expect(files.sort()).toEqual([
      "src/checks/rules/index.ts",
      "src/commands/<noun>.ts",
      "src/sandbox/handlers/<resource>.ts",
      "src/snapshot/file/store-answer.ts",
      "test/checks/<subject>.test.ts",
      "test/endpoints/<resource>.ts",
    ]);
    const listed = [...recipe("An endpoint"), ...recipe("A rule")];
    expect(files.filter((file) => !listed.includes(file))).toEqual([]);
  },
  LONG,
);

test(
  "a rule that no organization fails is found",
  async () => {
    importRule();
    expect(await complaints(TESTED)).toEqual(["share-link-first fail", "share-link-first pass"]);
  },
  LONG,
);

test(
  "with the files of the recipes edited, all is well, a GET takes four and a write five",
  async () => {
    finishRule();
    testRule();
    edited.clear();
    edited.add("src/catalog/share-links.ts");
    finishEndpoint();
    expect(edited.size).toBeLessThanOrEqual(4);
    edited.clear();
    addWrite();
    expect(edited.size).toBeLessThanOrEqual(5);
    finishFlag();
    const tests = [
      "recipes.test",
      "catalog",
      "wire",
      "sandbox/coverage/coverage",
      "checks/sites",
      "commands/json.long",
    ];
    expect(await complaints(...tests.map((name) => `test/${name}`))).toEqual([]);
  },
  LONG,
);
