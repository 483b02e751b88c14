import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { importFolder } from "../../src/sandbox/import/import-markdown.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();
let folder: string;
beforeEach(async () => {
  folder = join(cli.folder, "halden");
  const file = join(cli.folder, "monday.docs");
  await cli.out(`snapshots create ${file} --spaces "Tern User Guide"`);
  await cli.out(`snapshots export ${file} ${folder}`);
});

const line = (root: string) => `checks run links-broken --report sarif=- --export-root ${root}`;
const MARKERS = "spaces/tern-user-guide/every-day/floor-markers.md";

interface Result {
  message: { text: string };
  locations: { physicalLocation?: { artifactLocation: { uri: string }; region: { startLine: number } } }[];
}

/** Where the finding about floor markers is; undefined if it is a notification. */
async function markers() {
  const ran = await cli.run(line(folder));
  expect(ran.code).toBe(11);
  const [{ results, invocations }] = JSON.parse(ran.stdout).runs;
  const isIt = ({ message }: Result) => message.text.includes("print-markers");
  const found: Result | undefined = results.find(isIt);
  expect(found ?? invocations[0].toolExecutionNotifications.find(isIt)).toBeDefined();
  return found?.locations[0]?.physicalLocation;
}

test("findings have files and lines of an export", async () => {
  const ran = await cli.run(`${line(folder)} --report github=${join(cli.folder, "out.txt")}`);
  expect(ran.code).toBe(11);
  const log = JSON.parse(ran.stdout);
  // CommonJS, whose types know no default export.
  const require = createRequire(import.meta.url);
  const Ajv = require("ajv-draft-04");
  const ajv = require("ajv-formats")(new Ajv({ strict: false, unicodeRegExp: false }));
  const isValid = ajv.compile(JSON.parse(readFileSync("test/fixtures/sarif-2.1.0.json", "utf8")));
  isValid(log);
  expect(isValid.errors).toBeNull();
  const results: Result[] = log.runs[0].results;
  const places = results.flatMap(({ locations }) => locations[0]?.physicalLocation ?? []);
  const lines = places.map(({ artifactLocation, region }) => [
    artifactLocation.uri,
    readFileSync(join(folder, artifactLocation.uri), "utf8").split("\n")[region.startLine - 1],
  ]);
  // The third finding is in a space that the export does not have.
  expect(results).toHaveLength(2);
  const notices: Result[] = log.runs[0].invocations[0].toolExecutionNotifications;
  expect(notices.map(({ message }) => message.text)).toEqual([expect.stringContaining("retention-policy.md")]);
  expect(ran.stderr).toContain("1 finding not in any file of the folder: notifications in sarif, not results");
  expect(lines).toEqual([
    [MARKERS, expect.stringContaining("print-markers.md)")],
    ["spaces/tern-user-guide/error-codes.md", expect.stringContaining("harbor-codes.md)")],
  ]);
  const at = places[0]?.region.startLine;
  expect(readFileSync(join(cli.folder, "out.txt"), "utf8")).toContain(`::error file=${MARKERS},line=${at},title=`);
});

test("a finding about a space is in the file of the space", async () => {
  const { stdout } = await cli.run(`checks run space-orphan --report github=- --export-root ${folder}`);
  expect(stdout).toContain(" file=spaces/welcome-to-halden.json,line=1,title=space-orphan::");
});

test("line 1 where the link is not found, or the file is very large", async () => {
  writeFileSync(join(folder, MARKERS), "---\ntitle: print-markers.md\n---\nNothing.\n");
  expect((await markers())?.region.startLine).toBe(1);
  const far = `\n\n[x](print-markers.md)\n`;
  writeFileSync(join(folder, MARKERS), far);
  expect((await markers())?.region.startLine).toBe(3);
  writeFileSync(join(folder, MARKERS), `${far}${" ".repeat(5 * 1024 * 1024)}`);
  expect((await markers())?.region.startLine).toBe(1);
});

test("links are not followed, and nothing outside is named", async () => {
  const outside = join(cli.folder, "outside");
  renameSync(join(folder, "spaces/tern-user-guide/every-day"), outside);
  expect(await markers()).toBeUndefined();
  symlinkSync(outside, join(folder, "spaces/tern-user-guide/every-day"));
  expect(await markers()).toBeUndefined();
  renameSync(join(folder, "spaces/tern-user-guide/every-day"), join(cli.folder, "link"));
  mkdirSync(join(folder, "spaces/tern-user-guide/every-day"));
  symlinkSync(join(outside, "floor-markers.md"), join(folder, MARKERS));
  expect(await markers()).toBeUndefined();
});

test("a folder that is no export is refused before anything is sent", async () => {
  const list = join(folder, ".docs-export.json");
  const before = readFileSync(list, "utf8");
  const refused = async (root: string, words: string) => {
    const ran = await cli.run(line(root));
    expect(ran, words).toMatchObject({ code: 2, sent: [], stdout: "" });
    expect(ran.stderr).toContain(words);
  };
  await refused(cli.folder, "it has no .docs-export.json");
  await refused(join(cli.folder, "none"), "there is no such folder");
  await refused(list, "it is not a folder");
  for (const [text, words] of [
    ["{}", "is not of this version of docs"],
    [before.replaceAll(MARKERS, "../secret.md"), "names files that exports never contain"],
    [before.replace("hR7kQ2mXv9TzLb4WcN8p", "other"), "it has another organization, other"],
    [JSON.stringify({ ...JSON.parse(before), places: undefined }), "an older version made it"],
  ] as const) {
    writeFileSync(list, text);
    await refused(folder, words);
  }
  symlinkSync(join(cli.folder, "list"), join(cli.folder, ".docs-export.json"));
  writeFileSync(join(cli.folder, "list"), before);
  await refused(cli.folder, "cannot be read: it is a link");
});

test("the check of one space has them too, and looks at the folder before it checks", async () => {
  const check = `spaces check "Tern User Guide" --report github=- --export-root`;
  const found = await cli.run(`${check} ${folder}`);
  expect(found.code).toBe(11);
  expect(found.stdout).toContain(`::error file=${MARKERS},line=`);
  const refused = await cli.run(`${check} ${cli.folder}/nowhere`);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("is not an export") });
  expect(refused.sent.map(({ path }) => path).join()).not.toMatch(/links|pages/);
});

test("findings about a change request and a site are in the files of an export that has them", async () => {
  const all = join(cli.folder, "all");
  await cli.out(`snapshots create ${all}.docs`);
  await cli.out(`snapshots export ${all}.docs ${all}`);
  const cr = await cli.run(`cr check 42 --fail-on info --report sarif=- --export-root ${all}`);
  const [{ results: changes }] = JSON.parse(cr.stdout).runs;
  expect(changes.map(({ locations }: Result) => locations[0]?.physicalLocation?.artifactLocation.uri)).toContain(
    "change-requests/tern-user-guide.json",
  );
  const [site] = await cli.json("sites list");
  const sites = await cli.run(
    `sites check ${site.id} --fail-on info --older-than 1d --report sarif=- --export-root ${all}`,
  );
  const [{ results }] = JSON.parse(sites.stdout).runs;
  expect(results.length).toBeGreaterThan(0);
  for (const { locations } of results) {
    expect(locations[0].physicalLocation.artifactLocation.uri).toMatch(/^sites\/[\w-]+\.json$/);
  }
});

test("--source-root names the files that pages came from", async () => {
  const root = join(cli.folder, "manual");
  mkdirSync(join(root, "guide"), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(root, name), text);
  write("README.md", "# Manual\n\n[Use](guide/Use.md)\n");
  write(
    "guide/Use.md",
    "---\ndescription: gone.md\n---\n# Use\n\nText.\n\n[Gone](gone.md)\n\n[Half](../README.md#no)\n",
  );
  const { space } = await cli.sandbox.change((context) => importFolder(context, { folder: root }));
  const check = (more: string) => cli.run(`checks run links-broken --space ${space} ${more}`);
  const found = await check(`--report github=- --source-root ${root}`);
  expect(found.code).toBe(11);
  expect(found.stdout.match(/file=[^,]+,line=\d+/g)?.sort()).toEqual([
    "file=guide/Use.md,line=10",
    "file=guide/Use.md,line=8",
  ]);
  // One request for all findings of the space.
  const reads = found.sent.filter(({ path }) => path === `/v1/spaces/${space}/content?computed=false`);
  expect(reads).toHaveLength(1);
  const markdown = await check(`--report markdown=- --source-root ${root}`);
  expect(markdown.stdout).toContain("  - `guide/Use.md:8`\n");
  const one = await cli.run(`spaces check ${space} --report github=- --source-root ${root}`);
  expect(one.stdout).toContain("file=guide/Use.md,line=8,");
  // The file is gone, or a link: no file is named, and nothing outside is read.
  renameSync(join(root, "guide/Use.md"), join(cli.folder, "outside.md"));
  symlinkSync(join(cli.folder, "outside.md"), join(root, "guide/Use.md"));
  expect((await check(`--report github=- --source-root ${root}`)).stdout).not.toContain("file=");
  const refused = [
    [`--report github=- --source-root ${root}/none`, "is not a folder"],
    [`--source-root ${root}`, "--source-root is for reports that name files"],
    [`--report github=- --source-root ${root} --export-root ${folder}`, "not both"],
  ] as const;
  for (const [flags, words] of refused) {
    expect(await check(flags)).toMatchObject({ code: 2, stderr: expect.stringContaining(words) });
  }
});

test("it is refused without a report that names files", async () => {
  expect(await cli.run(`checks run --export-root ${folder} --report json=-`)).toMatchObject({ code: 2, sent: [] });
});

test("a finding that was not read again keeps its place", async () => {
  const file = join(cli.folder, "monday.docs");
  const before = await markers();
  await cli.out(`snapshots create ${file} --spaces "Harbor API"`);
  await cli.out(`snapshots export ${file} ${folder}`);
  expect(await markers()).toEqual(before);
});
