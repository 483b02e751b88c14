/** `docs/checks.md`, written by `npm run generate`. */
import { TAGS } from "../facts/checks.js";
import { needsOf } from "./cost.js";
import { requestText } from "./describe.js";
import type { AnyRule } from "./types.js";

const INTRO = `# Checks

Written by \`npm run generate\` from the rules in \`src/checks/rules\`.

\`docs checks run\` finds what is wrong in an organization and says what to do about it. With \`--snapshot <file>\` the same rules check a snapshot.

\`\`\`
docs checks run                                        # all rules that are on
docs checks run links-broken cr-stale --json           # some rules, as rows
docs checks run --tag access --fail-on warning         # the rules with a tag
docs checks run --report sarif=checks.sarif --report junit=checks.xml --report markdown=comment.md
docs cr check 42                                       # one change request, before it is merged
docs cr merge 42 --if-ready --update                   # merge it if nothing stands in the way
docs spaces check · docs sites check                   # one space, one site
\`\`\`

## Results

| Status | Meaning |
|---|---|
| \`fail\` | The rule found something: a row for each finding, with severity, object, message, since, fix and fingerprint |
| \`pass\` | Everything it needs was read, and nothing was found: one row for the rule |
| \`skipped\` | The rule is off, or the finding is ignored or in the baseline: the message says why |
| \`not-evaluable\` | Something it needs was denied, incomplete, not in the snapshot, or not answered: never a pass |

Exit codes: 11 with findings at or above \`--fail-on\` (default \`error\`; for \`docs cr check\` \`warning\`), else 9 if something was not evaluable, else 0.

At most four requests are sent at once, and each list is read once for all rules. \`--dry-run\` lists the requests of each rule; a run that needs more than 500
says so first. Rules that read every link or every page are off unless you name them or turn them on in a checks file; \`docs spaces check\` runs those that are
cheap for one space.

## A checks file

It is read only if \`--config\` names it. Unknown keys, duplicate keys, and \`ignore\` entries without a reason are errors that name the line.

\`\`\`yaml
fail-on: warning
rules:
  cr-stale: { severity: warning, older-than: 60d }
  space-orphan: off
  variable-missing: on
ignore:
  - rule: links-broken
    object: <id of a page, a space, ...>   # for a space: everything in it
    reason: moves to the new handbook in June
    until: 2027-06-30
\`\`\`

## A baseline

\`docs checks baseline baseline.json\` writes down today's findings; \`docs checks run --baseline baseline.json\` then fails only for new ones. Entries match findings
by rule, ids and what distinguishes findings about one thing (such as a link's target), never by title or date: if one finding is fixed and another one is new,
the run fails. You may edit \`reason\` and \`until\`. Entries that no longer occur are reported, and \`--prune\` removes them; those that this run did not evaluate stay.

## Reports

| Format | Content |
|---|---|
| \`sarif\` | SARIF 2.1.0 with logical locations (plus files with \`--export-root\`) and partial fingerprints; skipped findings are suppressed, not evaluable ones are notifications |
| \`junit\` | A suite for each tag; failures, errors (not evaluable), skipped |
| \`markdown\` | A comment for a pull request, at most 60,000 characters; it says how much it left out. Its first line identifies it, so that a later run can replace it |
| \`github\` | Annotations in GitHub workflows: \`--report github=-\` |
| \`json\`, \`jsonl\`, \`csv\` | The rows, as \`-o\` writes them |

With \`--export-root <folder>\` (\`checks run\`, \`spaces check\`), a folder written by \`docs snapshots export\`, findings about pages and spaces have files and lines in \`sarif\` and \`github\`: the
line of the link, or line 1 if it is not found. Paths are relative to the working directory if the folder is below it, else to the folder. Symbolic links are not
followed. A folder that is not an export of the organization ends with exit code 2 before anything is sent. What is not in the export has no file.

A report replaces only a report of the same kind, and is never written in part. \`docs ci show merge-gate\` prints a workflow that gates a merge with reports.
`;

const TITLES: Readonly<Record<string, string>> = {
  "change-requests": "Change requests",
  "sign-on": "Sign-on",
  specs: "Specifications",
};

const titleOf = (tag: string): string => TITLES[tag] ?? tag.charAt(0).toUpperCase() + tag.slice(1);

export function checksPage(rules: readonly AnyRule[]): string {
  const table = [
    "## Rules",
    "",
    "| Rule | Severity | What is wrong |",
    "|---|---|---|",
    ...rules.map(
      (rule) => `| [${rule.id}](#${rule.id}) | ${rule.severity}${isOff(rule) ? ", off" : ""} | ${rule.summary} |`,
    ),
  ].join("\n");
  const sections = TAGS.map((tag) => rules.filter((rule) => rule.tag === tag))
    .filter((some) => some.length > 0)
    .map((some) => [`## ${titleOf(some[0]?.tag ?? "")}`, ...some.map(section)].join("\n\n"));
  return `${[INTRO.trimEnd(), table, ...sections].join("\n\n")}\n`;
}

const isOff = ({ off, costly }: AnyRule): boolean => (off ?? costly) !== undefined;

function section(rule: AnyRule): string {
  const facts = [
    `Severity: ${rule.severity}`,
    ...(rule.days === undefined ? [] : [`threshold: ${rule.days} ${rule.days === 1 ? "day" : "days"}`]),
    ...(isOff(rule) ? [`off by default: ${rule.off ?? rule.costly}`] : []),
  ].join(" · ");
  return [
    `### ${rule.id}`,
    `${rule.summary}. ${rule.why}`,
    facts,
    ["```", rule.example, `  ${rule.fix}`, "```"].join("\n"),
    `Reads ${[...new Set(needsOf(rule).map(requestText))].map((request) => `\`${request}\``).join(", ")}.`,
  ].join("\n\n");
}
