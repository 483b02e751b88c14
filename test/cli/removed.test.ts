/** Names that are gone: each ends with 2, sends nothing, and names what to use now. */
import { expect, it } from "vitest";
import { REMOVED } from "../../src/cli/argv/parse.js";
import { extraFlags, ROOT_FLAGS } from "../../src/cli/argv/program.js";
import { type AnyCommand, flagsOf, type NounEntry } from "../../src/cli/command.js";
import { longNames } from "../../src/cli/flags.js";
import { helpFor } from "../../src/cli/help/help.js";
import { NOUNS } from "../../src/commands/index.js";
import { testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";

const cli = useOnce(() => testCli());

const OPEN = "open a page with --web: docs spaces view SPACE --web, docs cr view 42 --web, docs pages view PAGE --web";
const AGAIN = "run it again: watch --interval 300 docs inbox";
const PAGE = "pass --html FILE for a page, or --json";

const REVIEW =
  "review the plan in a pull request with docs plans view FILE -o markdown, and let a protected branch apply it";

/** A line as people type it, the name that is gone, and what to use now. */
const LINES: readonly [line: string, name: string, now: string][] = [
  ["browse 42", "browse", OPEN],
  ["browse --help", "browse", OPEN],
  ["help browse", "browse", OPEN],
  ["inbox --watch", "inbox --watch", AGAIN],
  ["inbox --mine --interval=60", "inbox --interval", AGAIN],
  [
    "orgs overview --for admin --html page.html",
    "orgs overview --for",
    "pass --html FILE for a page that everyone can read",
  ],
  [
    "org overview --since 30d",
    "orgs overview --since",
    "compare generations of a snapshot: docs snapshots diff FILE@-1 FILE, docs snapshots log FILE",
  ],
  ["orgs overview --markdown", "orgs overview --markdown", PAGE],
  ["orgs overview -o markdown", "orgs overview -o markdown", PAGE],
  ["plans approve a.plan --key ~/.ssh/id", "plans approve", REVIEW],
  ["plan approve --help", "plans approve", REVIEW],
  ["help plans approve", "plans approve", REVIEW],
  ["plans apply a.plan --yes --require-approval allowed", "plans apply --require-approval", REVIEW],
  [
    "snapshots drill a.docs",
    "snapshots drill",
    "docs snapshots verify FILE checks the file; to rehearse a restore, begin with docs sandbox load FILE",
  ],
  [
    "snapshots restore a.docs --settings --allow-team Writers",
    "snapshots restore --allow-team",
    "a restore takes nobody out of a team; who becomes a guest again counts for --max-removals",
  ],
  [
    "snapshots restore a.docs --settings --prune",
    "snapshots restore --prune",
    "a restore removes nothing: its plan names what is new; delete it with the command of its noun, such as docs teams delete",
  ],
  [
    "plans view a.plan --markdown",
    "--markdown",
    "pass -o markdown: docs cr list -o markdown, docs plans view FILE -o markdown",
  ],
  ["--unique spaces list", "--unique", "omit duplicates with jq: -q 'unique_by(.id)'"],
  ["members list --unique=x", "--unique", "omit duplicates with jq: -q 'unique_by(.id)'"],
];

it.each(LINES)("docs %s", async (line, name, now) => {
  expect(await cli.run(line)).toMatchObject({
    code: 2,
    stdout: "",
    stderr: `docs: ${name} was removed\n  ${now}\n`,
    sent: [],
  });
});

it("every row of the table was tried", () => {
  const names = new Set(LINES.map(([, name]) => name));
  expect(Object.keys(REMOVED).filter((name) => !names.has(name))).toEqual([]);
});

/** What help and completion offer of a command, and the text of its help. */
async function offeredBy(noun: NounEntry, command: AnyCommand) {
  const flags = { ...ROOT_FLAGS, ...extraFlags(command), ...flagsOf(command) };
  return {
    path: noun.direct ? noun.name : `${noun.name} ${command.name}`,
    flags: Object.entries(flags).flatMap(([field, flag]) => longNames(field, flag)),
    formats: flagsOf(command).output?.values ?? [],
    help: await helpFor(noun.direct ? [noun.name] : [noun.name, command.name], NOUNS),
  };
}

it("none is offered by a command, a flag or a help text", async () => {
  const commands = await Promise.all(
    NOUNS.map(async (noun) => {
      const { default: module } = await noun.load();
      return Promise.all(module.commands.map((command) => offeredBy(noun, command)));
    }),
  );
  const offered = commands.flat();
  expect(offered.length).toBeGreaterThan(190);
  for (const name of Object.keys(REMOVED)) {
    const [, path = "", flag] = /^(.*?) ?(-\S.*)?$/.exec(name) ?? [];
    const its = path === "" ? offered : offered.filter((one) => one.path === path);
    if (flag === undefined) {
      expect([name, its.map((one) => one.path)]).toEqual([name, []]);
      continue;
    }
    expect([name, its.length]).not.toEqual([name, 0]);
    const [, format] = /^-o (.*)$/.exec(flag) ?? [];
    const named = its.filter(
      ({ flags, formats, help }) =>
        (format === undefined ? flags.includes(flag) : formats.includes(format)) || `${help} `.includes(`${flag} `),
    );
    expect([name, named.map((one) => one.path)]).toEqual([name, []]);
  }
});
