/** How earlier generations are named. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findGeneration, parseSnapshotName } from "../../src/shared/snapshots/generation-names.js";
import { openSnapshotFile } from "../../src/snapshot/file/open-snapshot.js";
import { temporaryFolder } from "./snapshot-helper.js";

const { folder, remove } = temporaryFolder();
afterAll(remove);
const path = join(folder, "org.docs");
writeFileSync(path, "");

describe("the name of a snapshot", () => {
  it.each(["3", "-1", "today", "yesterday", "monday", "2026-11-01", "2026-11-01T03:00", "2026-11-01T03:00:00.000Z"])(
    "names a generation behind an @: %s",
    (reference) => {
      expect(parseSnapshotName(`${path}@${reference}`)).toEqual({ path, reference });
    },
  );

  it.each(["", "0", "-0", "-", "1.5", "Monday ", "last", "1@x", "3 "])("is a whole name with %j", (end) => {
    expect(parseSnapshotName(`${path}@${end}`)).toEqual({ path: `${path}@${end}` });
  });

  it.each([
    ["tomorrow", undefined],
    ["yestrday", "did you mean: yesterday"],
    ["last", undefined],
  ])("names no generation of a file that is there with %j, which is said when it is opened", (reference, near) => {
    const list = `a generation is a number, -1 or a day: docs snapshots list ${path}`;
    expect(() => openSnapshotFile(`${path}@${reference}`)).toThrow(
      expect.objectContaining({
        kind: "usage",
        message: `"${reference}" names no generation of ${path}`,
        hint: near === undefined ? list : `${near}; ${list}`,
      }),
    );
  });

  it("of a file that is not there leads to what is beside it", () => {
    const hintOf = (file: string) => expect.objectContaining({ kind: "usage", hint: file });
    expect(() => openSnapshotFile(join(folder, "orgs.docs"))).toThrow(hintOf(`did you mean: ${path}`));
    expect(() => openSnapshotFile(join(folder, "monday"))).toThrow(hintOf("a generation needs its file: FILE@monday"));
    expect(() => openSnapshotFile(join(folder, "weekly"))).toThrow(
      hintOf(`snapshots here: ${path}; to make one: docs snapshots create FILE`),
    );
  });

  it("is that of a file that is there", () => {
    writeFileSync(`${path}@2`, "");
    expect(parseSnapshotName(`${path}@2`)).toEqual({ path: `${path}@2` });
    expect(parseSnapshotName(`${path}@2@1`)).toEqual({ path: `${path}@2`, reference: "1" });
    expect(parseSnapshotName(join(folder, "none.docs@2"))).toEqual({ path: join(folder, "none.docs@2") });
  });
});

describe("a generation", () => {
  // 2026-11-25 is a Wednesday.
  const now = Date.parse("2026-11-25T12:00:00Z");
  const made = (id: number, ended: string) => ({
    id,
    ended,
    started: ended,
    state: "complete" as const,
    caller: "",
    tool: "",
  });
  const all = [
    made(1, "2026-11-16T02:00:00.000Z"),
    made(2, "2026-11-23T02:00:00.000Z"),
    made(4, "2026-11-24T23:59:59.999Z"),
    made(5, "2026-11-25T02:00:00.000Z"),
  ];
  it.each([
    ["1", 1],
    ["4", 4],
    ["-1", 4],
    ["-3", 1],
    ["today", 5],
    ["yesterday", 4],
    ["tuesday", 4],
    ["wednesday", 5],
    ["monday", 2],
    ["sunday", 1],
    ["2026-11-16", 1],
    ["2026-11-22", 1],
    ["2026-11-24T02:00", 2],
    ["2026-11-24T23:59:59.999Z", 4],
    ["2030-01-01", 5],
  ])("is named by %s", (reference, id) => {
    expect(findGeneration(all, { path, reference }, now).id).toBe(id);
  });

  it.each([
    ["3", "has no generation 3"],
    ["-4", "has no generation -4"],
    ["2026-11-15", "has no generation of 2026-11-15 or earlier: the first is of 2026-11-16T02:00:00.000Z"],
    ["2026-13-45", "2026-13-45 is not a date"],
    ["2026-02-30", "2026-02-30 is not a date"],
    ["2026-11-24T25:00", "2026-11-24T25:00 is not a date"],
  ])("that is not there is named: %s", (reference, message) => {
    expect(() => findGeneration(all, { path, reference }, now)).toThrow(message);
  });

  it("is the latest where none is named", () => {
    expect(findGeneration(all, { path }, now).id).toBe(5);
  });
});
