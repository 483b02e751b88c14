/** The baseline for `checks run`, and the command that makes it. */
import type { Entry } from "../../checks/accepted/baseline.js";
import type { Outcome } from "../../checks/types.js";
import { defineCommand, word, words } from "../../cli/command.js";
import type { Context } from "../../cli/context.js";
import { only, text } from "../../cli/flags.js";
import { Failure, usage } from "../../errors.js";
import { parseDay } from "../../shared/values.js";
import { READ } from "./endpoints.js";
import { runAll, showCost } from "./run.js";
import { SELECTION, select } from "./selection.js";

/** @throws Failure usage */
async function readBaseline(files: Context["files"], path: string): Promise<Entry[]> {
  const { parseBaseline } = await import("../../checks/accepted/baseline.js");
  return parseBaseline(await files.document(path), path);
}

type Ignores = Parameters<typeof import("../../checks/accepted/config.js")["createIgnore"]>[0];

/** Reads the findings that a checks file ignores and a baseline accepts. @throws Failure usage */
export async function readAccepted({ files, now }: Context, ignores: Ignores, path: string | undefined) {
  const [{ createIgnore }, { acceptedBy, fixedIn, widerIn }] = await Promise.all([
    import("../../checks/accepted/config.js"),
    import("../../checks/accepted/baseline.js"),
  ]);
  const entries = path === undefined ? [] : await readBaseline(files, path);
  return {
    entries,
    accepted: [createIgnore(ignores, now()), acceptedBy(entries, now())],
    /** How many entries no longer occur, and how many accept more than they should. */
    changesOf: (outcomes: readonly Outcome[]) => ({
      fixed: fixedIn(entries, outcomes).length,
      wider: widerIn(entries, outcomes).size,
    }),
  };
}

const COLUMNS = [
  { header: "File", path: "file" },
  { header: "Accepted", path: "accepted", as: "number" },
  { header: "New", path: "added", as: "number" },
  { header: "Fixed", path: "fixed", as: "number" },
] as const;

/** Tells what is fixed, unless the run was restricted, and what accepts more than it should. */
export function noteBaseline(
  { out, next }: Context,
  path: string,
  { fixed, wider }: Readonly<Record<"fixed" | "wider", number>>,
): void {
  if (fixed > 0)
    out.print(`${fixed} of the baseline fixed; to remove them: ${next("checks baseline", path, "--prune")}`);
  if (wider > 0) {
    out.print(
      `${wider} of the baseline were made by an earlier version and accept a link on every page; to replace them: ${next("checks baseline", path, "--prune")}`,
    );
  }
}

/** `2027-01-31`. @throws Failure usage */
async function chooseDay(given: string | undefined): Promise<string | null> {
  if (given === undefined) return null;
  if (parseDay(given) === undefined) throw usage(`--until takes a day like 2027-01-31, not ${JSON.stringify(given)}`);
  return given;
}

export const baseline = defineCommand({
  name: "baseline",
  summary: "Accept today's findings, so that only new ones fail",
  description: [
    "Writes the findings to a file for docs checks run --baseline. In an existing file, entries keep their dates and reasons,",
    "and new findings are added. --prune adds nothing: it removes entries that no longer occur, and replaces those of earlier",
    "versions; those that were not requested or could not be evaluated stay. Entries are identified by rule and ids, never by",
    "title or date; you may edit reason and until.",
  ].join("\n"),
  endpoints: [],
  uses: READ,
  composite: true,
  within: ["org"],
  args: {
    file: word("file to create or update", "path"),
    rules: words("rules to accept findings of, or patterns; default: all that are on"),
  },
  flags: {
    ...SELECTION,
    prune: only("remove entries that no longer occur, and accept nothing new"),
    reason: text({ describe: "why new findings are accepted", value: "text" }),
    until: text({ describe: "the last day on which new findings are accepted", value: "day" }),
  },
  unbounded: true,
  answer: ["file", "accepted", "added", "fixed"],
  examples: [
    "docs checks baseline checks.json",
    "docs checks baseline checks.json links-broken --reason known",
    "docs checks baseline checks.json --prune",
    'docs checks baseline checks.json --reason "before the migration" --until 2027-01-31',
  ],
  run: async (input) => {
    const { args, flags, scope, files, out, now, settings } = input;
    const { rules, file, external } = await select(files, {
      ...flags,
      config: flags.config ?? settings.checks,
      ids: args.rules,
    });
    if (input.globals.safety.dryRun) return showCost(input.out, rules);
    const { baselineText, isBaseline, parseBaseline, updateBaseline } = await import(
      "../../checks/accepted/baseline.js"
    );
    const { createIgnore } = await import("../../checks/accepted/config.js");
    const until = await chooseDay(flags.until);
    let before: Entry[] | undefined;
    const write = await files.output(args.file, (there) => {
      if (!isBaseline(there)) return false;
      before = parseBaseline(there, args.file);
      return true;
    });
    if (flags.prune && !before) throw usage(`--prune needs a baseline, and ${args.file} does not exist`);
    const accepted = [createIgnore(file.ignore, now())];
    const { outcomes } = await runAll(input, { organization: scope.organizationId, rules, accepted, external });
    const fresh = { accepted: new Date(now()).toISOString().slice(0, 10), reason: flags.reason ?? "", until };
    const update = updateBaseline(before ?? [], outcomes, { ...fresh, prune: flags.prune === true });
    write(baselineText(update.entries));
    const { added, fixed, widened } = update;
    const gone = flags.prune ? "removed" : "fixed; --prune removes them";
    if (widened > 0) out.print(`${widened} of an earlier version replaced by one for each page`);
    const done = [`Accepted ${update.entries.length} in ${args.file}`, `${added} new`, `${fixed} ${gone}`].join(", ");
    await out.result({ file: args.file, accepted: update.entries.length, added, fixed }, { columns: COLUMNS, done });
    const unknown = outcomes.flatMap(({ findings }) => findings).filter(({ status }) => status === "not-evaluable");
    if (unknown.length > 0) {
      throw new Failure("partial", `${unknown.length} could not be evaluated and were not added to the baseline`, {
        hint: `${input.next("checks run")} shows them`,
      });
    }
  },
});
