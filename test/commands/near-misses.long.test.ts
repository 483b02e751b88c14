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

test("a hint says how many more are near", () => {
  expect(nearHint([{ id: "p1", title: "A" }], 7)).toBe("did you mean: A (p1) and 6 more");
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

test.each<[string, string | RegExp]>([
  ["cr comment 'Looks good' 42", "did you mean: docs cr comment 42 'Looks good'; see: docs cr list"],
  ["replies create Thanks c3", "did you mean: docs replies create c3 Thanks; see: docs comments list"],
  ["spaces edit Habr live --title X", "did you mean: docs spaces edit Habr --edit-mode live"],
  ["members edit Sam admin", "did you mean: docs members edit Sam --role admin"],
  ["team-members set Firmware Sam owner", "did you mean: docs team-members set Firmware Sam --role owner"],
  ["comments react c1 👍", "did you mean: docs comments react c1 --add '👍'"],
  ["comments edit c1 'new text'", "did you mean: docs comments edit c1 --body 'new text'"],
  ["pages view Charging --format md", "did you mean: --format markdown; to send it anyway: --query format=md"],
  ["snapshots query 'select 1' org.docs", "did you mean: docs snapshots query org.docs 'select 1'"],
  ["members view Sam --output x.csv", "to write a file: > x.csv, or -O x.csv where a command has it"],
  ["checks run --only links-broken", "rules are named without a flag: docs checks run links-broken"],
  ["comments create 42 hi", "did you mean: docs comments create hi --cr 42"],
  ["api delete /v1/orgs/x", "did you mean: docs api /v1/orgs/x --method DELETE"],
  ["api GET /v1/orgs", "did you mean: docs api /v1/orgs --method GET"],
  ["cr list -q .number", "a list has items: .[].number"],
  ["members list --fields name", /^did you mean: user\.displayName; /m],
  ["members list --fields mail", /^did you mean: user\.email; /m],
  ["members list --fields 'last seen'", /^did you mean: lastSeenAt; /m],
  ["sites view https://docs.example.com/", /^there are only: Halden Docs .*see: docs sites list$/m],
  ["checks view links-broken page-old", "it takes docs checks view RULE; see: docs checks view --help"],
  ["sites export 'Halden Docs' site.yaml", "did you mean: -O site.yaml"],
  ["saml create Okta", "did you mean: --label Okta"],
  ["translations create German", "did you mean: --source-space German, or --language German"],
  ["translations create German --language de", "did you mean: --source-space German"],
  ["openapi create petstore.yaml --source-url https://pets.example/a", "did you mean: petstore"],
  ["openapi create Pet_Store --source-url https://pets.example/a", "did you mean: pet-store"],
  ["openapi download harbor-api", "did you mean: docs openapi content harbor-api"],
  ["saml edit P --sso-url login", "members are sent there: pass a URL that starts with https://"],
  ["saml edit P --sso-url login.example/sso", "did you mean: https://login.example/sso"],
  ["saml edit P --certificate idp.pem", "did you mean: --certificate-file idp.pem"],
  ["api https://docs.sandbox.invalid/v1/orgs?key=1", "did you mean: docs api /v1/orgs"],
  ["undo last", "docs undo undoes the last change; docs history lists all"],
  ["api orgs -d {}", "did you mean: --input FILE"],
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
  const { stderr, sent } = await cli.run(line);
  if (typeof hint === "string") expect(stderr).toContain(`\n  ${hint}\n`);
  else expect(stderr.split("\n  ")[1]).toMatch(hint);
  expect(sent.filter(({ method }) => method !== "GET")).toEqual([]);
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
    ["cr comment 42 --body-file", "w.md", "files here: DIR/guide.md"],
    ["checks run --config", "nope.yaml", "see: docs checks run --help"],
    ["api v1/orgs --input", "nope", "see: docs api --help"],
  ])("docs %s %s names what is beside it, or the command that makes it", async (line, file, hint) => {
    const { code, stderr, sent } = await cli.run(`${line} ${join(folder, file)}`);
    expect([code, stderr, sent]).toEqual([
      2,
      `docs: cannot read ${folder}/${file}: no such file or folder\n  ${hint.replaceAll("DIR", folder)}\n`,
      [],
    ]);
  });

  test.each([
    "snapshots view nope.docs",
    "snapshots list nope",
    "checks run --changed-since nope.docs",
    "sandbox load nope.docs",
    "checks run --config nope.yaml",
    "plans view nope.plan",
  ])("docs %s is a mistake in the command line, with a next step", async (line) => {
    const { code, stderr, sent } = await cli.run(line);
    expect([code, stderr.trimEnd().split("\n").length, sent]).toEqual([2, 2, []]);
  });

  test.each([
    ["checks run --changed-since yesterday", "yesterday"],
    ["snapshots view 2026-11-01", "2026-11-01"],
    ["snapshots diff -- -1 @monday", "-1"],
  ])("docs %s names a generation without its file", async (line, name) => {
    const { code, stderr } = await cli.run(line);
    expect([code, stderr]).toMatchObject([2, expect.stringMatching(`needs its file: FILE@${name}\n$`)]);
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

  test("a site is used where the file of one is compared with it", async () => {
    const file = join(folder, "site.yaml");
    writeFileSync(file, "title: Halden Docs\n");
    const { stderr } = await cli.run(`sites plan ${file} --site 'Halden Docs'`);
    rmSync(file);
    expect(stderr).not.toContain("does not use");
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

test.each([
  ["cr merge -", "43\tTorque\topen\n", "docs cr list -q '.[].number'"],
  ["openapi view -", '[{"slug":"harbor-api"}]', "docs openapi list -q '.[].slug'"],
  ["members remove - --yes", '[\n  {"id": "u1"}\n]\n', "docs members list -q '.[].id'"],
])("docs %s takes one a line, and no table or JSON", async (line, stdin, list) => {
  const { code, stderr, sent } = await cli.run(line, { stdin });
  expect([code, stderr, sent]).toEqual([2, expect.stringMatching(/a line, not a table or JSON\n {2}.*\n$/), []]);
  expect(stderr).toContain(`  to print one a line: ${list}\n`);
});

test.each([
  [
    "team-members edit Firmware --add 'Sam Whitfield' --remove sam.whitfield@halden-robotics.example",
    "--add and --remove",
    "Sam Whitfield",
  ],
  ["comments react c1 --add 👀,👍 --remove 👍", "--add and --remove", "👍"],
  ["replies edit c3 r1 --body x --add-reaction 👍 --remove-reaction 👍", "--add-reaction and --remove-reaction", "👍"],
])("docs %s adds and removes the same, and is refused", async (line, flags, named) => {
  const { code, stderr, sent } = await cli.run(line);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`docs: ${flags} both name ${named}\n  name it in one of them\n`),
  ]);
  expect(sent.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("who is not in a team is looked for among its members alone", async () => {
  const hintOf = async (word: string) =>
    (await cli.run(`team-members remove Documentation ${word} --yes`)).stderr.split("\n  ")[1];
  expect(await hintOf("Sam")).toBe("see: docs team-members list t3QuiTd9yR8G95e1tUaj\n");
  expect(await hintOf("Leila")).toMatch(
    /^did you mean: leila\.haddad@\S+ · Leïla Haddad \(udsU4Kvr6mLF4733pph5\); see: docs team-members list /,
  );
});

test("the URL that readers use names the site", async () => {
  const url = "https://docs.halden-robotics.example/guides/start";
  expect(await cli.json(`sites view ${url} --json`)).toMatchObject({ id: "sD9wPb3HfKc6XnTj1VqZ" });
  expect(await cli.json(`share-links list --site ${url} --json`)).toHaveLength(2);
  expect((await cli.run(`sites publish ${url}x --yes`)).code).toBe(0);
  expect((await cli.run("sites view https://docs.halden-robotics.example.evil.example/")).code).toBe(3);
});

test("removing oneself is said in the question and after it", async () => {
  const me = "uA5mJr9TyBq3ZxKd7WnE";
  const asked = await cli.run(`members remove ${me}`, { tty: true, answers: [false], me });
  expect(asked.questions.join()).toContain("This removes yourself.");
  const other = await cli.run("members remove u5s6yviydT27vWkB4r3J", { tty: true, answers: [false], me });
  expect(other.questions.join()).not.toContain("yourself");
  const { stderr } = await cli.run(`members remove ${me} --yes`, { me });
  expect(stderr).toContain("\n  that was you: your token no longer reaches it\n");
});
