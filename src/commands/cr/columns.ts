/** How change requests are shown. */
import type { Column } from "../../cli/output/types.js";

/** As messages call it: `#42 Torque`, `#42`, or by its id. */
export const requestName = (label: string): string =>
  label.startsWith("#") ? label : /^\d+$/.test(label) ? `#${label}` : `change request ${label}`;

export const COLUMNS: readonly Column[] = [
  { header: "Number", path: "number", as: "number" },
  { header: "Subject", path: "subject" },
  { header: "Status", path: "status", as: "state" },
  { header: "Author", path: "createdBy", as: "user", drop: 3 },
  { header: "Comments", path: "comments", as: "number", drop: 4 },
  { header: "Outdated", path: "outdated", as: "boolean", warn: true, drop: 5 },
  { header: "Updated", path: "updatedAt", as: "time", drop: 2 },
  { header: "ID", path: "id", as: "id", drop: 6 },
];

export const DETAILS: readonly Column[] = [
  { header: "Number", path: "number", as: "number" },
  { header: "Subject", path: "subject" },
  { header: "Status", path: "status", as: "state" },
  { header: "Author", path: "createdBy", as: "user" },
  { header: "Outdated", path: "outdated", as: "boolean", warn: true },
  { header: "Comments", path: "comments", as: "number" },
  { header: "ID", path: "id", as: "id" },
  { header: "Revision", path: "revision", as: "id" },
  { header: "Created from", path: "revisionInitial", as: "id" },
  { header: "Updated from", path: "revisionMergedAncestor", as: "id" },
  { header: "Merged as", path: "revisionMerged", as: "id" },
  { header: "Created", path: "createdAt", as: "time" },
  { header: "Updated", path: "updatedAt", as: "time" },
  { header: "App", path: "urls.app", as: "url" },
];
