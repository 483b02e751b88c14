/** Each reader, with each of its lists in turn not read: it claims nothing about what it has not seen. */
import { expect, test } from "vitest";
import { sampleCases } from "../helpers/sample.js";
import { FAULTS, type FaultName } from "./list-faults.js";
import { listsOf, mistakes } from "./not-read.js";
import { READERS } from "./readers.js";

// The names of a constant object.
const NAMES = Object.keys(FAULTS) as FaultName[];

const chosen = sampleCases(
  "not read",
  READERS.flatMap((reader) => NAMES.map((fault) => ({ reader, fault }))),
  {
    nameOf: ({ reader, fault }) => `${reader.name}: ${fault}`,
    few: 1,
    rooms: ["src/changes", "src/checks", "src/snapshot"],
  },
);

test.each(chosen)(
  "R83 R86 not read is not absent: $reader.name, each of its lists $fault",
  async ({ reader, fault }) => {
    const lists = await listsOf(reader);
    expect(lists).not.toEqual([]);
    const found: Record<string, string[]> = {};
    for (const list of lists) {
      const wrong = await mistakes(reader, list, fault);
      if (wrong.length > 0) found[list] = wrong;
    }
    expect(found).toEqual({});
  },
);
