/** `--org`, `--space` and `--site` by name, by id and by URL, also where the command itself has no use for them. */
import { describe, expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const OTHER = "osAgpp53c2y4hH7jymzf";
const SPACE = "tG4nVx8YqLz2RkWd7JmS";
const HARBOR = "p6XAtCw2ZM66CYe1Dw4C";
const SITE = "sD9wPb3HfKc6XnTj1VqZ";
const read = (path: string) => `GET /v1/${path}`;
const sentOf = ({ sent }: { sent: readonly { method: string; path: string }[] }) =>
  sent.map(({ method, path }) => `${method} ${path.split("?")[0]}`);

test("an organization by its name is an id in the history, and an undo finds it", async () => {
  const kept = { history: "always" } as const;
  expect((await cli.run("cr close 43 --org 'Halden Robotics'", kept)).code).toBe(0);
  const undone = await cli.run("undo --yes --json", kept);
  expect([undone.code, undone.stderr]).toEqual([0, expect.not.stringContaining("docs:")]);
  expect(undone.sent.find(({ method }) => method === "PATCH")?.body).toMatchObject({ status: "open" });
});

test("an organization by its name is an id in a plan, which is applied with that name, too", async () => {
  const line = `spaces edit ${SPACE} --emoji 1f527 --org "Halden Robotics" --plan ${cli.folder}/p.plan`;
  expect((await cli.run(line)).code).toBe(0);
  const applied = await cli.run(`plans apply ${cli.folder}/p.plan --yes --org 'halden robotics'`);
  expect([applied.code, applied.stderr]).toEqual([0, expect.not.stringContaining("docs:")]);
});

describe("what does not exist is refused, and nothing is changed", () => {
  test.each([
    ["cr list --org Nope", {}, "no organization is called", undefined],
    ["cr close 43 --org Halden", {}, "no organization is called", ORG],
    ["cr list --space Tern", {}, "no space is called", SPACE],
    ["cr list --site Halden", {}, "no site is called", SITE],
    ["cr close 43", { DOCS_ORG: "Haldn Robotics" }, "no organization is called", ORG],
    ["cr close 43", { DOCS_SPACE: "Tern User Guid" }, "no space is called", SPACE],
    ["spaces list", { DOCS_SITE: "Halden Doc s" }, "no site is called", SITE],
  ])("docs %s %j", async (line, env, message, near) => {
    const ran = await cli.run(`${line} --json`, { env });
    expect(ran.code).toBe(3);
    const { error } = JSON.parse(ran.stderr);
    expect(error.message).toContain(message);
    expect(error.near?.map(({ id }: { id: string }) => id) ?? []).toEqual(
      near === undefined ? [] : expect.arrayContaining([near]),
    );
    expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  });
});

describe("an organization that the space is not in is refused", () => {
  test.each([
    [`cr close 43 --org ${OTHER}`],
    [`spaces edit ${SPACE} --title x --org ${OTHER}`],
    [`comments list --space ${HARBOR} --org ${OTHER}`],
  ])("docs %s", async (line) => {
    const ran = await cli.run(line);
    expect([ran.code, ran.stderr]).toEqual([
      2,
      expect.stringMatching(
        /^docs: space \w+ is in organization hR7kQ2mXv9TzLb4WcN8p, not in osAgpp53c2y4hH7jymzf\n {2}omit --org/,
      ),
    ]);
    expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  });
});

test.each([
  ["--org", OTHER, `organization ${ORG}`],
  ["--space", HARBOR, `space ${SPACE}`],
])("a URL of something elsewhere is refused: %s", async (flag, id, where) => {
  const url = `https://app.example.com/o/${ORG}/s/${SPACE}/~/changes/43`;
  const expected = [2, expect.stringContaining(`${flag} ${id} contradicts the URL, which is in ${where}`), []];
  const target = await cli.run(`cr view ${url} ${flag} ${id}`);
  expect([target.code, target.stderr, target.sent]).toEqual(expected);
  const context = await cli.run(`comments list --cr ${url} ${flag} ${id}`);
  expect([context.code, context.stderr, context.sent]).toEqual(expected);
});

describe("what is asked for", () => {
  test.each([
    // The space is compared with the organization only where the command line names it.
    ["cr view 43", []],
    [`cr view 43 --space ${SPACE}`, []],
    [`cr view 43 --org ${ORG}`, [read(`spaces/${SPACE}`)]],
    // A list of the organization has the space: it is not asked for.
    [`spaces list --org ${ORG}`, []],
    ["cr view 43 --site Nope1234567890123456", []],
  ])("docs %s", async (line, before) => {
    const { sent } = await cli.run(line);
    if (before) expect(sentOf({ sent }).slice(0, -1)).toEqual(before);
  });

  test("a space that was found in the organization's list is not read to compare it", async () => {
    const ran = await cli.run(`comments list --org ${ORG} --space 'Harbor API'`);
    expect([ran.code, sentOf(ran)]).toEqual([0, [read(`orgs/${ORG}/spaces`), read(`spaces/${HARBOR}/comments`)]]);
  });

  test("a name is looked up once, however often it is needed", async () => {
    const ran = await cli.run("members remove jonas.weber@halden-robotics.example --yes --org 'Halden Robotics'");
    expect(ran.code).toBe(0);
    expect(sentOf(ran).filter((one) => one === read("orgs"))).toHaveLength(1);
  });
});

describe("an organization of the settings that the space is not in is refused by what is read anyway", () => {
  const env = { DOCS_ORG: OTHER };

  test.each(["cr close 43", `spaces edit ${SPACE} --title x`, "cr merge 42 --yes"])("docs %s", async (line) => {
    const ran = await cli.run(line, { env, history: "always" });
    expect([ran.code, ran.stderr]).toEqual([
      2,
      `docs: space ${SPACE} is in organization ${ORG}, not in ${OTHER}, as DOCS_ORG or the profile says; nothing was sent\n  pass --org ${ORG}\n`,
    ]);
    expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
    expect((await cli.run("history list --json")).stdout).not.toContain(line);
  });

  test("a URL that names the organization by a word refuses nothing", async () => {
    const ran = await cli.run("cr close 43", {
      env: { DOCS_ORG: ORG },
      history: "always",
      rewrite: (body) => JSON.parse(JSON.stringify(body).replaceAll(`/o/${ORG}/s/`, "/o/halden/s/")),
    });
    expect([ran.code, sentOf(ran).at(-1)]).toEqual([0, `PATCH /v1/spaces/${SPACE}/change-requests/43`]);
    const undone = await cli.run("undo --yes", { env: { DOCS_ORG: ORG }, history: "always" });
    expect([undone.code, undone.stderr]).toEqual([0, expect.stringContaining("Undone")]);
  });

  test("without a history nothing is read for it", async () => {
    const ran = await cli.run("cr close 43", { env, history: "never" });
    expect([ran.code, sentOf(ran)]).toEqual([0, [`PATCH /v1/spaces/${SPACE}/change-requests/43`]]);
  });
});
