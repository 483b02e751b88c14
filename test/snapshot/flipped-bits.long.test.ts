import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Failure } from "../../src/errors.js";
import { loadSample } from "../../src/sandbox/sample/load.js";
import { compareSnapshots } from "../../src/snapshot/compare/compare.js";
import { exportSnapshot } from "../../src/snapshot/export/export.js";
import { readSnapshot } from "../../src/snapshot/file/read.js";
import { verifySnapshot } from "../../src/snapshot/file/verify.js";
import { testSandbox } from "../helpers/sandbox.js";
import { rowsOf, snapshotOf, sourcesOf, temporaryFolder } from "./snapshot-helper.js";

const FLIPS = 60;

/** What is thrown at people: anything else is a bug, and what ends the process ends this test. */
async function failureOf(work: () => unknown): Promise<Failure | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

it("R86: a flipped bit anywhere is found, and is told as damage by whatever meets it", async () => {
  const place = temporaryFolder();
  const service = await testSandbox({ load: loadSample });
  try {
    await snapshotOf(service, place.file, { organization: "hR7kQ2mXv9TzLb4WcN8p" });
    const whole = readFileSync(place.file);
    const file = `${place.file}.bad`;
    const right = [rowsOf(place.file), sourcesOf(place.file)];
    const told = { found: 0, refused: 0, unseen: 0 };
    for (let flip = 0; flip < FLIPS; flip += 1) {
      const bytes = Buffer.from(whole);
      const at = 100 + Math.floor(((whole.length - 100) / FLIPS) * flip);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (flip % 2 === 0 ? 7 : flip % 7));
      writeFileSync(file, bytes);
      let isFound = false;
      const refused = await failureOf(() => {
        isFound = verifySnapshot(file).damage.length > 0;
      });
      told[isFound ? "found" : refused ? "refused" : "unseen"] += 1;
      // Bytes that nothing uses are no damage.
      if (!isFound && !refused) expect([rowsOf(file), sourcesOf(file)], `byte ${at}`).toEqual(right);
      const folder = join(place.folder, "out");
      for (const work of [
        () => readSnapshot(file),
        () => compareSnapshots(place.file, file, { texts: true }),
        () => exportSnapshot(file, folder),
      ]) {
        expect(["partial", "config", undefined], `byte ${at}`).toContain((await failureOf(work))?.kind);
      }
      rmSync(folder, { recursive: true, force: true });
    }
    // In so small a file about half of the bytes are used: tables of one row, pages freed at the end.
    expect(told.found + told.refused).toBeGreaterThan(FLIPS * 0.3);
  } finally {
    service.close();
    place.remove();
  }
}, 600_000);
