/**
 * R71 on the built program: a served sandbox and commands with `--sandbox` work on one state and are killed at any
 * moment, round after round. DOCS_KILL_ROUNDS says how many rounds.
 */
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSandbox } from "../../src/sandbox/open.js";
import { openBinding } from "../../src/system/sqlite.js";
import { createHome, type Home } from "../helpers/cli.js";
import { randomOf, SEED } from "../helpers/random.js";
import { sampleCount } from "../helpers/sample.js";
import { commandsUntil, type Moment, nothing, SPACE, servedUntil } from "./writers.js";

const ROUNDS = Number(process.env.DOCS_KILL_ROUNDS ?? sampleCount(8, 2, ["src/sandbox/store", "src/sandbox/wire"]));

let home: Home;
let file: string;
beforeAll(async () => {
  home = createHome();
  const { stdout } = await home.run(["sandbox", "status", "-q", ".file"]);
  file = stdout.trim();
});
afterAll(() => home.remove());

/** What the state holds, after SQLite has looked at every page of it. */
async function look() {
  const database = openBinding(file);
  const integrity = database.all("PRAGMA integrity_check").map((row) => Object.values(row)[0]);
  const foreign = database.all("PRAGMA foreign_key_check");
  database.close();
  const sandbox = await openSandbox({ file, local: true, check: true });
  const found = await sandbox.change(({ store }) => ({
    requests: store.all<{ id: string; number: number; revision: string }>("change-request", SPACE),
    revisions: new Set(store.ids("revision", SPACE)),
    comments: store.all<{ id: string; status: string }>("comment", SPACE),
    space: store.get<{ changeRequests: number; comments: number }>("space", SPACE),
    title: store.get<{ title: string }>("team", "t3QuiTd9yR8G95e1tUaj")?.title ?? "",
  }));
  sandbox.close();
  return { integrity, foreign, ...found };
}

test(`R71 kill -9 of a served sandbox and of commands: nothing that was answered is lost, nothing is half done (seed ${SEED})`, async () => {
  const random = randomOf(SEED);
  const known = nothing();
  for (let round = 0; round < ROUNDS; round += 1) {
    // In every other round something is answered first; in the first one, nobody may have made the state yet.
    const moment = (most: number): Moment =>
      round % 2 === 0
        ? { answers: 0, ms: random(300), from: "start" }
        : { answers: 1 + random(most), ms: random(15), from: "write" };
    const create = (count: number) => ["--sandbox", "cr", "create", "--subject", `round ${round} ${count}`];
    const comment = (count: number) => ["--sandbox", "comments", "create", "--body", `round ${round} ${count}`];
    await Promise.all([
      servedUntil(moment(40), home, known),
      commandsUntil(moment(3), home, create, { ...known, ids: known.requests }),
      commandsUntil(moment(3), home, comment, { ...known, ids: known.comments }),
    ]);
    expect(known.wrong).toEqual([]);
    if (!existsSync(file)) {
      // All were killed before the state was there: nothing may have been answered.
      expect([known.requests, known.comments, known.title.answered]).toEqual([[], [], 0]);
      continue;
    }
    const found = await look();
    expect({ round, integrity: found.integrity, foreign: found.foreign }).toEqual({
      round,
      integrity: ["ok"],
      foreign: [],
    });
    const ids = new Set(found.requests.map(({ id }) => id));
    const comments = new Set(found.comments.map(({ id }) => id));
    expect(known.requests.filter((id) => !ids.has(id))).toEqual([]);
    expect(known.comments.filter((id) => !comments.has(id))).toEqual([]);
    const title = Number(/^title (\d+)$/.exec(found.title)?.[1] ?? 0);
    expect(title).toBeGreaterThanOrEqual(known.title.answered);
    expect(title).toBeLessThanOrEqual(known.title.sent);
    // No half request: number, revision, counter and the thing itself were written together or not at all.
    const numbers = found.requests.map(({ number }) => number).sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    expect(found.requests.filter(({ revision }) => !found.revisions.has(revision))).toEqual([]);
    expect(found.space?.changeRequests).toBe(found.requests.length);
    expect(found.space?.comments).toBe(found.comments.filter(({ status }) => status === "open").length);
  }
  if (process.env.DOCS_KILL_ROUNDS !== undefined) {
    const { killed, requests, comments, title } = known;
    const figures = {
      rounds: ROUNDS,
      killed,
      acknowledged: { requests: requests.length, comments: comments.length, title: title.answered },
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
  }
  expect(known.killed).toEqual({ served: ROUNDS, inProcess: 2 * ROUNDS });
  // Nothing but the state itself is left.
  expect(readdirSync(dirname(file)).filter((name) => !/^sandbox\.sqlite(?:-wal|-shm)?$/.test(name))).toEqual([]);
  expect(join(dirname(file), "sandbox.sqlite")).toBe(file);
}, 600_000);
