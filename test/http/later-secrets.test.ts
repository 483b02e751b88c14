/** A secret that becomes known, or another one, while the program runs: whatever filters knows it from then on. */
import { afterEach, describe, expect, it } from "vitest";
import { createSecretFilter, redactValue } from "../../src/shared/redact.js";

const known: string[] = [];
afterEach(() => void known.splice(0));

const filter = createSecretFilter(() => known);
const FILTERS: [string, (text: string) => string][] = [
  ["the filter of texts", filter],
  ["the filter of values", (text) => redactValue(filter, { message: text }).message],
  ["the filter of members' names", (text) => Object.keys(redactValue(filter, { [text]: 1 }))[0] ?? ""],
];

describe.each(FILTERS)("%s", (_, masked) => {
  it("masks what is known at the time", () => {
    const [first, second, third] = ["first-5f1c9a77", "second-03be61d2", "third-77aa10c4"];
    const text = `${first} ${second} ${third}`;
    expect(masked(text)).toBe(text);
    known.push(first);
    expect(masked(text)).toBe(`[redacted] ${second} ${third}`);
    known.push(second);
    expect(masked(text)).toBe(`[redacted] [redacted] ${third}`);
    known.splice(0, 2, third);
    expect(masked(text)).toBe(`${first} ${second} [redacted]`);
    known.splice(0);
    expect(masked(text)).toBe(text);
    known.push(second, first);
    expect(masked(text)).toBe(`[redacted] [redacted] ${third}`);
  });
});
