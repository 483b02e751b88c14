import { expect, it } from "vitest";
import { parseDay } from "../../src/shared/values.js";

it.each([
  ["1970-01-01", 0],
  ["2024-02-29", Date.UTC(2024, 1, 29)],
  ["2026-12-31", Date.UTC(2026, 11, 31)],
])("%s is a day", (text, time) => {
  expect(parseDay(text)).toBe(time);
});

it.each([
  "2026-02-29",
  "2026-02-30",
  "2100-02-29",
  "2026-04-31",
  "2026-06-31",
  "2026-09-31",
  "2026-11-31",
  "2026-00-10",
  "2026-13-01",
  "2026-01-00",
  "2026-01-32",
  "2026-1-1",
  "2026-01-01T00:00Z",
  " 2026-01-01",
  "monday",
  "",
])("%j is none", (text) => {
  expect(parseDay(text)).toBeUndefined();
});
