import { defineCommand, defineNoun } from "../cli/command.js";
import { importLazily } from "../shared/import-lazily.js";

const sandbox = importLazily(() => import("../cli/run/tour-sandbox.js"));

interface Step {
  title: string;
  /** The command as it is typed, without `docs`. */
  words: string;
  args: readonly string[];
}

const step = (title: string, ...args: string[]): Step => ({
  title,
  args,
  words: args.map((word) => (/[^\w./:-]/.test(word) ? `'${word}'` : word)).join(" "),
});

export const STEPS: readonly Step[] = [
  step("Spaces hold the pages of an organization.", "--sandbox", "spaces", "list"),
  step("Change requests are edits that wait to be merged.", "--sandbox", "cr", "list"),
  step("This is what one of them changes.", "--sandbox", "cr", "diff", "42"),
  step("Merge it: from now on readers see it.", "--sandbox", "cr", "merge", "42"),
  step("Give another one a new subject.", "--sandbox", "cr", "edit", "43", "--subject", "Axle screws"),
  step("Undo the last change.", "--sandbox", "undo", "--yes"),
  step("Find a word in the pages of a space.", "--sandbox", "spaces", "search", "crossing"),
  step("For scripts: JSON, and jq built in.", "--sandbox", "members", "list", "-q", ".[].user.email"),
];

const LAST = [
  "That was the tour; its sandbox is deleted.",
  "  docs --sandbox cr list    continue in a sandbox that stays",
  "  docs auth login           connect to your service",
  "  docs help                 all commands",
];

const LEFT = "Left the tour. Start again with: docs tour";

const tour = defineCommand({
  name: "tour",
  summary: "Try docs for two minutes in a sandbox of its own",
  description: [
    "Each step is a command that you could type: Enter runs it, q quits. The commands work in a sandbox that is made for the tour and deleted after it: neither",
    "your own sandbox nor a service is touched. Without a terminal the commands are printed.",
  ].join("\n"),
  endpoints: [],
  answer: ["title", "command"],
  examples: ["docs tour", "docs tour | head -3", "docs tour --json"],
  run: async ({ ask, globals, out }) => {
    const steps = STEPS.map(({ title, words }) => ({ title, command: `docs ${words}` }));
    if (["json", "jsonl", "yaml", "csv"].includes(out.format)) return out.list(steps, {});
    if (!ask.available || !out.terminal.stdoutIsTTY || globals.safety.dryRun) {
      return out.lines(steps.map(({ command }) => command));
    }
    const started = await sandbox.startTour();
    try {
      for (const [at, { title, words, args }] of STEPS.entries()) {
        out.print("");
        out.print(`${at + 1} of ${STEPS.length}: ${title}`);
        out.print(`  $ docs ${words}`);
        if ((await started.key("  Enter runs it, q quits ")) === "quit") return out.print(LEFT);
        await started.run(args);
      }
    } finally {
      await started.end();
    }
    for (const line of ["", ...LAST]) out.print(line);
  },
});

export default defineNoun(tour);
