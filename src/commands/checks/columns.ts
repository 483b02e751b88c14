import type { Row } from "../../checks/report.js";
import type { Column } from "../../cli/output/types.js";

/** Columns of `docs checks run`. */
export const COLUMNS: readonly Column<Row>[] = [
  { header: "Status", path: "status", as: "state" },
  { header: "Severity", path: "severity", as: "state" },
  { header: "Rule", path: "rule", as: "id" },
  { header: "Kind", path: "object.kind" },
  { header: "Id", path: "object.id", as: "id" },
  { header: "Title", path: "object.title" },
  { header: "Message", path: "message" },
  { header: "Since", path: "since", as: "time" },
  { header: "Fix", path: "fix" },
  { header: "Fingerprint", path: "fingerprint", as: "id" },
];
