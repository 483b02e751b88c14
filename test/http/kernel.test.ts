import { describe, expect, it } from "vitest";
import { createKernel, LAYOUT } from "../../src/http/kernel.js";

/** A kernel that has noted the values of these items. */
function noted(items: readonly object[]) {
  const text = Buffer.from(JSON.stringify(items));
  const kernel = createKernel(text.length);
  if (!kernel) throw new Error("no WebAssembly");
  const at = kernel.place(text);
  expect(kernel.scan(at, 1000, ...kernel.notes)).toBe(at + text.length);
  return kernel;
}

describe("rows in memory that ends", () => {
  const items = Array.from({ length: 3 }, (_, at) => ({
    emoji: "e".repeat(300),
    title: `${at}, ${"t".repeat(400)}`,
    n: at,
  }));
  const FILLED = 0xaa;

  it.each([
    ["cells of one value", [1, 2, -1]],
    ["cells of several", [LAYOUT.more | 0, 1, 2]],
    ["many short ones", Array(200).fill(2)],
    ["many that are empty", Array(200).fill(-1)],
  ])("are written up to that end and no further: %s", (_, columns) => {
    const kernel = noted(items);
    const memory = new Uint8Array(kernel.words.buffer);
    const [out, end] = kernel.out;
    kernel.words.set(columns, LAYOUT.columns / 4);
    for (const dialect of [0, 1, 2]) {
      const whole = kernel.rows(0, 3, columns.length, dialect, out, end);
      expect(whole).toBe(3);
      const text = Buffer.from(memory.slice(out, kernel.words[LAYOUT.written / 4])).toString();
      for (let room = 0; room < text.length + 40; room += 5) {
        memory.fill(FILLED, out, end);
        const count = kernel.rows(0, 3, columns.length, dialect, out, out + room);
        const written = (kernel.words[LAYOUT.written / 4] ?? 0) - out;
        expect(written).toBeLessThanOrEqual(room);
        expect(text.startsWith(Buffer.from(memory.slice(out, out + written)).toString())).toBe(true);
        expect(count === 3).toBe(written === text.length);
        expect(memory.subarray(out + room, end).every((byte) => byte === FILLED)).toBe(true);
      }
    }
  });
});
