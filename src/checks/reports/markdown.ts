/** Markdown for a comment on a pull request. Foreign text is set as code, so that it makes no links or mentions. */

import { groupRows, targetKey } from "../../shared/finding-groups.js";
import { inlineCode } from "../../shared/text/markdown-code.js";
import { type Report, type Row, severityWords } from "../report.js";
import { nameOf, type ReportOptions, summaryOf } from "./report-text.js";

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
    // What is the same on several pages is said once, with the pages below it.
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
