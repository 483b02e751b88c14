/** Command lines for each endpoint (table.ts), with ids of the sample. */
import { ROWS } from "./table.js";

/** What they show is made of several answers: hostile text in them has tests of its own. */
const COMPOSITE = [
  "status",
  "inbox",
  "cr list --status all",
  "cr diff",
  "cr view 42 --comments",
  "snapshots",
  "plans",
  "undo",
  "sites export",
  "sites plan",
  "sites apply",
  "teams sync",
  "members offboard",
  "reviews",
  "checks",
  "cr check",
  "spaces check",
  "sites check",
];

/** Commands that are the home of no endpoint. */
const OTHERS = ["status", "inbox", "inbox --mine"];

export const LINES = [...OTHERS, ...ROWS.flatMap(({ lines }) => lines)].map((line) => ({
  line: line.replace(/^! /, ""),
  silent: line.startsWith("! "),
  composite: COMPOSITE.some((start) => `${line} `.startsWith(`${start} `)),
}));
