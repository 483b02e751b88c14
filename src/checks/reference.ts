/** `docs/checks.md`, written by `npm run generate`. */
import { TAGS } from "../facts/checks.js";
import { needsOf } from "./cost.js";
import { needWords } from "./describe.js";
import type { AnyRule } from "./types.js";

const INTRO = `# Checks

Written by \`npm run generate\` from the rules in \`src/checks/rules\`.

\`docs checks run\` tells what is wrong in an organization, and what to do about it. The same rules look at a snapshot with \`--snapshot <file>\`.

\`\`\`
docs checks run                                        # all rules that are on
docs checks run links-broken cr-stale --json           # some, as rows
docs checks run --tag access --fail-on warning         # those of a tag
docs checks run --report sarif=checks.sarif --report junit=checks.xml --report markdown=comment.md
docs cr check 42                                       # one change request, before it is merged
docs cr merge 42 --if-ready --update                   # merge it if nothing stands in the way
docs spaces check · docs sites check                   # one space, one site
\`\`\`

## What came of a rule

| Status | What |
|---|---|
| \`fail\` | It found something: a row for each finding, with severity, object, message, since, fix and fingerprint |
| \`pass\` | All that it needs was read, and nothing was found: a row for the rule |
| \`skipped\` | It is off, or the finding is ignored or in the baseline: the message says why |
| \`not-evaluable\` | What it needs was denied, came in part, is not in the snapshot, or was not answered: never a pass |

Exit codes: 11 with findings at or above \`--fail-on\` (default \`error\`; of \`docs cr check\` \`warning\`), else 9 where something was not evaluable, else 0.

Requests go four at once at most, and each list is read once for all rules. \`--dry-run\` lists the requests of each rule; the number is told before a run that
needs more than 500. Rules that read every link or every page are off unless they are named, or turned on in a checks file; \`docs spaces check\` runs those that are
cheap for one space.

## A checks file

Read where \`--config\` names it, never looked for. Unknown keys, keys that are there twice, and what is ignored without a reason are errors, with their line.

\`\`\`yaml
fail-on: warning
rules:
  cr-stale: { severity: warning, older-than: 60d }
  space-orphan: off
  variable-missing: on
ignore:
  - rule: links-broken
    object: <id of a page, a space, ...>   # with a space: everything in it
    reason: moves to the new handbook in June
    until: 2027-06-30
\`\`\`

## A baseline

\`docs checks baseline baseline.json\` writes down today's findings; \`docs checks run --baseline baseline.json\` then fails for new ones alone. An entry is found
again by the rule, ids and what tells findings of one thing apart (a link's target), never by titles or dates: one fixed and one new finding fail. \`reason\` and
\`until\` may be edited. What no longer occurs is told, and \`--prune\` takes it out; what was not asked for or not evaluable stays.

## Reports

| Format | What |
|---|---|
| \`sarif\` | SARIF 2.1.0 with logical locations (files, too, with \`--export-root\`) and partial fingerprints; what is skipped is suppressed, what is not evaluable a notification |
| \`junit\` | A suite for each tag; failures, errors (not evaluable), skipped |
| \`markdown\` | A comment for a pull request, at most 60,000 characters; it says how much it left out. Its first line finds it again |
| \`github\` | Annotations of GitHub workflows: \`--report github=-\` |
| \`json\`, \`jsonl\`, \`csv\` | The rows, as \`-o\` writes them |

With \`--export-root <folder>\`, a folder of \`docs snapshots export\`, findings about pages and spaces have files and lines in \`sarif\` and \`github\`: the line of
the link, or line 1 where it is not found. Paths start at the working directory where the folder is below it, else at the folder. Symbolic links are not
followed, and a folder that is no export of the organization ends with exit code 2 before anything is sent. What is not in it has no file.

A report is written whole, and only in place of a report of the same kind. \`docs ci show merge-gate\` prints a workflow that gates a merge with them.
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
    ...(isOff(rule) ? [`off unless it is asked for: ${rule.off ?? rule.costly}`] : []),
  ].join(" · ");
  return [
    `### ${rule.id}`,
    `${rule.summary}. ${rule.why}`,
    facts,
    ["```", rule.example, `  ${rule.fix}`, "```"].join("\n"),
    `Reads ${[...new Set(needsOf(rule).map(needWords))].map((words) => `\`${words}\``).join(", ")}.`,
  ].join("\n\n");
}
