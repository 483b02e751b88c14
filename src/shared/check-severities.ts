/** Words that checks, their reports and their commands share. */

/** From what fails a run by default to what is only told. */
export const SEVERITIES = ["error", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const TAGS = [
  "content",
  "change-requests",
  "access",
  "sign-on",
  "sites",
  "specs",
  "translations",
  "organization",
] as const;
export type Tag = (typeof TAGS)[number];

export const REPORTS = ["sarif", "junit", "markdown", "github", "json", "jsonl", "csv"] as const;
export type ReportFormat = (typeof REPORTS)[number];
