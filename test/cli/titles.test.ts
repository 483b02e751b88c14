/** Titles and e-mail addresses in place of ids: looked up live, never for what could be an id, never to a wrong target. */

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as kinds from "../../src/cli/kinds.js";
import { createSource, type SourceSetup } from "../../src/cli/targets/context-source.js";
import { isTitle, mayBeTitle } from "../../src/cli/targets/title-or-id.js";
import { resolveTarget } from "../../src/cli/targets/to-params.js";
import { readGlobals } from "../../src/cli/words/globals.js";
import { type Sent, type TestCli, testCli } from "../helpers/run.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const SPACE = "tG4nVx8YqLz2RkWd7JmS";
const paths = (sent: readonly Sent[]) => sent.map(({ method, path }) => `${method} ${path}`);

describe("shapes", () => {
  test("texts with spaces are titles, addresses those of members", () => {
    expect(isTitle(kinds.space, "Tern User Guide")).toBe(true);
    expect(isTitle(kinds.member, "ada@halden.example")).toBe(true);
    expect(isTitle(kinds.space, "ada@halden.example")).toBe(false);
    expect(isTitle(kinds.space, "Guide")).toBe(false);
    expect(isTitle(kinds.space, SPACE)).toBe(false);
    expect(isTitle(kinds.space, " Guide")).toBe(false);
    expect(isTitle(kinds.space, "a\nb")).toBe(false);
    expect(isTitle(kinds.comment, "Looks good")).toBe(false);
    expect(isTitle(kinds.invite, "an invite")).toBe(false);
  });

  test.each([SPACE, "42", "0b6c4bd2-6a3a-4d84-9e0c-6f7de1b0a111", "s_42_abcdefghijklmn"])(
    "%s looks like an id",
    (id) => {
      expect(mayBeTitle(kinds.space, id)).toBe(false);
    },
  );

  test.each(["Guide", "guide-2", "abcdefghijklmnopqrst"])("%s may be a title of one word", (text) => {
    expect(mayBeTitle(kinds.space, text)).toBe(true);
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

  test("a member's e-mail address is looked up", async () => {
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
        "  did you mean: u5s6yviydT27vWkB4r3J (sam.whitfield@halden-robotics.example · Sam Whitfield)\n",
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

  test("a word is a title only after the service has said that it is no id", async () => {
    const { stdout, sent } = await cli.run("teams view documentation -q .id");
    expect(stdout).toBe("t3QuiTd9yR8G95e1tUaj\n");
    expect(paths(sent)).toEqual([
      `GET /v1/orgs/${ORG}/teams/documentation`,
      `GET /v1/orgs/${ORG}/teams?limit=200`,
      `GET /v1/orgs/${ORG}/teams/t3QuiTd9yR8G95e1tUaj`,
    ]);
  });

  test("a word that nothing is called stays not found", async () => {
    const { stderr, code, sent } = await cli.run("teams view nobody");
    expect(code).toBe(3);
    expect(stderr).toBe('docs: the service answered 404: team "nobody" not found\n  see: docs teams list\n');
    expect(sent.length).toBe(2);
  });
});

describe("a second look", () => {
  test("that cannot be taken leaves the answer as it was", async () => {
    const intercept = ({ path }: Sent) =>
      path.includes("/teams?") ? { status: 403, body: { error: { message: "no lists" } } } : undefined;
    const { stderr, code } = await cli.run("teams view documentation", { intercept });
    expect(code).toBe(3);
    expect(stderr).toBe('docs: the service answered 404: team "documentation" not found\n  see: docs teams list\n');
  });

  test("asks nobody", async () => {
    const { questions, code } = await cli.run("teams view nobody", { answers: ["x"] });
    expect({ questions, code }).toEqual({ questions: [], code: 3 });
  });

  test("of an ambiguous word lists the candidates", async () => {
    await cli.out("teams edit t3aVFS211n5tKAH88D12 --title Firmware");
    const { stderr, code } = await cli.run("teams view firmware");
    expect(code).toBe(2);
    expect(stderr).toContain('docs: 2 teams are called "firmware"\n');
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
    expect(stderr).toBe(`docs: no space is called "Tern User Gide"\n  did you mean: ${SPACE} (Tern User Guide)\n`);
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
        "  pass the id of the one that is meant",
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

  test("a word goes to the service as it is and never becomes another target", async () => {
    const { sent, code } = await cli.run("teams edit Documentation --title X");
    expect(code).toBe(3);
    expect(paths(sent)).toEqual([`PATCH /v1/orgs/${ORG}/teams/Documentation`]);
  });

  test("several titles of one kind cost one list", async () => {
    const { sent, code } = await cli.run('spaces edit "Harbor API" "Tern User Guide" --language en');
    expect(code).toBe(0);
    expect(sent.map(({ method }) => method)).toEqual(["GET", "PATCH", "PATCH"]);
  });

  test("R39 a dry run looks nothing up", async () => {
    const { sent, code, stderr } = await cli.run('spaces delete "Tern User Guide" --dry-run');
    expect({ sent, code }).toEqual({ sent: [], code: 2 });
    expect(stderr).toBe(
      'docs: --dry-run sends nothing, so space "Tern User Guide" cannot be looked up\n  pass its id\n',
    );
  });
});

describe("what was seen before", () => {
  const setup = (writes: boolean): SourceSetup => ({
    globals: readGlobals({ org: ORG }),
    settings: {
      ...{ profile: "default", sandbox: false, output: undefined, baseUrl: undefined },
      ...{ org: undefined, space: undefined, site: undefined },
    },
    // Asking would fail: nothing here is at a terminal.
    ask: { available: false } as SourceSetup["ask"],
    client: () => Promise.reject(new Error("nothing may be sent")),
    writes,
    recall: async () => [
      { id: "t3QuiTd9yR8G95e1tUaj", name: "", title: "Documentation" },
      { id: "Firmware", name: "", title: "Boards" },
      { id: "t5D77ErA53CC6A8eGrh6", name: "", title: "Firmware" },
    ],
  });

  test("a write refuses a word that is the title of something, without a request", async () => {
    const refused = resolveTarget(kinds.team, "documentation", createSource(setup(true)));
    await expect(refused).rejects.toMatchObject({
      kind: "usage",
      message: '"documentation" is the title of team t3QuiTd9yR8G95e1tUaj',
      hint: "pass its id: t3QuiTd9yR8G95e1tUaj",
    });
  });

  test("a word that is an id is taken, whatever else is called so", async () => {
    const target = await resolveTarget(kinds.team, "Firmware", createSource(setup(true)));
    expect(target.params).toEqual({ organizationId: ORG, teamId: "Firmware" });
  });

  test("a read takes it as it is", async () => {
    const target = await resolveTarget(kinds.team, "documentation", createSource(setup(false)));
    expect(target.params.teamId).toBe("documentation");
  });
});
