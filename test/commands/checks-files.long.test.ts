import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

const at = (name: string) => join(cli.folder, name);
const RUN = "checks run links-broken space-empty";

interface Row {
  status: string;
  message: string;
}
const rowsOf = (stdout: string): Row[] => JSON.parse(stdout);

test("several reports in one run, beside the rows", async () => {
  const reports = ["sarif", "junit", "markdown", "github", "json", "jsonl", "csv"].map(
    (format) => `--report ${format}=${at(`out.${format}`)}`,
  );
  const ran = await cli.run(`${RUN} --json ${reports.join(" ")}`);
  expect(ran.code).toBe(11);
  const rows = rowsOf(ran.stdout);
  const text = (format: string) => readFileSync(at(`out.${format}`), "utf8");
  expect(JSON.parse(text("json"))).toEqual(rows);
  expect(text("jsonl").trimEnd().split("\n")).toHaveLength(rows.length);
  expect(text("csv").split("\r\n")[0]).toBe(
    "status,severity,rule,object.kind,object.id,object.title,message,since,fix,fingerprint",
  );
  expect(JSON.parse(text("sarif")).runs[0].tool.driver.version).toBe("1.2.3");
  expect(text("junit")).toContain('<testsuites name="docs checks"');
  expect(text("markdown")).toMatch(/^<!-- docs checks -->\n### Checks: 3 errors/);
  expect(text("github").match(/^::error /gm)).toHaveLength(3);
  // What is ours is replaced.
  expect((await cli.run(`${RUN} ${reports.join(" ")}`)).code).toBe(11);
});

test("one report may be standard output", async () => {
  const ran = await cli.run(`${RUN} --report github=-`);
  expect(ran.stdout).toMatch(/^::error title=links-broken::/);
  expect(ran.stdout).not.toContain("\t");
});

test("nothing that docs did not make is replaced, and nothing is read before that is known", async () => {
  writeFileSync(at("mine.xml"), "<mine/>");
  symlinkSync(at("mine.xml"), at("link.xml"));
  for (const [report, words] of [
    [`junit=${at("mine.xml")}`, "exists and was not written by docs"],
    [`junit=${at("link.xml")}`, "exists and was not written by docs"],
    [`junit=${cli.folder}`, "it is a folder"],
    [`junit=${at("no/such/folder.xml")}`, "no such file or folder"],
    ["xml=out.xml", "--report takes FORMAT=PATH"],
    [`junit=${at("a")} --report sarif=${at("a")}`, "is used twice"],
  ] as const) {
    const ran = await cli.run(`${RUN} --report ${report}`);
    expect(ran, report).toMatchObject({ sent: [], stdout: "" });
    expect(ran.stderr).toContain(words);
  }
  expect(readFileSync(at("mine.xml"), "utf8")).toBe("<mine/>");
  expect(existsSync(at("a"))).toBe(false);
});

test("a checks file turns rules off and on, sets what fails, and ignores with a reason", async () => {
  const [first] = rowsOf((await cli.run("checks run links-broken --json")).stdout);
  expect(first?.status).toBe("fail");
  const config = `fail-on: info
rules:
  links-broken: { severity: info }
ignore:
  - { object: tG4nVx8YqLz2RkWd7JmS, reason: being rewritten }
`;
  const ran = await cli.run("checks run --tag content --config checks.yaml --json", {
    files: { "checks.yaml": config },
  });
  expect(ran.code).toBe(11);
  const links = rowsOf(ran.stdout).filter(({ message }) => message.includes("links to "));
  expect(links.map(({ status }) => status).sort()).toEqual(["fail", "skipped", "skipped"]);
  expect(links.find(({ status }) => status === "skipped")?.message).toMatch(/^ignored \(being rewritten\): /);
  const wrong = await cli.run("checks run --config checks.yaml", { files: { "checks.yaml": "rules:\n  no: off" } });
  expect(wrong).toMatchObject({ code: 2, sent: [] });
  expect(wrong.stderr).toContain('checks.yaml:2: there is no rule "no"');
});

test("a checks file is not looked for", async () => {
  const { sent } = await cli.run("checks run space-locked-long", { files: { "docs-checks.yaml": "nonsense" } });
  expect(sent.length).toBeGreaterThan(0);
});

test("a baseline: made, used, one fixed and one new, pruned", async () => {
  const file = at("baseline.json");
  const made = await cli.run(
    `checks baseline ${file} --tag content --reason "before the move" --until 2026-12-31 --json`,
  );
  expect(made.code).toBe(0);
  const { accepted } = JSON.parse(made.stdout);
  expect(accepted).toBeGreaterThan(3);
  const line = `checks run --tag content --baseline ${file} --fail-on info`;
  expect((await cli.run(line)).code).toBe(0);
  // One page less that is broken, one more.
  await cli.sandbox.change(({ store }) => {
    const space = "tG4nVx8YqLz2RkWd7JmS";
    store.update<object>("space", space, (value) => ({
      ...value,
      editMode: "locked",
      updatedAt: "2024-01-01T00:00:00.000Z",
    }));
    store.update<object>("space", "pH687TGJrAsS6q4u8VM9", (value) => ({ ...value, editMode: "live" }));
  });
  const ran = await cli.run(`${line} --json`);
  expect(ran.code).toBe(11);
  expect(rowsOf(ran.stdout).filter(({ status }) => status === "fail")).toMatchObject([{ rule: "space-locked-long" }]);
  expect(ran.stderr).toContain("1 of the baseline fixed");
  const pruned = await cli.run(`checks baseline ${file} --tag content --prune --json`);
  expect(JSON.parse(pruned.stdout)).toEqual({ file, accepted: accepted - 1, added: 0, fixed: 1 });
  // What is new still fails, until it is accepted on purpose.
  expect((await cli.run(line)).code).toBe(11);
  const added = await cli.run(`checks baseline ${file} --tag content --json`);
  expect(JSON.parse(added.stdout)).toEqual({ file, accepted, added: 1, fixed: 0 });
  expect((await cli.run(line)).code).toBe(0);
  expect(await cli.run(`checks baseline ${at("none.json")} --prune`)).toMatchObject({
    ...{ code: 2, sent: [] },
    stderr: `docs: --prune needs a baseline, and ${at("none.json")} does not exist\n`,
  });
  expect((await cli.run(`${line} --until 2026-02-31`)).code).toBe(2);
});

test("R100: an ordinary organization with a baseline ends with 0, and what was skipped stays visible", async () => {
  const file = at("baseline.json");
  expect((await cli.run(`checks baseline ${file}`)).code).toBe(0);
  const ran = await cli.run(`checks run --baseline ${file} --json --report sarif=${at("checks.sarif")}`);
  const rows = JSON.parse(ran.stdout).filter(({ rule }: { rule: string }) => rule === "cr-broken-links");
  expect(ran.code).toBe(0);
  const behind = "skipped: it is behind its space; update it to see what a merge would break";
  expect(
    rows.map(({ status, object, message }: { status: string; object: { title: string } | null; message: string }) => [
      status,
      object?.title,
      message,
    ]),
  ).toEqual([
    ["skipped", "#43 Torque for the axle screws", behind],
    ["skipped", "#44 Release notes: gauge and crossings", behind],
    ["pass", undefined, "5 checked"],
  ]);
  // It is no finding that somebody has accepted.
  expect(readFileSync(at("checks.sarif"), "utf8")).not.toContain(behind);
});

test("a baseline of named rules, also of one that is off", async () => {
  const file = at("baseline.json");
  await cli.out(`checks baseline ${file} links-broken link-unsafe`);
  const { entries } = JSON.parse(readFileSync(file, "utf8"));
  expect(new Set(entries.map(({ rule }: { rule: string }) => rule))).toEqual(new Set(["links-broken"]));
  expect(await cli.run(`checks baseline ${file} no-such-rule`)).toMatchObject({ code: 2, sent: [] });
});

test("a baseline of an earlier version is read, and made again page by page", async () => {
  const file = at("baseline.json");
  const fingerprint = (space: string, target: string) =>
    createHash("sha256")
      .update(JSON.stringify(["links-broken", "", space, target]))
      .digest("hex")
      .slice(0, 32);
  const entries = [
    fingerprint("tG4nVx8YqLz2RkWd7JmS", "every-day/print-markers.md"),
    fingerprint("tG4nVx8YqLz2RkWd7JmS", "harbor-codes.md"),
    fingerprint("pPP4WDv78L8RNnQG4tYR", "administration/retention-policy.md"),
  ].map((one) => ({
    ...{ fingerprint: one, rule: "links-broken", object: "page", message: "m" },
    ...{ accepted: "2025-01-15", reason: "old", until: null },
  }));
  writeFileSync(file, JSON.stringify({ "docs checks baseline": 1, entries }));
  const line = `checks run links-broken --baseline ${file}`;
  const ran = await cli.run(line);
  expect(ran.code).toBe(0);
  expect(ran.stderr).toContain(
    `3 of the baseline were made by an earlier version and accept a link on every page; to replace them: docs checks baseline ${file} --prune`,
  );
  const made = await cli.run(`checks baseline ${file} --tag content --severity error --prune`);
  expect(made.stderr).toContain("3 of an earlier version replaced by one for each page");
  const after = JSON.parse(readFileSync(file, "utf8")).entries;
  expect(after.filter(({ reason }: { reason: string }) => reason === "old")).toHaveLength(3);
  const again = await cli.run(line);
  expect(again.code).toBe(0);
  expect(again.stderr).not.toContain("earlier version");
});

test("a check that could not be evaluated makes no baseline that looks whole", async () => {
  const file = at("baseline.json");
  const intercept = ({ path }: { path: string }) =>
    /\/links/.test(path) ? { status: 403, body: { error: { code: 403, message: "no" } } } : undefined;
  const made = await cli.run(`checks baseline ${file} --tag content`, { intercept });
  expect(made.code).toBe(9);
  expect(made.stderr).toContain("could not be evaluated and were not added to the baseline");
  writeFileSync(file, '{"mine": true}');
  expect((await cli.run(`checks baseline ${file}`)).stderr).toContain("was not written by docs");
});

test("a gap of a snapshot is named with the command that includes it, also of an earlier generation", async () => {
  const file = join(cli.folder, "the org.docs");
  for (const title of ["One", "Two"]) {
    await cli.out(`orgs edit --title ${title} --yes`);
    await cli.run(`snapshots create '${file}'`);
  }
  for (const name of [file, `${file}@-1`]) {
    const ran = await cli.run(`checks run share-link-old --snapshots '${name}' --json`);
    expect(ran.code).toBe(9);
    expect(rowsOf(ran.stdout).map(({ message }) => message)).toContain(
      `not evaluable: not in this snapshot: orgs/hR7kQ2mXv9TzLb4WcN8p/sites/sD9wPb3HfKc6XnTj1VqZ/share-links; to include it: docs snapshots create '${file}' --include share-keys`,
    );
  }
});

/** A page of the sample with a comment that ignores its finding. */
async function ignoredPage(): Promise<string> {
  const folder = join(cli.folder, "noted");
  mkdirSync(folder);
  const text = "# Noted\n\n<!-- docs-ignore links-broken -->\n[gone](gone.md)\n\n[lost](lost.md)\n";
  writeFileSync(join(folder, "README.md"), text);
  const [, space] = await cli.json("spaces list");
  await cli.out(`content import ${pathToFileURL(folder).href} --source markdown --space ${space.id}`);
  return space.id;
}

test("comments in a page ignore findings, on the service and on a snapshot", async () => {
  const space = await ignoredPage();
  const ran = await cli.run(`spaces check ${space} --json`);
  expect(ran.code).toBe(11);
  const links = rowsOf(ran.stdout).filter(({ message }) => /(gone|lost).md/.test(message));
  expect(links.map(({ status, message }) => [status, message])).toEqual([
    ["fail", "links to lost.md, a page that does not exist"],
    ["skipped", "ignored in the page: links to gone.md, a page that does not exist"],
  ]);
  expect(ran.stderr).toContain("readme, line 3: links-broken ignored without a reason");
  expect(ran.stderr).toContain("skipped (1 finding)");
  const file = join(cli.folder, "noted.docs");
  await cli.run(`snapshots create ${file} --exclude comments`);
  const later = await cli.run(`checks run links-broken --snapshots ${file} --json`);
  const same = rowsOf(later.stdout).filter(({ message }) => /(gone|lost).md/.test(message));
  expect(same.map(({ status, message }) => [status, message])).toEqual(
    links.map(({ status, message }) => [status, message]),
  );
});
