/** Nights of two months in one file, with edits between: what administrators ask of it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Reply, type Sent, type TestCli, testCli } from "../helpers/run.js";

const [SAM, NOOR, FIELD] = ["u5s6yviydT27vWkB4r3J", "uh37jonX22428ws4qB6R", "t3aVFS211n5tKAH88D12"];

let cli: TestCli;
let file: string;
beforeAll(async () => {
  cli = await testCli();
  file = join(cli.folder, "org.docs");
  vi.useFakeTimers({ toFake: ["Date"] });
  await night("2026-01-30", ["spaces edit --title Robots", notes("one"), `team-members set ${FIELD} ${NOOR}`]);
  await night("2026-01-31", [`members edit ${NOOR} --role admin`, notes("two"), "share-links create --name Press"]);
  await night("2026-02-01", [`members remove ${SAM} --yes`, notes("one")], deny("/members?"));
  // A token that is refused makes no generation.
  await night("2026-02-02", [], () => ({ status: 401, body: {} }), [4]);
  await night("2026-02-03", [`team-members remove ${FIELD} ${NOOR} --yes`]);
  const lines = ["cr merge 42 --yes", "share-links create --name Launch", "spaces duplicate"];
  await night("2026-03-01", lines, undefined, [0], (body) => moved(body, "safety", "rules/safety"));
}, 120_000);
afterAll(() => {
  vi.useRealTimers();
  cli.close();
});

const notes = (words: string) =>
  `content import 'data:text/markdown;name=notes.md,${encodeURIComponent(`# Notes\n\n${words}`)}' --source markdown`;

const moved = (body: unknown, from: string, to: string): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll(`"path":"${from}"`, `"path":"${to}"`));

const deny = (part: string) => (request: Sent) =>
  request.path.includes(part) ? { status: 403, body: { error: { code: 403, message: "not now" } } } : undefined;

async function night(
  day: string,
  lines: readonly string[],
  intercept?: (request: Sent) => Reply | undefined,
  codes = [0, 9],
  rewrite?: (body: unknown) => unknown,
) {
  vi.setSystemTime(`${day}T02:00:00.000Z`);
  cli.advance(86_400_000);
  for (const line of lines) await cli.out(line);
  vi.setSystemTime(`${day}T03:00:00.000Z`);
  const ran = await cli.run(`snapshots create ${file} --include access,share-keys`, {
    ...(intercept && { intercept }),
    ...(rewrite && { rewrite }),
  });
  expect(codes, ran.stderr).toContain(ran.code);
}

/** The questions of the documentation with their statements, as they are there. */
const QUESTIONS = [
  ...readFileSync("docs/snapshots/history.md", "utf8").matchAll(
    /\n([^\n]+\?)\n\n```sh\ndocs snapshots query org\.docs "([^"]+)"\n```/g,
  ),
].map(([, question = "", sql = ""]) => [question, sql] as const);

const ask = async (question: string): Promise<Record<string, unknown>[]> => {
  const sql = QUESTIONS.find(([text]) => text.startsWith(question))?.[1];
  return cli.json(`snapshots query ${file} "${sql}"`);
};
const at = (day: string) => `2026-${day}T03:00:00.000Z`;

test("ten questions have their answers", async () => {
  expect(QUESTIONS).toHaveLength(10);
  expect(await ask("Who lost access")).toEqual([
    { member_name: "Sam Whitfield", permission: "read", last_seen: at("01-31"), valid_to: at("02-03") },
  ]);
  expect(await ask("Whose role")).toEqual([
    {
      email: "noor.rahimi@halden-robotics.example",
      ...{ was: "create", role: "admin", not_before: at("01-30"), valid_from: at("01-31") },
    },
  ]);
  expect(await ask("Which pages changed")).toEqual([
    { space_title: "Robots", path: "notes", until: at("01-30"), again: at("02-01") },
  ]);
  expect((await ask("Which share links")).map(({ name }) => name).sort()).toEqual(["Partners", "Press", "Reviewers"]);
  expect(await ask("How does the number")).toEqual([
    { month: "2026-01", more: 47, pages: 47 },
    { month: "2026-03", more: 17, pages: 64 },
  ]);
  const untouched = (await ask("Which pages has nobody")).map(({ path }) => path);
  expect([untouched.includes("error-codes"), untouched.includes("notes")]).toEqual([true, false]);
  expect(await ask("Who was in a team")).toEqual([
    { member_name: "Grace Okafor", role: "member" },
    { member_name: "Noor Rahimi", role: "member" },
    { member_name: "Oliver Brandt", role: "member" },
    { member_name: "Sam Whitfield", role: "member" },
    { member_name: "Tomasz Nowak", role: "owner" },
  ]);
  const [merged, ...others] = await ask("How long did");
  expect([merged, others]).toEqual([expect.objectContaining({ space_title: "Robots", number: 42 }), []]);
  expect(await ask("Where did pages move")).toEqual([
    { space_title: "Robots", old_path: "safety", path: "rules/safety", valid_from: at("03-01") },
  ]);
  const reach = await ask("What could somebody");
  expect(reach).toHaveLength(8);
  expect(reach).toContainEqual({ space_title: "Robots", permission: "read", last_seen: at("01-31") });
});

interface Entry {
  at: string;
  after: string | null;
  kind: string;
  change: string;
  title: string;
  place: string;
  state: string | null;
  fields: object[];
  parts: object;
  unread: number;
}
const entries = (flags = ""): Promise<Entry[]> => cli.json(`snapshots log ${file} ${flags}`);
const lines = async (flags = "") =>
  (await entries(flags)).map(({ kind, change, title, place }) => [kind, change, title, place].join(" | "));

test("snapshots log shows what happened, the newest first", async () => {
  const all = await lines();
  expect(all.slice(0, 6)).toEqual([
    "spaces | added | Robots copy | ",
    "share-links | added | Launch | Halden Docs",
    "change-requests | merged | #42 Charge for 60 minutes instead of 75 | Robots",
    "pages | changed | Charging | Robots",
    "members | removed | Sam Whitfield | ",
    "team-members | removed | Noor Rahimi | Field service",
  ]);
  expect(all).toHaveLength(18);
  const [copy] = await entries();
  expect(copy).toMatchObject({ at: at("03-01"), after: at("02-03"), parts: { access: 10, pages: 17 }, unread: 0 });
});

test("a list that was not read in between is no end, and is named", async () => {
  const [sam, ...others] = await entries("--kind members --since 2026-02-01");
  expect([others, sam]).toEqual([
    [],
    expect.objectContaining({ title: "Sam Whitfield", at: at("02-03"), after: at("01-31"), unread: 1 }),
  ]);
  const table = await cli.run(`snapshots log ${file} --kind members`, { tty: true, width: 140 });
  expect(table.stdout).toMatch(
    /2026-02-03 03:00 +members +removed +Sam Whitfield +not read since 2026-01-31 03:00; read\n/,
  );
  expect(table.stdout).toMatch(/2026-01-31 03:00 +members +changed +Noor Rahimi +role: create → admin\n/);
});

test("--of names a thing, or what it is in or about", async () => {
  expect(await lines("--of sam.whitfield@halden-robotics.example")).toEqual(["members | removed | Sam Whitfield | "]);
  const access = await lines(`--of ${SAM} --kind access`);
  expect(access).toHaveLength(8);
  expect(access).toContain("access | removed | Sam Whitfield | Robots");
  expect(await lines("--of notes")).toEqual([
    "pages | added | Notes | Robots copy",
    "pages | changed | Notes | Robots",
    "pages | changed | Notes | Robots",
  ]);
  expect(await lines("--of '#42'")).toEqual([expect.stringContaining("merged | #42")]);
  expect(await lines("--of admin")).toEqual([]);
});

test("--since takes a day, a length, or a generation", async () => {
  const kinds = "--kind pages,share-links";
  const newest = ["share-links | added | Launch | Halden Docs", "pages | changed | Charging | Robots"];
  for (const since of ["2026-02-04", "@4", "@-1"])
    expect(
      (await lines(`${kinds} --since ${since}`)).filter((line) => !line.endsWith("Robots copy")),
      since,
    ).toEqual(newest);
  expect(await lines(`${kinds} --since 400d`)).toEqual(await lines(kinds));
  expect(await lines(`${kinds} --since 2026-02-01`)).toHaveLength((await lines(`${kinds} --since @4`)).length + 1);
  expect((await cli.run(`snapshots log ${file} --since soon`)).stderr).toContain('--since: "soon" is not a time');
});

test("--limit shows more, and a kind that is none is refused", async () => {
  const few = await cli.run(`snapshots log ${file} --limit 2`, { tty: true, width: 140 });
  expect(few.stdout.trim().split("\n")).toHaveLength(3);
  expect(few.stderr).toContain("only the newest 2 of 18 changes: --limit N shows more");
  const refused = await cli.run(`snapshots log ${file} --kind people`);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('--kind: "people" is not one of teams, members'),
  ]);
});

test("a list that no generation read has no lines", async () => {
  const own = join(cli.folder, "own.docs");
  await cli.out(`snapshots create ${own} --exclude content`);
  const ran = await cli.run(`snapshots log ${own} --json`);
  expect([ran.code, ran.stdout]).toEqual([0, "[]\n"]);
  expect(ran.stderr).toContain("not in this file: access, share-links, pages");
  const refused = await cli.run(`snapshots log ${own} --kind access`);
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("pass --include access")]);
});

test("the log names what the latest generation could not read", async () => {
  await night("2026-03-02", [], deny("/teams?"));
  const ran = await cli.run(`snapshots log ${file} --kind teams`);
  expect([ran.code, ran.stderr]).toEqual([
    9,
    expect.stringMatching(/changes may be missing\n.*teams is incomplete: partial/),
  ]);
});
