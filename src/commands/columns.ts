/** Columns that more than one noun shows. */
import type { Column } from "../cli/output/types.js";

export const MEMBER_COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "NAME", path: "user.displayName" },
  { header: "EMAIL", path: "user.email" },
  { header: "ROLE", path: "role", as: "state", value: (item) => item.role ?? "guest" },
  { header: "SSO", path: "sso", as: "boolean", drop: 5 },
  { header: "TEAMS", path: "teams", as: "number", drop: 4 },
  { header: "JOINED", path: "joinedAt", as: "time", drop: 3 },
  { header: "LAST SEEN", path: "lastSeenAt", as: "time", drop: 2 },
];
