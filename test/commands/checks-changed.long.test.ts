import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { readFormerPaths } from "../../src/commands/checks/run.js";
import { importFolder } from "../../src/sandbox/import/import-markdown.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

const at = (name: string) => join(cli.folder, name);
const SPACE = "tG4nVx8YqLz2RkWd7JmS";

interface Row {
  rule: string;
  status: string;
  message: string;
  object: { id: string; title: string } | null;
}

/** Adds pages to the user guide; each time a minute later. */
async function write(files: Record<string, string>): Promise<void> {
  const folder = at(`files-${Object.keys(files).join("-")}`);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  cli.advance(60_000);
  await cli.out(`content import ${pathToFileURL(folder).href} --source markdown --space ${SPACE}`);
}

const foundIn = (stdout: string, status: string) =>
  (JSON.parse(stdout) as Row[]).filter((row) => row.status === status && row.object !== null);

const titlesIn = (stdout: string, status: string) =>
  foundIn(stdout, status)
    .map(({ object }) => object?.title)
    .sort();

test("the generations of a snapshot show where pages were", async () => {
  const root = at("manual");
  mkdirSync(root);
  const summary = (text: string) => writeFileSync(join(root, "SUMMARY.md"), `# Summary\n\n${text}`);
  writeFileSync(join(root, "README.md"), "# Start\n");
  writeFileSync(join(root, "Use.md"), "# Use\n");
  summary("* [Start](README.md)\n* [Use](Use.md)\n");
  const { space } = await cli.sandbox.change((context) => importFolder(context, { folder: root }));
  const org = at("org.docs");
  const read = () => readFormerPaths(org);
  await cli.run(`snapshots create ${org}`);
  expect(await read()).toEqual(new Map());
  const [, page] = await cli.json(`pages list --space ${space}`);
  summary("* [Start](README.md)\n  * [Use](Use.md)\n");
  cli.advance(60_000);
  await cli.sandbox.change((context) => importFolder(context, { folder: root, space }));
  await cli.run(`snapshots create ${org}`);
  expect(await read()).toEqual(new Map([[`${space}/use`, page.id]]));
});

test("findings on pages that are as they were are skipped, and counted", async () => {
  await write({ "old.md": "# Old\n\n[x](gone.md)", "edited.md": "# Edited\n\n[x](gone.md)" });
  await cli.run(`snapshots create ${at("org.docs")}`);
  const all = await cli.run("checks run links-broken --json");
  await write({ "edited.md": "# Edited\n\n[x](gone.md) again", "new.md": "# New\n\n[x](gone.md)" });
  const ran = await cli.run(`checks run links-broken --changed-since ${at("org.docs")} --json`);
  expect(ran.code).toBe(11);
  expect(titlesIn(ran.stdout, "fail")).toEqual(["Edited", "New"]);
  expect(titlesIn(ran.stdout, "skipped")).toEqual(titlesIn(all.stdout, "fail").filter((title) => title !== "Edited"));
  expect(foundIn(ran.stdout, "skipped")[0]?.message).toMatch(/^unchanged since \d{4}-\d\d-\d\d \d\d:\d\d: links to /);
  expect(ran.stderr).not.toContain("could not be compared");
  const gate = await cli.run(`spaces check ${SPACE} --changed-since ${at("org.docs")} --json`);
  const broken = foundIn(gate.stdout, "fail").filter(({ rule }) => rule === "links-broken");
  expect(broken.map(({ object }) => object?.title).sort()).toEqual(["Edited", "New"]);
});

test("generations are named as everywhere", async () => {
  await write({ "old.md": "# Old\n\n[x](gone.md)" });
  await cli.run(`snapshots create ${at("org.docs")}`);
  await write({ "new.md": "# New\n\n[x](gone.md)" });
  cli.advance(86_400_000);
  await cli.run(`snapshots create ${at("org.docs")}`);
  const since = async (name: string) =>
    titlesIn((await cli.run(`checks run links-broken --changed-since ${at(name)} --json`)).stdout, "fail");
  expect(await since("org.docs@-1")).toEqual(["New"]);
  expect(await since("org.docs")).toEqual([]);
});

test("things other than pages are compared by what they are", async () => {
  const before = await cli.run("checks run team-one-owner team-empty collection-empty --json");
  await cli.run(`snapshots create ${at("org.docs")} --exclude content`);
  await cli.out("teams create --title Nobody");
  const ran = await cli.run(
    `checks run team-one-owner team-empty collection-empty --changed-since ${at("org.docs")} --json`,
  );
  expect(titlesIn(ran.stdout, "fail")).toEqual(["Nobody"]);
  expect(titlesIn(ran.stdout, "skipped")).toEqual(titlesIn(before.stdout, "fail"));
});

test("findings that cannot be compared stay, with a note", async () => {
  await write({ "old.md": "# Old\n\n[x](gone.md)" });
  await cli.run(`snapshots create ${at("org.docs")} --exclude content`);
  const all = await cli.run("checks run links-broken comments-old --older-than 1d --json");
  const ran = await cli.run(
    `checks run links-broken comments-old --older-than 1d --changed-since ${at("org.docs")} --json`,
  );
  expect(titlesIn(ran.stdout, "fail")).toEqual(titlesIn(all.stdout, "fail"));
  const count = titlesIn(all.stdout, "fail").length;
  expect(ran.stderr).toContain(`${count} findings could not be compared with ${at("org.docs")} and stay, such as `);
});

test("now not read is not unchanged either", async () => {
  await cli.run(`snapshots create ${at("org.docs")}`);
  const ran = await cli.run(`checks run links-broken --changed-since ${at("org.docs")} --json`, {
    intercept: ({ path }) => (/content\/pages/.test(path) ? { status: 403, body: {} } : undefined),
  });
  expect(foundIn(ran.stdout, "fail").length).toBeGreaterThan(0);
  expect(ran.stderr).toContain("could not be compared");
});

test("a snapshot of another organization, or none, is refused", async () => {
  await cli.run(`snapshots create ${at("org.docs")} --exclude content`);
  const other = await cli.run(`checks run team-empty --org other0000000000000001 --changed-since ${at("org.docs")}`);
  expect(other.code).toBe(2);
  expect(other.stderr).toContain("has another organization, ");
  writeFileSync(at("x.docs"), "nothing");
  expect((await cli.run(`checks run team-empty --changed-since ${at("x.docs")}`)).code).not.toBe(0);
  const several = await cli.run(`checks run --snapshots ${at("org.docs")} --changed-since ${at("org.docs")}`);
  expect(several.stderr).toContain("--changed-since belongs to one organization");
});

test("--timing says on standard error what each rule took, and leaves the rows alone", async () => {
  const line = "checks run links-broken team-empty -o csv";
  const [without, ran] = [await cli.run(line), await cli.run(`${line} --timing`)];
  expect(ran.stdout).toBe(without.stdout);
  expect(without.stderr).not.toContain("Seconds");
  expect(ran.stderr).toMatch(/^Seconds and requests by rule; /m);
  expect(ran.stderr).toMatch(/^ +\d+\.\d{3} s +\d+ {2}links-broken$/m);
  expect(ran.stderr).toMatch(/^By request$/m);
  const requests = ran.stderr.slice(ran.stderr.indexOf("By request")).matchAll(/ s +(\d+) {2}GET /g);
  expect([...requests].reduce((sum, [, count]) => sum + Number(count), 0)).toBe(ran.sent.length);
  const several = await cli.run(`snapshots create ${at("org.docs")} --exclude content`);
  expect(several.code).toBeLessThan(10);
  expect((await cli.run(`checks run team-empty --snapshots ${at("org.docs")} -o csv --timing`)).stderr).toContain(
    "By request",
  );
});

test("a generation without a snapshot is refused", async () => {
  const ran = await cli.run("checks run links-broken --changed-since @-1");
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain("@-1 is a generation of no snapshot");
  expect(ran.stderr).toContain("name its file too: --changed-since org.docs@-1");
});
