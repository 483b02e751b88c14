/** Closed lists of words that several folders share. */
/** The output formats. */
export const FORMATS = ["table", "json", "jsonl", "yaml", "csv", "tsv", "markdown"] as const;
export type Format = (typeof FORMATS)[number];

export const isFormat = (text: string): text is Format => (FORMATS as readonly string[]).includes(text);

/** The commands that are kept in the history of this machine, to be undone: those typed at a terminal by default. */
export const HISTORY_MODES = ["terminal", "always", "never"] as const;

export type HistoryMode = (typeof HISTORY_MODES)[number];

export const isHistoryMode = (value: string): value is HistoryMode =>
  (HISTORY_MODES as readonly string[]).includes(value);

// Words that checks, their reports and their commands share.

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

/** A role as people know it: null is a guest; undefined for an answer that does not say. */
export const roleName = (role: unknown): string | undefined =>
  role === null ? "guest" : typeof role === "string" ? role : undefined;

/** How a step of a plan, or of an undo, ends. */
const OUTCOMES = [
  "done",
  "satisfied",
  "earlier",
  "changed",
  "failed",
  "unknown",
  "cannot tell",
  "blocked",
  "not started",
] as const;
/**
 * `satisfied`: already as planned. `earlier`: done by an earlier run. `changed`: not as expected, so not sent. `cannot
 * tell`: its target is absent or out of sight. `blocked`: a step that it needs was not done.
 */
export type StepOutcome = (typeof OUTCOMES)[number];

/** Outcomes after which a thing is as the step makes it. */
export const GOOD: ReadonlySet<StepOutcome> = new Set(["done", "satisfied", "earlier"]);
