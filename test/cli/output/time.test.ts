import { expect, it } from "vitest";
import { relativeTime } from "../../../src/cli/output/text/cell.js";
import { NOW } from "./helpers.js";

it.each([
  ["2026-03-10T12:00:00Z", "just now"],
  ["2026-03-10T11:59:01Z", "just now"],
  ["2026-03-10T12:00:59Z", "just now"],
  ["2026-03-10T11:59:00Z", "1 minute ago"],
  ["2026-03-10T11:00:01Z", "59 minutes ago"],
  ["2026-03-10T11:00:00Z", "1 hour ago"],
  ["2026-03-10T15:00:00Z", "in 3 hours"],
  ["2026-03-09T12:00:01Z", "23 hours ago"],
  ["2026-03-08T12:00:00.123+00:00", "1 day ago"],
  ["2026-03-08T12:00:00+02:00", "2 days ago"],
  ["2026-03-11T12:00:00Z", "in 1 day"],
  ["2026-02-08T12:00:00Z", "1 month ago"],
  ["2025-03-10T12:00:00Z", "1 year ago"],
  ["2028-03-11T12:00:00Z", "in 2 years"],
  ["2026-03-08", "2 days ago"],
  ["soon", "soon"],
  ["42", "42"],
  ["", ""],
  ["2026-99-99T12:00:00Z", "2026-99-99T12:00:00Z"],
])("%s is %s", (time, expected) => {
  expect(relativeTime(time, NOW)).toBe(expected);
});
