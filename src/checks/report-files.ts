/** Results of checks as files of other programs: GitHub, JUnit, Markdown, SARIF. */
import { type Severity, TAGS } from "../shared/choices.js";
import { groupRows, targetKey } from "../shared/finding-groups.js";
import { inlineCode } from "../shared/text/markup.js";
import { sanitizeLine, UNSAFE } from "../shared/text/sanitize.js";
import { type Report, type Row, severityWords } from "./report.js";
import type { AnyRule } from "./types.js";

// Parts that reports have in common: names of rows, and characters that must not be in a file.

const HOSTILE = new RegExp(`[${UNSAFE}]|\\p{Surrogate}`, "gu");

/** Escapes characters that a terminal would act on when the file is shown. */
const escapeHostile = (text: string): string =>
  text.replace(HOSTILE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Visible text on one line that starts no command of a CI service. */
const oneLine = (text: string): string => sanitizeLine(text.trim());

/** "page Setup in Guide"; for a rule as a whole: "organization". */
function nameOf({ object, within }: Row): string {
  if (!object) return "organization";
  const name = `${object.kind.replaceAll("-", " ")} ${object.title}`;
  return within ? `${name} in ${within.title}` : name;
}

const summaryOf = ({ rules }: Report, id: string): string => rules.find((rule) => rule.id === id)?.summary ?? "";

/** The place of a finding in the folder of an export. */
interface FileLine {
  /** Path with slashes. */
  file: string;
  /** From 1. */
  line: number;
}

export interface ReportOptions {
  version: string;
  /** Undefined if the finding is in no file; absent without an export. */
  locate?: ((row: Row) => FileLine | undefined) | undefined;
}

// Workflow commands that GitHub shows as annotations.

const GITHUB_LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

const data = (text: string): string => oneLine(text).replaceAll("%", "%25");
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

export function toGithub(report: Report, options: ReportOptions): string {
  return report.rows
    .filter(({ status }) => status !== "pass")
    .map((row) => `${annotation(row, options)}\n`)
    .join("");
}

function annotation(row: Row, { locate }: ReportOptions): string {
  const { status, severity, rule, message, fix } = row;
  const text = `${nameOf(row)}: ${message}`;
  if (status === "skipped") return `::debug::${data(`skipped ${rule}: ${text}`)}`;
  if (status === "not-evaluable") return `::warning title=${property(`not evaluable: ${rule}`)}::${data(text)}`;
  const at = locate?.(row);
  const where = at ? `file=${property(at.file)},line=${at.line},` : "";
  return `::${GITHUB_LEVELS[severity]} ${where}title=${property(rule)}::${data(fix === null ? text : `${text} (${fix})`)}`;
}

// JUnit XML: a suite for each tag, a case for each finding, and one for each rule that found nothing.

const SIGNS: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Escapes text; XML allows no control characters, not even as references. */
const xml = (text: string): string =>
  escapeHostile(text)
    .replace(/[\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

export function toJunit(report: Report): string {
  const suites = TAGS.flatMap((tag) => {
    const rows = report.rows.filter((row) => row.tag === tag);
    return rows.length === 0 ? [] : [suite(tag, rows, report.at)];
  });
  const { fail, skipped, "not-evaluable": errors } = report.counts;
  const totals = `tests="${report.rows.length}" failures="${fail}" errors="${errors}" skipped="${skipped}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="docs checks" ${totals} time="0">`,
    ...suites,
    "</testsuites>\n",
  ].join("\n");
}

function suite(tag: string, rows: readonly Row[], at: string): string {
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  const totals = `tests="${rows.length}" failures="${count("fail")}" errors="${count("not-evaluable")}" skipped="${count("skipped")}"`;
  return [
    `  <testsuite name="${tag}" ${totals} time="0" timestamp="${at.slice(0, 19)}">`,
    ...rows.map((row) => testCase(tag, row)),
    "  </testsuite>",
  ].join("\n");
}

function testCase(tag: string, row: Row): string {
  const id = row.object ? ` (${row.object.id}${row.place?.text ? ` ${row.place.text}` : ""})` : "";
  const name = row.object ? `${row.rule}: ${nameOf(row)}${id}` : row.rule;
  const start = `    <testcase classname="${tag}.${row.rule}" name="${xml(oneLine(name))}" time="0"`;
  const inside = outcome(row);
  return inside === "" ? `${start}/>` : `${start}>${inside}</testcase>`;
}

function outcome({ status, severity, message, fix }: Row): string {
  const text = xml(oneLine(message));
  if (status === "pass") return "";
  if (status === "skipped") return `<skipped message="${text}"/>`;
  if (status === "not-evaluable") return `<error type="not-evaluable" message="${text}"/>`;
  return `<failure type="${severity}" message="${text}">${xml(oneLine(fix ?? message))}</failure>`;
}

// Markdown for a comment on a pull request. Foreign text is set as code, so that it makes no links or mentions.

/** Characters of the whole comment; GitHub accepts 65,536. */
const MOST = 60_000;
/** The most findings shown of one rule. */
const MOST_ROWS = 50;
/** Characters reserved for the closing lines. */
const REST = 1_500;
/** Characters of one title or message. */
const MOST_TEXT = 500;

/** The first line: by it a workflow finds its earlier comment to replace. */
const MARK = "<!-- docs checks -->";

export const code = (text: string): string => inlineCode(text, MOST_TEXT);

/** With the folder that pages are from, findings about pages name files and lines of it. */
export function toMarkdown(report: Report, locate?: ReportOptions["locate"]): string {
  const { counts, rows, at } = report;
  const unknown = counts["not-evaluable"];
  const head = [
    MARK,
    `### Checks: ${severityWords(counts)}`,
    "",
    [
      `${counts.pass} passed`,
      ...(unknown > 0 ? [`**${unknown} could not be evaluated**`] : []),
      ...(counts.skipped > 0 ? [`${counts.skipped} skipped`] : []),
      `at ${at}`,
    ].join(" · "),
  ].join("\n");
  let text = head;
  let left = 0;
  for (const [title, group] of groupsOf(report, rows)) {
    const block = `\n\n#### ${title}\n`;
    let added = 0;
    let last: string | undefined;
    // A finding that several pages share is written once, with the pages below it.
    for (const row of groupRows(group, (one) => targetKey(one) ?? JSON.stringify(one)).flat()) {
      const target = targetKey(row);
      const said = target !== undefined && target === last ? "" : sayingOf(row);
      const line = target === undefined ? `\n${lineOf(row)}` : `${said}\n${pageLine(row, locate)}`;
      const start = added === 0 ? block : "";
      if (added >= MOST_ROWS || text.length + start.length + line.length > MOST - REST) break;
      text += start + line;
      last = target;
      added += 1;
    }
    left += group.length - added;
  }
  const more =
    left > 0 ? `\n\n${left} more ${left === 1 ? "is" : "are"} not shown here: \`docs checks run\` shows all.` : "";
  return `${text}${more}\n`;
}

function groupsOf(report: Report, rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.status !== "fail" && row.status !== "not-evaluable") continue;
    const title =
      row.status === "fail"
        ? `${row.severity}: ${row.rule}: ${summaryOf(report, row.rule)}`
        : `not evaluable: ${row.rule}`;
    groups.set(title, [...(groups.get(title) ?? []), row]);
  }
  return groups;
}

const lineOf = (row: Row): string =>
  `- ${code(nameOf(row))}: ${code(row.message)}${row.fix === null ? "" : `\n  ${code(row.fix)}`}`;

const sayingOf = ({ within, message }: Row): string => `\n- ${within ? `${code(within.title)}: ` : ""}${code(message)}`;

function pageLine(row: Row, locate: ReportOptions["locate"]): string {
  const { object, place, fix } = row;
  const at = locate?.(row);
  const where = at ? `${at.file}:${at.line}` : `${place?.path} (${object?.title})`;
  return `  - ${code(where)}${fix === null || at ? "" : `: ${code(fix)}`}`;
}

// SARIF 2.1.0. With an export, each result has a file and a line, because code scanning refuses a whole file for one result
// without; what is in no file of the export is a notification. Without an export, results have no locations.

/** Code scanning refuses a file with more. Failures come first, the most severe before others. */
const MOST_RESULTS = 25_000;

const SARIF_LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/** Escapes brackets, which would make links. */
const escapeBrackets = (text: string): string => oneLine(text).replace(/[\\[\]]/g, (sign) => `\\${sign}`);

export function toSarif(report: Report, options: ReportOptions): string {
  const ids = report.rules.map(({ id }) => id);
  const index = (row: Row) => ({ ruleId: row.rule, ruleIndex: ids.indexOf(row.rule) });
  const found = report.rows.filter(
    (row) => row.status === "fail" || (row.status === "skipped" && row.fingerprint !== null),
  );
  const located = found.map((row) => ({ row, at: options.locate?.(row) }));
  const all = options.locate ? located.filter(({ at }) => at !== undefined) : located;
  const elsewhere = located.filter(({ row, at }) => options.locate && !at && row.status === "fail");
  const notices = [
    ...report.rows.filter(({ status }) => status === "not-evaluable"),
    ...elsewhere.map(({ row }) => row),
  ];
  const left = all.length - MOST_RESULTS;
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name: "docs", version: options.version, rules: report.rules.map((rule) => describe(rule, report)) },
        },
        automationDetails: { id: `docs checks/${report.organization}/` },
        invocations: [
          {
            executionSuccessful: true,
            endTimeUtc: report.at,
            toolExecutionNotifications: [
              ...(left > 0 ? [{ level: "error", message: { text: `${left} more results are omitted` } }] : []),
              ...notices.map((row) => ({
                level: row.status === "fail" ? SARIF_LEVELS[row.severity] : "warning",
                message: { text: escapeBrackets(`${nameOf(row)}: ${row.message}`) },
                associatedRule: { id: row.rule, index: ids.indexOf(row.rule) },
              })),
            ],
          },
        ],
        results: all.slice(0, MOST_RESULTS).map(({ row, at }) => ({ ...index(row), ...resultOf(row, at) })),
        properties: { counts: report.counts },
      },
    ],
  };
  return `${escapeHostile(JSON.stringify(log, null, 1))}\n`;
}

/** Rules that passed or did not run have no results: their state is a property of the rule. */
function describe({ id, summary, why, severity, tag, fix }: AnyRule, { rows }: Report) {
  const states = new Set(rows.filter(({ rule }) => rule === id).map(({ status }) => status));
  return {
    id,
    shortDescription: { text: escapeBrackets(summary) },
    fullDescription: { text: escapeBrackets(why) },
    help: { text: escapeBrackets(fix) },
    defaultConfiguration: { level: SARIF_LEVELS[severity] },
    properties: { tags: [tag], states: [...states] },
  };
}

function resultOf(row: Row, at: FileLine | undefined) {
  const { object, severity, message, fingerprint, status, since, fix } = row;
  return {
    level: SARIF_LEVELS[severity],
    message: { text: escapeBrackets(`${nameOf(row)}: ${message}`) },
    ...(at && {
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: at.file.split("/").map(encodeURIComponent).join("/") },
            region: { startLine: at.line },
          },
        },
      ],
    }),
    ...(fingerprint !== null && { partialFingerprints: { "docsCheck/v1": fingerprint } }),
    ...(status === "skipped" && { suppressions: [{ kind: "external", justification: escapeBrackets(message) }] }),
    properties: {
      object: [row.within, object].flatMap((one) => (one ? [`${one.kind}/${one.id}`] : [])).join("/"),
      ...(since !== null && { since }),
      ...(fix !== null && { fix }),
      ...(object?.url && { url: object.url }),
    },
  };
}
