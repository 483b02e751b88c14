/** What the history of this machine forgets, and what it leaves alone. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRecordedRuns } from "../../src/cli/records/history.js";
import { closeAll } from "../../src/system/signals.js";
import { changedFiles, filesBelow } from "../helpers/nothing-else.js";

let folder: string;
let dir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docs-history-"));
  dir = join(folder, "data");
});
afterEach(async () => {
  await closeAll();
  rmSync(folder, { recursive: true });
});

const NOW = Date.parse("2026-07-01T12:00:00Z");
const history = () => createRecordedRuns({ dir, now: () => NOW });
const COMMAND = { plan: "p1", command: "docs spaces edit a", origin: "sandbox", organization: "o1", maker: "docs" };
const planOf = (id: string) => ({ ...COMMAND, id, steps: 1 });
const logs = () => readdirSync(join(dir, "history")).filter((name) => name.endsWith(".log"));

function put(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, path);
  return path;
}

/** Plans of people, wherever they keep them, and files beside the program's own. */
const OTHERS = [
  "work/site.plan",
  "work/site.plan.state",
  "work/site.plan.undo",
  "work/site.plan.undo.state",
  "data/site.plan",
  "data/plans/older/site.plan",
  "data/plans/site.txt",
  "data/plans/my site.plan",
  "data/history/site.plan",
];

/** As if there had been so many runs. */
function fill(count: number): void {
  history().begin(COMMAND);
  const made = logs().map((name) => Number.parseInt(name, 10));
  const first = Math.max(...made);
  const log = (number: number) => join(dir, "history", `${String(number).padStart(6, "0")}.log`);
  for (let more = 1; more < count; more += 1) copyFileSync(log(first), log(first + more));
}

describe.each([
  ["clear", async () => void (await history().clear())],
  [
    "more runs than are kept",
    async () => {
      fill(200);
      history().begin(COMMAND);
    },
  ],
])("%s", (_, forget) => {
  it("deletes no file that the program has not made, applied or not", async () => {
    const mine = OTHERS.map((path) => put(join(folder, path)));
    for (const [at, file] of mine.entries()) await history().remember(planOf(`p${at}`), { file });
    const own = await history().remember(planOf("own"), { text: "{}" });
    put(`${own}.state`);
    const before = filesBelow(folder);
    await forget();
    const gone = changedFiles(before, filesBelow(folder)).filter((path) => !existsSync(join(folder, path)));
    const ours = [own, `${own}.state`].map((path) => path.slice(folder.length + 1));
    const runs = [...before.keys()].filter((path) => /^data\/history\/\d+\.log$/.test(path));
    expect(runs).toHaveLength(OTHERS.length + 1);
    expect(gone.sort()).toEqual([...runs, ...ours].sort());
  });
});

describe("the limits", () => {
  it("200 runs are kept, the newest", async () => {
    fill(198);
    for (const kept of [199, 200, 200, 200]) {
      history().begin(COMMAND);
      expect(logs()).toHaveLength(kept);
    }
    const numbers = (await history().runs()).map(({ number }) => number);
    expect([numbers[0], numbers.at(-1)]).toEqual([202, 3]);
  });

  it("90 days, and not a second more", async () => {
    for (const age of [0, 90 * 86_400, 90 * 86_400 + 1]) {
      const { number } = history().begin(COMMAND);
      const seconds = NOW / 1000 - age;
      utimesSync(join(dir, "history", `00000${number}.log`), seconds, seconds);
    }
    history().begin(COMMAND);
    expect((await history().runs()).map(({ number }) => number)).toEqual([4, 2, 1]);
  });
});
