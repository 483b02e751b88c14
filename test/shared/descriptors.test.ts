/** What is opened is closed, whether the work is done or fails. */
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createRecordedRuns } from "../../src/cli/records/history.js";
import { logFiles } from "../../src/cli/records/log-files.js";
import { readConfig } from "../../src/config/read.js";
import { updateConfig } from "../../src/config/write.js";
import { lockExclusively } from "../../src/system/exclusive-lock.js";
import { fileText } from "../../src/system/files/file-bytes.js";
import { readText } from "../../src/system/files/own-text.js";
import { replaceFile, writeNew } from "../../src/system/files/write-file.js";
import { acquireLock } from "../../src/system/lock-file.js";
import { closeAll } from "../../src/system/signals.js";
import * as sqlite from "../../src/system/sqlite.js";
import { scratch } from "../config/place.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "docs-open-")));
const config = scratch();
afterAll(() => {
  rmSync(folder, { recursive: true });
  config.remove();
});

const at = (name: string) => join(folder, name);
writeFileSync(at("there"), "text");
mkdirSync(at("a folder"));
let edits = 0;

/** Files and folders of this test that the process has open. */
function openFiles(): string[] {
  const targets = readdirSync("/proc/self/fd").flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      // The folder itself was open while it was read.
      return [];
    }
  });
  return targets.filter((path) => path.startsWith(folder) || path.startsWith(config.dir));
}

const BOUNDS = { max: 3 };

it.each<[string, () => unknown]>([
  ["writeNew", () => writeNew(at(`new-${edits++}`), "text")],
  ["writeNew, where a file is there", () => writeNew(at("there"), "text")],
  ["replaceFile", () => replaceFile(at("replaced"), "text")],
  ["replaceFile, where a folder is there", () => replaceFile(at("a folder"), "text")],
  ["readText", () => readText(at("there"))],
  ["readText of a folder", () => readText(at("a folder"))],
  ["fileText of what is too long", () => fileText(at("there"), BOUNDS)],
  ["fileText of a folder", () => fileText(at("a folder"), BOUNDS)],
  ["updateConfig", () => updateConfig(config.place, (one) => ({ ...one, currentProfile: `p${edits++}` }))],
  ["updateConfig that fails", () => updateConfig(config.place, () => JSON.parse("{"))],
  ["readConfig", () => readConfig(config.place)],
  ["readConfig of what is damaged", () => readConfig({ ...config.place, dir: damagedConfig() })],
  ["acquireLock", async () => (await acquireLock(at("lock"), config.place)).release()],
  ["lockExclusively", () => lockExclusively(at("locked"), sqlite)?.()],
  ["lockExclusively, where a file is there", () => lockExclusively(at("there"), sqlite)],
  ["the log of a command", () => createRecordedRuns({ dir: folder, now: Date.now }).begin(RUN).append("{}\n")],
  ["the list of runs", () => createRecordedRuns({ dir: folder, now: Date.now }).runs()],
  ["a journal", async () => (await logFiles()).create(at(`journal-${edits++}`)).append("{}\n")],
])("%s leaves no file open", async (_, work) => {
  await Promise.resolve()
    .then(work)
    .catch(() => {});
  await closeAll();
  expect(openFiles()).toEqual([]);
});

const RUN = { plan: "p1", command: "docs spaces edit a", origin: "sandbox", maker: "docs" };

function damagedConfig(): string {
  const dir = at("damaged");
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dir, "config.json"), "{", { mode: 0o600 });
  return dir;
}
