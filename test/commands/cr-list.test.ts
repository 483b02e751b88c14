/** `cr list` beyond one status of one space, and the order of all of it. */
import { expect, test } from "vitest";
import type { Reply, Sent } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";
import { step, TTY } from "./step.js";

const cli = useTestCli();

const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const SPACE = "/v1/spaces/tG4nVx8YqLz2RkWd7JmS";
const AIKO = "uHosc9Bt3Cghxy16F4UK";

type Change = { number: number; subject?: string; updatedAt?: string; createdBy?: object };
const change = ({ number, ...more }: Change): object => ({
  object: "change-request",
  id: `cr${number}`,
  number,
  subject: `Change ${number}`,
  status: "open",
  ...more,
});

/** Answers `lists` by their path and status; every other list is empty. */
const answers =
  (lists: Readonly<Record<string, object[] | number>>) =>
  ({ path }: Sent): Reply => {
    const [plain = "", query = ""] = path.split("?");
    const status = new URLSearchParams(query).get("status");
    const found = lists[status === null ? plain : `${plain} ${status}`] ?? [];
    return typeof found === "number" ? { status: found, body: {} } : { status: 200, body: { items: found } };
  };

const THREE = [
  change({ number: 1, updatedAt: "2026-01-02T00:00:00Z" }),
  change({ number: 2, updatedAt: "2026-01-04T00:00:00Z" }),
  change({ number: 3, updatedAt: "2026-01-03T00:00:00Z" }),
];

test("newest first in pipes, too; from a cursor on, as the service lists them", async () => {
  const intercept = answers({ [`${SPACE}/change-requests`]: THREE });
  expect(await cli.json("cr list -q '[.[].number]'", { intercept })).toEqual([2, 3, 1]);
  await step(cli, "cr list --fields number", { on: { intercept }, out: ["2", "3", "1"] });
  await step(cli, "cr list --fields number --page abc", { on: { intercept }, out: ["1", "2", "3"] });
  await step(cli, "cr list --fields number --sort number", { on: { intercept }, out: ["1", "2", "3"] });
});

test("--limit keeps the newest of the whole list at a terminal; scripts go on from its cursor", async () => {
  const { stdout, stderr: heading } = await cli.run("cr list --status merged -L 3", TTY);
  expect(stdout.match(/^ +\d+(?= {2})/gm)?.map(Number)).toEqual([41, 40, 39]);
  expect(heading).toMatch(
    /^Merged change requests in Tern User Guide\n.*\nthe newest 3 of 38: raise --limit for more\n$/,
  );
  const intercept = answers({ [`${SPACE}/change-requests`]: THREE });
  await step(cli, "cr list -L 2 --page abc --fields number", {
    on: { intercept },
    out: ["1", "2"],
    err: ["there are more items: continue with --page abc"],
  });
  // A script that goes on from cursor to cursor starts with an empty one.
  const { stderr } = await step(cli, "cr list --status merged -L 2 --page '' --json -q '.[].number'", {
    out: ["1", "2"],
    err: ["there are more items: continue with --page CURSOR"],
    sent: [`GET ${SPACE}/change-requests?limit=2&status=merged`],
  });
  const [, cursor = ""] = /--page (\S+)/.exec(stderr) ?? [];
  await step(cli, `cr list --status merged -L 1 --page ${cursor} --fields number`, {
    out: ["3"],
    err: ["there are more items: continue with --page CURSOR"],
  });
});

test("--status all reads every status once", async () => {
  const ran = await step(cli, "cr list --status all -L 3 --fields number,status", {
    out: ["42\topen", "45\tdraft", "46\tarchived"],
    err: ["the newest 3 of 46: raise --limit for more"],
  });
  expect(ran.sent.map(({ path }) => path).sort()).toEqual(
    ["archived", "draft", "merged", "open"].map((status) => `${SPACE}/change-requests?limit=1000&status=${status}`),
  );
  const all = await cli.json("cr list --status all");
  expect(all.map(({ number }: Change) => number).sort((a: number, b: number) => a - b)).toEqual(
    Array.from({ length: 46 }, (_, at) => at + 1),
  );
});

test("--author is who created it, --contributor anyone who changed it", async () => {
  const ran = await cli.run(`cr list --status all --author ${AIKO} --fields createdBy.id`);
  const authors = ran.stdout.trim().split("\n");
  expect(authors.length).toBeGreaterThan(3);
  expect(new Set(authors)).toEqual(new Set([AIKO]));
  await step(cli, "cr list --author jonas.weber@halden-robotics.example --fields number", { out: ["42"] });
  await step(cli, "cr list --author @me", {
    on: TTY,
    err: ["no such open change requests; --status all for every status"],
  });
  await step(cli, "cr list --status all --author @me", { on: TTY, err: ["no such change requests"] });
});

test("one whose author is not known is no one's, and is counted", async () => {
  const intercept = answers({
    [`${SPACE}/change-requests`]: [change({ number: 1 }), change({ number: 2, createdBy: { id: AIKO } })],
  });
  await step(cli, `cr list --author ${AIKO} --fields number`, {
    on: { intercept },
    out: ["2"],
    err: ["note: omitted 1 change request without a known author"],
  });
});

test("--search finds a part of the subject in any case", async () => {
  await step(cli, "cr list --search TORQUE --fields number,subject", { out: ["43\tTorque for the axle screws"] });
  await step(cli, "cr list --search 'release notes' --status merged -L 2 --fields number", {
    out: ["40", "36"],
    err: ["the newest 2 of 6: raise --limit for more"],
  });
});

test("--all-spaces: each with its space, newest first", async () => {
  const ran = await step(cli, "cr list --all-spaces", {
    on: { tty: true, width: 120 },
    out: [
      "NUMBER  SUBJECT                              SPACE                  STATUS  AUTHOR           COMMENTS  UPDATED",
      "    42  Charge for 60 minutes instead of 75  Tern User Guide        open    Jonas Weber             1  1 day ago",
      "     1  Anrede vereinheitlichen              Tern Benutzerhandbuch  open    Casey Lindqvist         0  8 days ago",
      "    43  Torque for the axle screws           Tern User Guide        open    Tomasz Nowak            1  11 days ago",
      "    44  Release notes: gauge and crossings   Tern User Guide        open    Elif Demir              0  13 days ago",
      "     2  Day off after on call                Engineering Handbook   open    Priya Raman             1  18 days ago",
    ],
    err: ["5 open change requests in Halden Robotics", "2 columns hidden: Outdated, ID; -o json has all, --ids the ID"],
  });
  expect(ran.sent[0]?.path).toBe(`/v1/orgs/${ORG}/spaces?limit=1000`);
  expect(await cli.json("cr list --all-spaces --search vereinheitlichen -q '.[].space'")).toEqual({
    id: "pWk2T6KHwZU5rjnfRPm5",
    title: "Tern Benutzerhandbuch",
  });
  // A default space does not narrow it, and no space has to be known.
  expect((await cli.run("cr list --all-spaces", { defaults: { org: ORG } })).code).toBe(0);
});

test("a space that cannot be read is named, and the others are shown", async () => {
  const intercept = answers({
    [`/v1/orgs/${ORG}/spaces`]: [
      { id: "s1", title: "One" },
      { id: "s2", title: "Two\u001b[2J\nx" },
    ],
    "/v1/spaces/s1/change-requests": THREE,
    "/v1/spaces/s2/change-requests": 403,
  });
  const ran = await cli.run("cr list --all-spaces --fields number", { intercept });
  expect(ran).toMatchObject({ code: 9, stdout: "2\n3\n1\n" });
  expect(ran.stderr).toContain("1 space could not be read\n");
  expect(ran.stderr).toContain("Two");
  expect(ran.stderr).not.toContain("\u001b");
});

test("a list of spaces of which none can be read fails with the first cause, and stops after five outages", async () => {
  const spaces = Array.from({ length: 30 }, (_, at) => ({ id: `s${at}`, title: `Space ${at}` }));
  const failing =
    (status: number) =>
    ({ path }: Sent): Reply =>
      path.includes("/orgs/") ? { status: 200, body: { items: spaces } } : { status, body: {} };
  expect((await cli.run("cr list --all-spaces", { intercept: failing(403) })).code).toBe(4);
  const down = await cli.run("cr list --all-spaces --retries 0", { intercept: failing(500) });
  expect(down.code).toBe(6);
  expect(down.sent.length).toBeLessThan(12);
});

test("a list with fewer items than the service counts is not taken for whole", async () => {
  const intercept = ({ path }: Sent): Reply => ({
    status: 200,
    body: { items: THREE, count: path.includes("status=merged") ? 4 : 3 },
  });
  await step(cli, "cr list --status all", {
    on: { intercept },
    err: ["docs: only 3 of 4 were listed"],
    code: 9,
  });
});

test("--page goes with the list of one status", async () => {
  await step(cli, "cr list --all-spaces --page x", {
    err: [
      "docs: --page follows the list of one status of a space",
      "  omit --status all, --author, --search and --all-spaces",
    ],
    code: 2,
    sent: [],
  });
});

test("--web opens the organization for all spaces", async () => {
  const ran = await cli.run("cr list --all-spaces --web");
  expect(ran.opened).toEqual([`https://docs.sandbox.invalid/o/${ORG}`]);
});
