/** What every command makes of a damaged snapshot, and `create` of a damaged unfinished one. */
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { Failure } from "../../src/errors.js";
import { TransportError } from "../../src/http/transport/error.js";
import { VIEWS } from "../../src/resources/views.js";
import { compareSnapshots } from "../../src/snapshot/compare/compare.js";
import { exportSnapshot } from "../../src/snapshot/export/export.js";
import { readSnapshot } from "../../src/snapshot/file/read.js";
import { verifySnapshot } from "../../src/snapshot/file/verify.js";
import { queryInChild as runQuery } from "../../src/snapshot/query/query-in-child.js";
import type { SnapshotSelection } from "../../src/snapshot/types.js";
import { openBinding } from "../../src/system/sqlite.js";
import type { TestSandbox } from "../helpers/sandbox.js";
import type { Flip } from "./flips.js";
import { rowsOf, snapshotOf, sourcesOf, transportOf } from "./snapshot-helper.js";

type Wanted = Partial<SnapshotSelection> & { organization: string };
export const [FIRST, SECOND] = ["2026-01-15T10:00:00.000Z", "2026-01-16T10:00:00.000Z"];

/** What a message must not have: the words of SQLite, or of our own bugs. */
const RAW = /SQLITE|malformed|disk image|SQL:|constraint|no such|JSON at position|is a bug/i;

/** What a command answers; a failure has to name the file as damaged. */
async function answerOf<T>(work: () => T | Promise<T>, file: string): Promise<T | Failure> {
  try {
    return await work();
  } catch (error) {
    // Anything else is a bug.
    if (!(error instanceof Failure)) throw error;
    expect(error.message).not.toMatch(RAW);
    expect([error.kind, error.message]).toEqual(["partial", expect.stringContaining(file)]);
    expect([error.hint]).toEqual([expect.stringContaining("docs snapshots verify")]);
    return error;
  }
}

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true })
      .map(String)
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );

/** In its own process, as SQLite's memory is bounded there. */
const query = async (file: string, view: string) => {
  try {
    return (await runQuery(file, { sql: `SELECT * FROM ${view}`, limit: 100_000, seconds: 60 })).rows;
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "not-in-snapshot") throw error;
    return error.message;
  }
};

/** How a refused export looks, or one that left files out. */
async function exported(file: string, folder: string) {
  rmSync(folder, { recursive: true, force: true });
  const { missing } = await exportSnapshot(file, folder);
  return missing.some(({ isDamaged }) => isDamaged) ? new Failure("partial", "files are missing") : filesIn(folder);
}

const recordsOf = (file: string) =>
  [...sourcesOf(file).values()].map(({ requests: _, startedAt: _s, endedAt: _e, ...source }) => source);
const timesOf = (file: string) =>
  new Set([...sourcesOf(file).values()].flatMap(({ startedAt, endedAt }) => [startedAt, endedAt]));
const extrasOf = (file: string) => {
  const db = openBinding(file);
  try {
    return [
      db.all("SELECT * FROM counters ORDER BY name"),
      db.all("SELECT * FROM counts WHERE n > 0 ORDER BY scope, kind"),
      db.all(
        "SELECT kind, id FROM objects WHERE kind NOT IN ('revision', 'document', 'file-bytes') ORDER BY kind, scope, position",
      ),
      db.all("SELECT key, value FROM blobs ORDER BY key"),
      // One that is found whole becomes a generation before it.
      db.all("SELECT name FROM sqlite_master WHERE tbl_name NOT IN ('generations', 'past_content') ORDER BY name"),
    ];
  } finally {
    db.close();
  }
};

/** Checks the commands that read; every answer is the one of the whole file, or says that this one is damaged. */
export async function expectToldBy(whole: string, flips: readonly Flip[]): Promise<void> {
  const folder = `${whole}.out`;
  const views = (file: string) => {
    const { bytes: _, ...info } = readSnapshot(file);
    return info;
  };
  const right = { view: views(whole), query: new Map<string, unknown>(), export: await exported(whole, folder) };
  for (const [at, flip] of flips.entries()) {
    const name = ["page_texts", ...VIEWS.map((view) => view.name)][at % (VIEWS.length + 1)] ?? "";
    if (!right.query.has(name)) right.query.set(name, await query(whole, name));
    const bad = `${whole}.bad`;
    flip.apply(whole, bad);
    if (readFileSync(bad).equals(readFileSync(whole))) continue;
    const found = await answerOf(() => verifySnapshot(bad), bad);
    const isFound = found instanceof Failure || found.damage.length > 0;
    if (!(found instanceof Failure))
      expect(JSON.stringify(found.damage), flip.what).not.toMatch(/SQLITE|malformed JSON/);
    for (const [command, work, wanted] of [
      ["view", () => views(bad), right.view],
      ["query", () => query(bad, name), right.query.get(name)],
      ["export", () => exported(bad, folder), right.export],
      ["diff", () => compareSnapshots(whole, bad, { texts: true }).changes, []],
      ["diff back", () => compareSnapshots(bad, whole, { texts: true }).changes, []],
    ] as const) {
      const answer = await answerOf<unknown>(work, bad);
      if (!(answer instanceof Failure)) expect(answer, `${command} of ${flip.what}`).toEqual(wanted);
      else expect(isFound || command === "export", `${command} finds what verify does not: ${flip.what}`).toBe(true);
    }
    // Bytes that nothing uses are no damage.
    if (!isFound)
      expect([rowsOf(bad), sourcesOf(bad), extrasOf(bad)], flip.what).toEqual([
        rowsOf(whole),
        sourcesOf(whole),
        extrasOf(whole),
      ]);
  }
}

/** Checks the next `create`: it has what one of a whole file has, and calls nothing whole that it did not check. */
export async function expectMended(
  service: Pick<TestSandbox, "sandbox">,
  {
    left,
    file,
    fresh,
    asked,
    download,
  }: { left: string; file: string; fresh: string; asked: Wanted; download?: (link: string) => Promise<Uint8Array> },
  flips: readonly Flip[],
): Promise<{ mended: number; refused: number }> {
  const told = { mended: 0, refused: 0 };
  const isPartial = left.endsWith(".partial");
  for (const flip of flips) {
    for (const end of ["", ".partial", ".partial-wal", ".partial-shm", ".suspect"]) rmSync(file + end, { force: true });
    flip.apply(left, isPartial ? `${file}.partial` : file);
    const again = () =>
      snapshotOf(service, file, asked, transportOf(service).transport, {
        started: SECOND,
        ...(download && { download }),
      });
    let made: { file: string } | Failure;
    try {
      made = await again();
    } catch (error) {
      if (!(error instanceof Failure)) throw new Error(`create after ${flip.what}`, { cause: error });
      made = error;
    }
    if (made instanceof Failure) {
      told.refused += 1;
      expect(made.message, flip.what).not.toMatch(RAW);
      expect([made.kind, made.message, made.hint], flip.what).toEqual([
        "partial",
        expect.stringContaining(`${file}.partial is damaged: `),
        expect.stringContaining(`rm '${file}.partial'`),
      ]);
      expect(existsSync(file)).toBe(false);
      continue;
    }
    told.mended += 1;
    expect(made.file, flip.what).toBe(file);
    expect(verifySnapshot(file).damage, flip.what).toEqual([]);
    expect(rowsOf(file), flip.what).toEqual(rowsOf(fresh));
    expect(recordsOf(file), flip.what).toEqual(recordsOf(fresh));
    expect(extrasOf(file), flip.what).toEqual(extrasOf(fresh));
    for (const time of timesOf(file)) expect([undefined, FIRST, SECOND], flip.what).toContain(time);
  }
  return told;
}

/** Walks until the first lists are read once more, and keeps the unfinished file. */
export async function leaveUnfinished(
  service: Pick<TestSandbox, "sandbox">,
  file: string,
  asked: Wanted,
  download?: (link: string) => Promise<Uint8Array>,
): Promise<void> {
  let looks = 0;
  const { transport } = transportOf(service, (path) => {
    if (path.startsWith(`/v1/orgs/${asked.organization}/spaces?`)) looks += 1;
    if (looks > 1) throw new TransportError("cut", { phase: "response", sent: true });
    return undefined;
  });
  await expect(
    snapshotOf(service, `${file}.running`, asked, transport, { started: FIRST, ...(download && { download }) }),
  ).rejects.toThrow();
  for (const end of ["", "-wal"])
    if (existsSync(`${file}.running.partial${end}`))
      copyFileSync(`${file}.running.partial${end}`, `${file}.partial${end}`);
  // What a kill leaves in the log is in the file after the next checkpoint, where no checksum protects it.
  const db = openBinding(`${file}.partial`);
  db.all("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  rmSync(`${file}.partial-shm`, { force: true });
}
