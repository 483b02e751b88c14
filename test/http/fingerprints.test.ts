import { describe, expect, it } from "vitest";
import { createFingerprints, fingerprintOf } from "../../src/http/fingerprints.js";
import { createIds } from "../../src/http/ids.js";

const words = (texts: readonly string[]) => Int32Array.from(texts.flatMap(fingerprintOf));

function fingerprints(places?: number) {
  const made = createFingerprints(places);
  if (!made) throw new Error("no WebAssembly");
  return made;
}

describe("fingerprints", () => {
  it("know what came before", () => {
    const seen = fingerprints();
    expect(seen.add(words(["a", "b"]))).toBe(0);
    expect(seen.add(words(["a", "", "", "ab", "ba", "c"]))).toBe(2);
    expect(seen.add(words(["ba", "ab", "", "d"]))).toBe(3);
  });

  it("pass over what has no id", () => {
    const seen = fingerprints();
    expect(seen.add(Int32Array.of(0, 0, ...fingerprintOf("a"), 0, 0))).toBe(0);
    expect(seen.add(Int32Array.of(0, 0, ...fingerprintOf("a")))).toBe(1);
  });

  it("tell apart a million ids that differ in little, and know each again", () => {
    const seen = fingerprints(4);
    const count = () => {
      let repeated = 0;
      for (let page = 0; page < 1000; page += 1) {
        const ids = Array.from({ length: 1000 }, (_, at) => `sp${(page * 1000 + at).toString(36).padStart(8, "0")}`);
        repeated += seen.add(words(ids));
      }
      return repeated;
    };
    expect(count()).toBe(0);
    expect(count()).toBe(1_000_000);
  });
});

describe("ids of a list", () => {
  const numbered = (from: number, count: number) => Array.from({ length: count }, (_, at) => `id-${from + at}`);
  const items = (ids: readonly string[]) => ids.map((id) => ({ id }));

  it("are counted whether they come as texts, items or fingerprints", () => {
    const ids = createIds(false);
    ids.note(["a", "b", "b"]);
    expect(ids.repeated).toBe(1);
    ids.filter(items(["a", "c"]));
    expect(ids.repeated).toBe(2);
    ids.note(words(["c", "d"]));
    expect(ids.repeated).toBe(3);
    ids.note(["d", "e"]);
    ids.filter([{ id: "e" }, { id: 7 }, null, "e"]);
    expect(ids.repeated).toBe(5);
  });

  it("are counted over any number of items", () => {
    const ids = createIds(false);
    for (let page = 0; page < 20; page += 1) ids.filter(items(numbered(page * 999, 1000)));
    expect(ids.repeated).toBe(19);
  });

  it("are kept exactly where items are left out", () => {
    const ids = createIds(true);
    const before = ids.filter(items(numbered(0, 9000)));
    expect([before.length, ids.filter(items(numbered(8999, 3))).length, ids.repeated]).toEqual([9000, 2, 1]);
  });
});
