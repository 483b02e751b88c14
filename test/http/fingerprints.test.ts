import { describe, expect, it } from "vitest";
import { createFingerprints } from "../../src/http/fingerprints.js";

const bytes = (text: string) => Buffer.from(text);

describe("fingerprints", () => {
  it("know what came before, wherever it stands", () => {
    const seen = createFingerprints();
    const add = (text: string) => seen.add(bytes(text), 0, bytes(text).length);
    expect([add("a"), add("b"), add("a"), add(""), add(""), add("ab"), add("ba")]).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
      true,
    ]);
    expect(seen.add(bytes('{"id":"ab"}'), 7, 9)).toBe(false);
  });

  it("tell apart a million ids that differ in little, and know each again", () => {
    const seen = createFingerprints(2);
    const count = () => {
      let fresh = 0;
      for (let number = 0; number < 1_000_000; number += 1) {
        const id = bytes(`sp${number.toString(36).padStart(8, "0")}`);
        if (seen.add(id, 0, id.length)) fresh += 1;
      }
      return fresh;
    };
    expect(count()).toBe(1_000_000);
    expect(count()).toBe(0);
  });
});
