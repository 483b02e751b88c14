import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FLAG_HINTS } from "../../src/cli/argv/parse.js";
import { flagsOf } from "../../src/cli/command.js";
import { longNames } from "../../src/cli/flags.js";
import { nearHint } from "../../src/cli/targets/listed-things.js";
import { NOUNS } from "../../src/commands/index.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

test("a word names all that have it, in any place of the title", async () => {
  const { code, stderr } = await cli.run("spaces view tern");
  expect([code, stderr]).toEqual([
    3,
    'docs: no space is called "tern"\n' +
      "  did you mean: Tern User Guide (tG4nVx8YqLz2RkWd7JmS), Tern Benutzerhandbuch (pWk2T6KHwZU5rjnfRPm5), " +
      "Tern 1 User Guide (pH687TGJrAsS6q4u8VM9); see: docs spaces list\n",
  ]);
  expect((await cli.run("spaces view API")).stderr).toContain("did you mean: Harbor API (p6XAtCw2ZM66CYe1Dw4C);");
  expect((await cli.run("members view weber")).stderr).toContain("Jonas Weber (u4ZZnH5G9tKzy5NnAxaX);");
  expect((await cli.run("members view halden")).stderr).not.toContain("did you mean");
  expect(nearHint([{ id: "p1", title: "A" }], 7)).toBe("did you mean: A (p1) and 6 more");
  expect((await cli.run("spaces view ern")).stderr).not.toContain("Tern");
});

test("a word that is no id of a change request is compared with the list, and never sent", async () => {
  const { code, stderr, sent } = await cli.run("cr close Torqe");
  expect([code, stderr]).toEqual([
    3,
    'docs: no open or draft change request is called "Torqe"\n' +
      "  did you mean: Torque for the axle screws · 43 (rTh8zX9vuC3MFhHHSeN2); see: docs cr list\n",
  ]);
  // The list of open ones and that of drafts are read once.
  expect(sent.map(({ method }) => method)).toEqual(["GET", "GET"]);
  // What looks like an id may be one of something that is gone: no list is read for it.
  const gone = await cli.run("cr close crGoneGoneGone12345");
  expect([gone.code, gone.sent.map(({ method }) => method)]).toEqual([3, ["PATCH"]]);
});

test.each([
  [
    "team-members edit Firmware --remove nobody@example.com",
    'note: team "Firmware" is t5D77ErA53CC6A8eGrh6\ndocs: no member is called "nobody@example.com"\n  see: docs members list\n',
  ],
  ["comments resolve all", 'docs: no comment is called "all"\n  see: docs comments list\n'],
  [
    "comments resolve c1,c2",
    'docs: no comment is called "c1,c2"\n  several are separated by spaces: c1 c2; see: docs comments list\n',
  ],
  [
    "members view mailto:casey@lindqvist-translations.example",
    'docs: no member is called "mailto:casey@lindqvist-translations.example"\n  did you mean: casey@lindqvist-translations.example; see: docs members list\n',
  ],
  [
    "members offboard grace leïla",
    'docs: no member is called "grace leïla"\n  did you mean: grace.okafor@halden-robotics.example · Grace Okafor (u7Trvg1161CH4P8ZDE9m), leila.haddad@halden-robotics.example · Leïla Haddad (udsU4Kvr6mLF4733pph5); see: docs members list\n',
  ],
  [
    "cr close 42,43",
    'docs: no open or draft change request is called "42,43"\n  several are separated by spaces: 42 43; see: docs cr list\n',
  ],
  [
    "comments view 'Looks good'",
    'docs: comment "Looks good": must not contain spaces, control characters or / \\ ? # %\n  pass its number (c1) or id; see: docs comments list\n',
  ],
  ["files backlinks ''", "docs: file: a value is required\n  pass its id or title; see: docs files list\n"],
])("docs %s names what is no id, and sends no write", async (line, said) => {
  const { code, stderr, sent } = await cli.run(line);
  expect([stderr, sent.filter(({ method }) => method !== "GET")]).toEqual([said, []]);
  expect([2, 3]).toContain(code);
});

test.each([
  ["cr comment 'Looks good' 42", "did you mean: docs cr comment 42 'Looks good'; see: docs cr list"],
  ["replies create Thanks c3", "did you mean: docs replies create c3 Thanks; see: docs comments list"],
  ["spaces edit Habr live --title X", "did you mean: docs spaces edit Habr --edit-mode live; see: docs spaces list"],
  ["checks view links-broken page-old", "it takes docs checks view RULE; see: docs checks view --help"],
  ["sites export 'Halden Docs' site.yaml", "did you mean: -O site.yaml"],
  ["orgs list all", "it takes no argument; see: docs orgs list --help"],
  ["pages list 'Harbor API'", "to name a space: --space 'Harbor API'; see: docs pages list --help"],
  ["share-links list 'Field Service'", "to name a site: --site 'Field Service'; see: docs share-links list --help"],
  ["checks run broken-link", "did you mean: links-broken; to list them: docs checks list"],
  [
    "snapshots query a.docs SELECT a.docs README.md FROM pages",
    "put all of it in quotes: docs snapshots query a.docs 'SELECT ...'",
  ],
  ["snapshots create .", "name a file in it: snapshot.docs"],
  ["share-links edit Partners --active no", "pass --no-active"],
  ["teams delete Firmware --yes true", "pass --yes"],
  ["cr list --status draft,open", "pass one of them, or --status all"],
  ["cr edit 42 --status draft,open", "pass one of them: --status draft"],
  ["site-spaces add 'Harbor API'", "did you mean: --content 'Harbor API'"],
  ["cr list --sort updatedAt desc", "did you mean: --sort FIELD:desc"],
  ["translations view German", "there is only: de (lkEDBVz72E62zj22Hd4M); see: docs translations list"],
  ["openapi view rest", "there are only: harbor-api, harbor-events; see: docs openapi list"],
  ["teams view 'Firm*'", "did you mean: Firmware (t5D77ErA53CC6A8eGrh6); see: docs teams list"],
  ["content import guide.md", "the service reads it from the web: pass a URL that starts with https://"],
  ["content import example.com/guide --source website", "did you mean: https://example.com/guide"],
  [
    "openapi publish harbor-api --source-url ./a.json",
    "the service reads it from the web: pass a URL that starts with https://",
  ],
  ["alias set mc cr merge", "put all of it in quotes: 'cr merge'"],
  [
    "cr list --page 2",
    "--page takes the cursor that a list cut by --limit prints; without both, a list is shown from its start to its end",
  ],
  ["cr view -42", "did you mean: 42; see: docs cr list"],
  ["pages view https://docs.example.com/robots/charging", "pass its URL in the app, or its path or title"],
  ["cr view https://github.com/halden/docs/pull/42", "pass its URL in the app, or its number or id"],
])("docs %s is answered with what was meant", async (line, hint) => {
  const { stderr } = await cli.run(line);
  expect(stderr).toContain(`\n  ${hint}\n`);
});

test("a space that breaks no line, as pages have it, is a space", async () => {
  expect(await cli.json("spaces view 'Harbor\u00a0API' --fields title --json")).toEqual({ title: "Harbor API" });
});

test("spaces around a name are not part of it, nor are zeros before a number", async () => {
  expect(await cli.json("spaces view 'Harbor API ' --fields title --json")).toEqual({ title: "Harbor API" });
  expect((await cli.out("pages list --space ' Harbor API'")).length).toBeGreaterThan(0);
  expect(await cli.json("cr view 042 --fields number --json")).toEqual({ number: 42 });
  expect((await cli.run("cr view 0")).code).toBe(3);
  expect((await cli.run("spaces view ' '")).stderr).toContain("space: must not contain spaces");
});

test("what is not on the site may be on another one", async () => {
  await cli.run("share-links create Preview --site 'Field Service'");
  const { code, stderr } = await cli.run("share-links delete Preview --yes");
  expect([code, stderr]).toEqual([
    3,
    "docs: share link Preview is not on the site\n" +
      "  there are only: Partners (k4417hK4FrRVS9ezeUW3), Press, trade fair (kT8m3Ayo7AsEcx39N9Qj); see: docs share-links list\n",
  ]);
});

test("an unknown field is answered with a few names, not with members of members", async () => {
  const { stderr } = await cli.run("cr list --fields titel");
  expect(stderr).toContain(", and their members\n");
  expect(stderr.length).toBeLessThan(300);
});

test("an @ before a name that no file has is a text", async () => {
  const { code, sent } = await cli.run("comments create --body @jane.doe");
  expect([code, sent.map(({ body }) => body)]).toEqual([0, [{ body: { markdown: "@jane.doe" } }]]);
});

test("a text may be a word for a truth", async () => {
  const { code, sent } = await cli.run("comments create --body x --quiet");
  expect([code, sent.length]).toEqual([0, 1]);
  expect((await cli.run("cr comment 42 --quiet no")).code).toBe(0);
});

test("one of several names that is wrong has its near match beside it", async () => {
  const { code, stderr, sent } = await cli.run("spaces edit 'Harbor API' 'Harbor AP' --language en");
  expect([code, stderr]).toEqual([
    3,
    'note: space "Harbor API" is p6XAtCw2ZM66CYe1Dw4C\n' +
      "docs: 1 of 2 targets cannot be used; nothing was sent\n" +
      '  "Harbor AP": no space is called "Harbor AP"; did you mean: Harbor API (p6XAtCw2ZM66CYe1Dw4C)\n' +
      "  see: docs spaces list\n",
  ]);
  expect(sent.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("a context that is nowhere says which variable names it", async () => {
  const env = { DOCS_SPACE: "Nope" };
  const { code, stderr } = await cli.run("cr list", { env, defaults: { space: "Nope" } });
  expect([code, stderr]).toEqual([
    3,
    'docs: the service answered 404: space "Nope" not found\n  "Nope" came from DOCS_SPACE; see: docs spaces list\n',
  ]);
  expect((await cli.run("cr list --space Nope", { env })).stderr).not.toContain("DOCS_SPACE");
});

test("all places and one of them are no list", async () => {
  const { code, stderr, sent } = await cli.run("cr list --all-spaces --space 'Harbor API'");
  expect([code, stderr]).toEqual([2, "docs: --all-spaces and --space cannot be used together\n"]);
  expect(sent.filter(({ path }) => path.includes("change-requests"))).toEqual([]);
  expect((await cli.run("cr list --all-spaces --org 'Halden Robotics'")).code).toBe(0);
});

test("a switch that is given a value says how it is turned off, and does not repeat the value", async () => {
  const off = await cli.run("share-links edit Partners --active=false");
  expect([off.code, off.stderr, off.sent]).toEqual([2, "docs: --active takes no value\n  pass --no-active\n", []]);
  expect((await cli.run("share-links edit Partners --active=secret")).stderr).toBe(
    "docs: --active takes no value\n  pass --active\n",
  );
  expect((await cli.run("spaces list --no-pager=false")).stderr).toBe(
    "docs: --no-pager takes no value\n  omit --no-pager\n",
  );
  expect((await cli.run("spaces list --nope=secret")).stderr).toMatch(/^docs: unknown flag --nope\n/);
});

test("flags that people expect say what to do", async () => {
  expect((await cli.run("sites edit --hostname docs.example.com")).stderr).toBe(
    `docs: unknown flag --hostname\n  ${FLAG_HINTS["sites edit --hostname"]}\n`,
  );
  expect((await cli.run("spaces edit --visibility public")).stderr).toContain(
    "docs sites edit SITE --visibility public",
  );
});

test("each of these flags belongs to a command that does not have it", async () => {
  for (const key of Object.keys(FLAG_HINTS)) {
    const [noun, verb, flag = ""] = key.split(" ");
    const { default: module } = await (NOUNS.find(({ name }) => name === noun)?.load(verb) ?? Promise.reject(key));
    const command = module.commands.find(({ name }) => name === verb);
    expect([key, command?.name]).toEqual([key, verb]);
    const names = Object.entries(command ? flagsOf(command) : {}).flatMap(([field, one]) => longNames(field, one));
    expect([key, names.includes(flag)]).toEqual([key, false]);
  }
});

test("openapi create asks for a new slug, and offers none that exists", async () => {
  const { questions, sent } = await cli.run("openapi create --source-url https://example.com/a.yaml", {
    answers: ["new-api"],
  });
  expect(questions).toEqual(["Slug of the new OpenAPI specification"]);
  expect(sent).toMatchObject([{ method: "POST", body: { slug: "new-api" } }]);
  // Neither a typed slug that is none nor an answer that is none leads to the next question.
  const wrong = '"New_API" is not a valid slug: use lower case letters, digits and single hyphens between them';
  const typed = await cli.run("openapi create New_API", { answers: ["https://example.com/a.yaml"] });
  expect(typed).toMatchObject({ questions: [], stderr: `docs: ${wrong}\n`, code: 2 });
  expect((await cli.run("openapi create --source-url https://example.com/a.yaml")).stderr).toBe(
    "docs: <slug> is required: pass its slug\n  see: docs openapi create --help\n",
  );
});

describe("a file that is not there", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "docs-files-"));
    for (const name of ["offboard.plan", "offboard.plan.state", "team list.csv", "review.csv", "guide.md"])
      writeFileSync(join(folder, name), "x");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each<[string, string, string]>([
    ["plans apply", "ofboard.plan", "did you mean: DIR/offboard.plan"],
    [
      "plans apply",
      "nope.json",
      "plans here: DIR/offboard.plan; to make one, add --plan FILE to a command: docs members offboard USER --plan FILE",
    ],
    ["plans verify", "nope", "to make one: docs plans apply PLAN --receipt FILE"],
    ["reviews view", "w", "reviews here: DIR/review.csv, 'DIR/team list.csv'; to make one: docs reviews create FILE"],
    [
      "teams sync",
      "w",
      "tables here: DIR/review.csv, 'DIR/team list.csv'; it needs a file with the columns team, user and role: docs help teams sync",
    ],
    ["sites plan", "nope.yaml", "to make one: docs sites export SITE -O site.yaml"],
    ["cr comment 42 --body-file", "gide.md", "did you mean: DIR/guide.md"],
  ])("docs %s %s names what is beside it, or the command that makes it", async (line, file, hint) => {
    const { code, stderr, sent } = await cli.run(`${line} ${join(folder, file)}`);
    expect([code, stderr, sent]).toEqual([
      2,
      `docs: cannot read ${folder}/${file}: no such file or folder\n  ${hint.replaceAll("DIR", folder)}\n`,
      [],
    ]);
  });

  test("a snapshot in place of a plan is called one", async () => {
    const file = join(folder, "org.docs");
    writeFileSync(file, "SQLite format 3\0");
    expect((await cli.run(`plans view ${file}`)).stderr).toBe(
      `docs: cannot read ${file}: it is a snapshot or another database\n  to look into a snapshot: docs snapshots view ${file}\n`,
    );
    rmSync(file);
  });

  test("a file of a site, or a review, in place of a plan is called one", async () => {
    for (const [name, way] of [
      ["site.yaml", "the file of a site: docs sites plan"],
      ["team list.csv", "a review: docs reviews apply"],
    ] as const) {
      const file = join(folder, name);
      writeFileSync(file, "title: Docs\n");
      const { stderr } = await cli.run(`plans apply "${file}"`);
      const word = name.includes(" ") ? `'${file}'` : file;
      expect(stderr).toBe(`docs: ${file}: line 1: not valid JSON\n  a plan is JSON; for ${way} ${word}\n`);
    }
    rmSync(join(folder, "site.yaml"));
  });

  test("a number is near no file, and a URL is none", async () => {
    writeFileSync(join(folder, "43"), "");
    expect((await cli.run(`reviews view ${folder}/42`)).stderr).not.toContain("did you mean");
    expect((await cli.run("plans apply https://example.com/x.plan")).stderr).toContain(
      "\n  it is read from this machine: download it first\n",
    );
  });

  test.each([
    ["plans view 42", "did you mean: docs history view 42"],
    ["plans undo 42", "did you mean: docs undo 42"],
    ["sites plan 'Halden Docs'", "to make one: docs sites export 'Halden Docs' -O site.yaml"],
    ["sites apply Halden", "to make one: docs sites export SITE -O site.yaml"],
  ])("docs %s is answered with the command that takes it", async (line, hint) => {
    expect((await cli.run(line)).stderr).toMatch(new RegExp(`: no such file or folder\n  ${hint}\n$`));
  });
});

test("a change request or a site that is not there is not found, also by the commands that check it", async () => {
  const near = "did you mean: Torque for the axle screws · 43 (rTh8zX9vuC3MFhHHSeN2); see: docs cr list";
  for (const line of ["cr check Torq", "cr merge Torq --if-ready --yes"]) {
    const { code, stderr, stdout, sent } = await cli.run(line);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toBe(`docs: no open or draft change request is called "Torq"\n  ${near}\n`);
    expect(sent.filter(({ method }) => method !== "GET")).toEqual([]);
  }
  const site = await cli.run("sites check sGoneGoneGone123456");
  expect([site.code, site.stderr]).toMatchObject([3, expect.stringContaining("\n  see: docs sites list\n")]);
});

test("the list that is named for a context is that of its kind", async () => {
  const { code, stderr } = await cli.run("checks run --space sGoneGoneGone123456");
  expect([code, stderr]).toMatchObject([3, expect.stringContaining("\n  see: docs spaces list\n")]);
});

test("a field that none of several has counts none of them, as nothing was done to them", async () => {
  const { code, stderr } = await cli.run("cr view 42 43 44 --fields subjec");
  expect([code, stderr.split("\n")[0]]).toEqual([2, 'docs: unknown field "subjec"']);
});

test.each([
  ["pages view Nope --cr 99", "see: docs cr list"],
  ["pages view Nope --cr 99 --space 'Harbor API'", "see: docs cr list --space 'Harbor API'"],
  ["pages view Nope --space 'Harbor API'", "see: docs pages list --space 'Harbor API'"],
  ["replies list c99 --cr 42", "see: docs comments list --cr 42"],
  ["spaces view Nope --org 'Halden Robotics'", "see: docs spaces list --org 'Halden Robotics'"],
])("docs %s names the list of the place that was looked in", async (line, hint) => {
  const { code, stderr } = await cli.run(line);
  expect([code, stderr]).toMatchObject([3, expect.stringMatching(new RegExp(`${hint}\\n$`))]);
});

test("a place that a command does not look at is noted, as the answer is about more than that", async () => {
  const { code, stderr } = await cli.run("members list --space 'Harbor API' --limit 1");
  expect([code, stderr]).toEqual([0, expect.stringContaining("note: docs members list does not use --space\n")]);
  for (const line of ["cr list --space 'Harbor API'", "site-spaces list --site 'Halden Docs'"])
    expect((await cli.run(line)).stderr).not.toContain("does not use");
  const status = await cli.run("status --space 'Harbor API'");
  expect(status.stderr).toContain(
    "note: docs status does not use --space: docs inbox --space 'Harbor API' is about one\n",
  );
  // These take the site of a file from it.
  const folder = mkdtempSync(join(tmpdir(), "docs-files-"));
  writeFileSync(join(folder, "site.yaml"), "title: Halden Docs\n");
  const plan = await cli.run(`sites plan ${folder}/site.yaml --site 'Halden Docs'`);
  rmSync(folder, { recursive: true });
  expect(plan.stderr).not.toContain("does not use");
  // A setting is for the commands that use it.
  expect((await cli.run("members list --limit 1")).stderr).not.toContain("does not use");
});
