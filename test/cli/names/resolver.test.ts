/** Names in place of ids: looked up live, never for what looks like an id, never to a wrong target. */
import { beforeEach, describe, expect, test } from "vitest";
import * as kinds from "../../../src/cli/kinds.js";
import { shapeOf } from "../../../src/cli/targets/target-shape.js";
import type { Sent } from "../../helpers/run.js";
import { useTestCli } from "../../helpers/set-ups.js";

const cli = useTestCli();

const { changeRequest, comment, invite, member, page, space } = kinds;
const SHAPES = { changeRequest, comment, invite, member, page, space };
const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const SPACE = "tG4nVx8YqLz2RkWd7JmS";
const paths = (sent: readonly Sent[]) => sent.map(({ method, path }) => `${method} ${path}`);

describe("shapes", () => {
  const TEXTS: [kind: keyof typeof SHAPES, text: string, shape: string][] = [
    ["space", "Tern User Guide", "name"],
    ["space", "CI/CD", "name"],
    ["space", "Überblick", "name"],
    ["member", "ada@halden.example", "name"],
    ["member", "@me", "name"],
    ["page", "guides/start", "name"],
    ["space", "ada@halden.example", "word"],
    ["space", "Guide", "word"],
    ["space", "guide-2", "word"],
    ["space", "2024", "word"],
    ["space", "abcdefghijklmnopqrst", "word"],
    ["space", "QuickstartForAdmins", "word"],
    ["space", SPACE, "id"],
    ["space", "hRkQmXvTzLbWcNpAbCd", "id"],
    ["space", "0b6c4bd2-6a3a-4d84-9e0c-6f7de1b0a111", "id"],
    ["space", "s_42_abcdefghijklmn", "id"],
    ["space", "s1", "id"],
    ["space", "v2", "word"],
    ["changeRequest", "42", "id"],
    ["space", " Guide", "name"],
    // Whoever checks ids says what is wrong with these.
    ["space", "a\nb", "id"],
    ["space", "..", "id"],
    ["space", "../../..", "id"],
    ["space", "-x", "id"],
    // These have no names.
    ["comment", "Looks good", "id"],
    ["invite", "an invite", "id"],
  ];
  test.each(TEXTS)("tell a name from an id: %s %j: %s", (kind, text, shape) => {
    expect(shapeOf(SHAPES[kind], text)).toBe(shape);
  });
});

describe("reads", () => {
  test("a title is looked up in the list of the organization, whatever its case", async () => {
    const { stdout, sent, code } = await cli.run('spaces view "tern user guide" -q .id');
    expect({ stdout, code }).toEqual({ stdout: `${SPACE}\n`, code: 0 });
    expect(paths(sent)).toEqual([`GET /v1/orgs/${ORG}/spaces?limit=200`, `GET /v1/spaces/${SPACE}`]);
  });

  test("a context takes a title too", async () => {
    const { sent, code } = await cli.run('cr list --space "Tern User Guide" -q length');
    expect(code).toBe(0);
    expect(paths(sent).slice(1)).toEqual([`GET /v1/spaces/${SPACE}/change-requests?limit=1000`]);
  });

  test("a context that is set to one word is an id, and the same word as a flag is looked up", async () => {
    const set = await cli.run("cr list", { defaults: { org: ORG, space: "guide" } });
    expect(paths(set.sent)).toEqual(["GET /v1/spaces/guide/change-requests?limit=1000"]);
    const org = await cli.run("teams list", { defaults: { org: "halden" } });
    expect(paths(org.sent)).toEqual(["GET /v1/orgs/halden/teams?limit=1000"]);
    const typed = await cli.run("cr list --space guide", { defaults: { org: ORG, space: SPACE } });
    expect(paths(typed.sent)).toEqual([`GET /v1/orgs/${ORG}/spaces?limit=200`]);
    // Several words cannot be an id.
    const words = await cli.run("cr list", { defaults: { org: ORG, space: "Tern User Guide" } });
    expect(paths(words.sent)[0]).toBe(`GET /v1/orgs/${ORG}/spaces?limit=200`);
  });

  test("a member's email is looked up", async () => {
    expect(await cli.out("members view sam.whitfield@halden-robotics.example -q .id")).toBe("u5s6yviydT27vWkB4r3J\n");
  });

  test("the very title goes before one in another case", async () => {
    await cli.out("teams edit t3aVFS211n5tKAH88D12 --title 'tern firmware'");
    await cli.out("teams edit t3QuiTd9yR8G95e1tUaj --title 'Tern Firmware'");
    expect(await cli.out("teams view 'Tern Firmware' -q .id")).toBe("t3QuiTd9yR8G95e1tUaj\n");
    expect(await cli.out("teams view 'tern firmware' -q .id")).toBe("t3aVFS211n5tKAH88D12\n");
    expect((await cli.run("teams view 'TERN firmware'")).stderr).toContain("2 teams are called");
  });

  test("near addresses are those with a name that is close", async () => {
    const near = await cli.run("members view sam.whitfeld@elsewhere.example");
    expect(near.stderr).toBe(
      'docs: no member is called "sam.whitfeld@elsewhere.example"\n' +
        "  did you mean: sam.whitfield@halden-robotics.example · Sam Whitfield (u5s6yviydT27vWkB4r3J); see: docs members list\n",
    );
    const far = await cli.run("members view zoe@halden-robotics.example");
    expect(far.stderr).toBe('docs: no member is called "zoe@halden-robotics.example"\n  see: docs members list\n');
  });

  test("pages below others are found by their title", async () => {
    expect(await cli.out('pages view "Getting started" -q .id')).toBe("c8FmmbkXbJBbbbX5u72N\n");
  });

  test("ids cost no extra request, neither found nor absent", async () => {
    expect(paths((await cli.run(`spaces view ${SPACE}`)).sent)).toEqual([`GET /v1/spaces/${SPACE}`]);
    const absent = await cli.run("spaces view tG4nVx8YqLz2RkWd7JmT");
    expect(absent.code).toBe(3);
    expect(paths(absent.sent)).toEqual(["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmT"]);
  });

  test("one word behaves as many do: no request is spent on it as an id", async () => {
    const { stdout, sent } = await cli.run("teams view documentation -q .id");
    expect(stdout).toBe("t3QuiTd9yR8G95e1tUaj\n");
    expect(paths(sent)).toEqual([
      `GET /v1/orgs/${ORG}/teams?limit=200`,
      `GET /v1/orgs/${ORG}/teams/t3QuiTd9yR8G95e1tUaj`,
    ]);
  });

  test("a word that nothing is called is not found, with the list of its kind", async () => {
    const { stderr, code, sent } = await cli.run("cr list --space nonsense");
    expect(code).toBe(3);
    expect(stderr).toBe('docs: no space is called "nonsense"\n  see: docs spaces list\n');
    expect(sent.length).toBe(1);
  });

  test("a word that a title begins with suggests it", async () => {
    const { stderr, code } = await cli.run("spaces list --org Halden");
    expect([code, stderr]).toEqual([
      3,
      'docs: no organization is called "Halden"\n' +
        "  did you mean: Halden Robotics (hR7kQ2mXv9TzLb4WcN8p); see: docs orgs list\n",
    ]);
  });

  test("a word goes as it is where the list is refused", async () => {
    const intercept = ({ path }: Sent) =>
      path.includes("/teams?") ? { status: 403, body: { error: { message: "no lists" } } } : undefined;
    const { stderr, code } = await cli.run("teams view documentation", { intercept });
    expect(code).toBe(3);
    expect(stderr).toBe('docs: the service answered 404: team "documentation" not found\n  see: docs teams list\n');
  });

  test("an id goes before a title that equals it", async () => {
    const teams = [
      { id: "alpha", title: "beta" },
      { id: "t3aVFS211n5tKAH88D12", title: "alpha" },
    ];
    const intercept = ({ path }: Sent) =>
      path.includes("/teams?") ? { status: 200, body: { count: 2, items: teams } } : undefined;
    const { sent } = await cli.run("teams view alpha", { intercept });
    expect(paths(sent).at(-1)).toBe(`GET /v1/orgs/${ORG}/teams/alpha`);
  });

  test("several: what is not found fails alone", async () => {
    const { stdout, stderr, code } = await cli.run("teams view Firmware nobody --fields title -o tsv");
    expect({ stdout: stdout.includes("Firmware"), code }).toEqual({ stdout: true, code: 9 });
    expect(stderr).toContain('failed: nobody: the service answered 404: team "nobody" not found');
  });

  test("words without quotes that are nothing by themselves are told once", async () => {
    const { sent, stderr, code } = await cli.run("spaces view Tern User Gide");
    expect({ code, sent: sent.length }).toEqual({ code: 3, sent: 1 });
    expect(stderr).toBe(
      `docs: no space is called "Tern User Gide"\n  did you mean: Tern User Guide (${SPACE}); see: docs spaces list\n`,
    );
  });

  test("words without quotes are one target: its answer is an object", async () => {
    expect(await cli.json("spaces view Tern User Guide")).toMatchObject({ id: SPACE });
    expect(await cli.json(`spaces view ${SPACE} pH687TGJrAsS6q4u8VM9`)).toHaveLength(2);
  });

  test("what was not typed in full is named", async () => {
    expect((await cli.run("spaces view Tern User Guide")).stderr).toBe(`note: space "Tern User Guide" is ${SPACE}\n`);
    expect((await cli.run("pages view getting-started/unpacking")).stderr).toBe(
      'note: page "Unpacking" is VEbDUyoRmNUsURUUifXf\n',
    );
    expect((await cli.run('spaces view "Tern User Guide"')).stderr).toBe("");
  });

  test("names on standard input that are wrong are told together, before anything is sent", async () => {
    const stdin = "Tern User Guide\nNo such guide\nHarbor API\nNor such\n";
    const { code, stderr, sent } = await cli.run("spaces edit - --title X", { stdin });
    expect(code).toBe(3);
    expect(stderr).toContain('line 2, "No such guide": no space is called "No such guide"');
    expect(stderr).toContain('line 4, "Nor such"');
    expect(sent.map(({ method }) => method)).toEqual(["GET"]);
  });

  test("standard input takes names", async () => {
    const { stdout } = await cli.run("teams view - -q '.[].id'", { stdin: "Documentation\nField service\n" });
    expect(stdout).toBe("t3QuiTd9yR8G95e1tUaj\nt3aVFS211n5tKAH88D12\n");
  });

  test("a path that `spaces links --broken` prints is taken", async () => {
    const printed = await cli.out("spaces links --broken -o tsv");
    const [first = ""] = printed.split("\n");
    const path = first.split("\t")[1];
    expect(await cli.out(`pages view ${path} -q .path`)).toBe(`${path}\n`);
  });
});

describe("a second look", () => {
  const CALLED = "Release2024Highlights";
  beforeEach(async () => {
    await cli.out(`teams edit t3aVFS211n5tKAH88D12 --title ${CALLED}`);
  });

  test("on a terminal finds a title that looks like an id", async () => {
    const { sent, code } = await cli.run(`teams view ${CALLED}`, { tty: true });
    expect(code).toBe(0);
    expect(paths(sent)).toEqual([
      `GET /v1/orgs/${ORG}/teams/${CALLED}`,
      `GET /v1/orgs/${ORG}/teams?limit=200`,
      `GET /v1/orgs/${ORG}/teams/t3aVFS211n5tKAH88D12`,
    ]);
  });

  test("is not taken in a script", async () => {
    const { sent, code } = await cli.run(`teams view ${CALLED}`);
    expect({ code, sent: paths(sent) }).toEqual({ code: 3, sent: [`GET /v1/orgs/${ORG}/teams/${CALLED}`] });
  });

  test("asks nobody", async () => {
    const { questions, code } = await cli.run(`teams view ${CALLED}X`, { answers: ["x"] });
    expect({ questions, code }).toEqual({ questions: [], code: 3 });
  });

  test("of an ambiguous word lists the candidates", async () => {
    await cli.out(`teams edit t5D77ErA53CC6A8eGrh6 --title ${CALLED}`);
    const { stderr, code } = await cli.run(`teams view ${CALLED}`, { tty: true });
    expect(code).toBe(2);
    expect(stderr).toContain(`docs: 2 teams are called "${CALLED}"\n`);
  });
});

describe("writes", () => {
  test("a title is looked up before the write", async () => {
    const { sent, code } = await cli.run('spaces edit "Tern User Guide" --title "Tern Guide"');
    expect(code).toBe(0);
    expect(paths(sent)).toEqual([`GET /v1/orgs/${ORG}/spaces?limit=200`, `PATCH /v1/spaces/${SPACE}`]);
  });

  test("a title of nothing ends before any write and names what is close", async () => {
    const { sent, code, stderr } = await cli.run('spaces edit "Tern User Gide" --title X');
    expect(code).toBe(3);
    expect(sent.map(({ method }) => method)).toEqual(["GET"]);
    expect(stderr).toBe(
      `docs: no space is called "Tern User Gide"\n  did you mean: Tern User Guide (${SPACE}); see: docs spaces list\n`,
    );
  });

  test("an ambiguous title lists the candidates, exit 2", async () => {
    await cli.out(`spaces edit pH687TGJrAsS6q4u8VM9 --title "Tern User Guide"`);
    const { sent, code, stderr } = await cli.run('spaces delete "Tern User Guide" --yes');
    expect(code).toBe(2);
    expect(sent.map(({ method }) => method)).toEqual(["GET"]);
    expect(stderr).toBe(
      [
        'docs: 2 spaces are called "Tern User Guide"',
        `  ${SPACE}  Tern User Guide [public]`,
        "  pH687TGJrAsS6q4u8VM9  Tern User Guide [unlisted]",
        "  pass the id of the one you mean",
        "",
      ].join("\n"),
    );
    const json = await cli.run('spaces delete "Tern User Guide" --yes --json');
    expect(JSON.parse(json.stderr).error).toMatchObject({
      kind: "usage",
      candidates: [
        { id: SPACE, title: "Tern User Guide" },
        { id: "pH687TGJrAsS6q4u8VM9", title: "Tern User Guide" },
      ],
    });
  });

  test("a word is used and named", async () => {
    const { sent, code, stderr } = await cli.run("teams edit Documentation --title X --fields id");
    expect(code).toBe(0);
    expect(stderr).toContain('note: team "Documentation" is t3QuiTd9yR8G95e1tUaj\n');
    expect(paths(sent).at(-1)).toBe(`PATCH /v1/orgs/${ORG}/teams/t3QuiTd9yR8G95e1tUaj`);
  });

  test("what looks like an id never becomes another target, whatever is called so", async () => {
    await cli.out("teams edit t3aVFS211n5tKAH88D12 --title Release2024Highlights");
    for (const on of [{}, { tty: true }]) {
      const { sent, code } = await cli.run("teams edit Release2024Highlights --title X", on);
      expect(code).toBe(3);
      expect(paths(sent)).toEqual([`PATCH /v1/orgs/${ORG}/teams/Release2024Highlights`]);
    }
  });

  test("nothing is deleted by a word that may be an id, unless somebody is asked", async () => {
    const refused = await cli.run("teams delete documentation --yes");
    expect(refused).toMatchObject({
      code: 2,
      stderr:
        'docs: "documentation" is the title of team t3QuiTd9yR8G95e1tUaj, and might be an id\n  to delete by title, confirm it with --confirm documentation, or pass the id t3QuiTd9yR8G95e1tUaj\n',
    });
    expect(refused.sent.map(({ method }) => method)).toEqual(["GET"]);
    const missing = await cli.run("teams delete nobody --yes");
    expect(missing).toMatchObject({ code: 3 });
    expect(missing.sent.every(({ method }) => method === "GET")).toBe(true);
    expect(await cli.run("teams delete nobody --yes --if-exists")).toMatchObject({ code: 0 });

    const asked = await cli.run("teams delete documentation", { answers: [true] });
    expect(asked.questions.join()).toContain('Delete team "Documentation"?');
    expect(paths(asked.sent).at(-1)).toBe(`DELETE /v1/orgs/${ORG}/teams/t3QuiTd9yR8G95e1tUaj`);
  });

  test("words without quotes delete nothing unasked", async () => {
    const { sent, code } = await cli.run("spaces delete Tern User Guide --yes");
    expect({ code, methods: sent.map(({ method }) => method) }).toEqual({ code: 2, methods: ["GET"] });
  });

  test("several titles of one kind cost one list", async () => {
    const { sent, code } = await cli.run('spaces edit "Harbor API" "Tern User Guide" --language en');
    expect(code).toBe(0);
    expect(sent.map(({ method }) => method)).toEqual(["GET", "PATCH", "PATCH"]);
  });

  test("R39 a dry run looks names up and sends nothing else", async () => {
    const { sent, code, stdout } = await cli.run('spaces delete "Tern User Guide" --dry-run');
    expect(code).toBe(0);
    expect(paths(sent)).toEqual([`GET /v1/orgs/${ORG}/spaces?limit=200`]);
    expect(stdout).toMatch(new RegExp(`^DELETE .*/v1/spaces/${SPACE}$`, "m"));
  });
});

describe("filters", () => {
  test.each([
    ["cr list --contributor nobody", "member", "members"],
    ["comments list --author Nobody", "member", "members"],
    ["comments list --page-id no/such/page", "page", "pages"],
    ["teams list --owner nobody@elsewhere.test", "member", "members"],
    ["sites list --containing-space nothing", "space", "spaces"],
  ])("%s is refused", async (line, kind, noun) => {
    const { code, stderr, stdout } = await cli.run(line);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain(`docs: no ${kind} is called`);
    expect(stderr).toContain(`see: docs ${noun} list`);
  });

  test("@me of nobody says how to store one", async () => {
    const ran = await cli.run("cr list --contributor @me", { me: "", baseUrl: "https://docs.example.com" });
    expect(ran).toMatchObject({
      code: 2,
      sent: [],
      stderr: "docs: @me is not set\n  set it with: docs config set me EMAIL\n",
    });
  });
});
