import { describe, expect, it } from "vitest";
import { FAULTS, type FaultName } from "./list-faults.js";
import { listsOf, mistakes } from "./not-read.js";
import { READERS } from "./readers.js";

const NAMES = Object.keys(FAULTS) as FaultName[];

describe.each(READERS)("R83 R86 not read is not absent: $name", (reader) => {
  it("has lists that it reads", async () => expect(await listsOf(reader)).not.toEqual([]));

  it.each(NAMES)("each of its lists %s", async (fault) => {
    const found: Record<string, string[]> = {};
    for (const list of await listsOf(reader)) {
      const wrong = await mistakes(reader, list, fault);
      if (wrong.length > 0) found[list] = wrong;
    }
    expect(found).toEqual({});
  });
});
