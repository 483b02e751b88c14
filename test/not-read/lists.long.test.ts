/** Every `list` command, with its list not read: derived from the commands themselves. */
import { beforeAll, describe, expect, it } from "vitest";
import { NOUNS } from "../../src/commands/index.js";
import { type Ran, testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";
import { FAULTS, type FaultName, faulted, listRead } from "./list-faults.js";

const cli = useOnce(() => testCli());
const LINES: { line: string; list: string; items: number }[] = [];

/** What a command lists things of, where that is named and not a default. */
const OF: Readonly<Record<string, string>> = {
  "team-members": "Firmware",
  replies: "",
};

beforeAll(async () => {
  const [comment] = await cli.json("comments list --cr 42");
  for (const { name, load } of NOUNS) {
    const { default: noun } = await load("list");
    const command = noun.commands.find((one) => one.name === "list");
    if (!command?.endpoints.some(({ items }) => items === "items")) continue;
    const line = name === "replies" ? `replies list ${comment.id} --cr 42` : `${name} list ${OF[name] ?? ""}`.trim();
    const ran = await cli.run(`${line} --json`);
    const list = ran.sent.length === 0 ? undefined : listRead(ran.sent.at(-1) ?? { method: "", path: "" });
    if (ran.code === 0 && list !== undefined) LINES.push({ line, list, items: JSON.parse(ran.stdout).length });
  }
});

/** The exit code, and what has to be said; an empty list without a count is one. */
const EXPECTED: Readonly<Record<FaultName, { code: number; says: RegExp; never?: RegExp }>> = {
  denied: { code: 4, says: /answered 403/, never: /^no / },
  failing: { code: 6, says: /answered 500/, never: /^no / },
  "shorter than its count": { code: 0, says: /only \d+ of \d+ were listed: the list may be incomplete/ },
  "without its last page": { code: 6, says: /answered 503/, never: /^no / },
  empty: { code: 0, says: /^no |nothing/m },
};

describe("R26 R28 R83 a list that is not read", () => {
  it("there are lists of most nouns", () => expect(LINES.length).toBeGreaterThan(12));

  it.each(Object.keys(FAULTS) as FaultName[])("is not taken for one that is: %s", async (fault) => {
    const { code, says, never } = EXPECTED[fault];
    const odd: [string, Pick<Ran, "code" | "stderr" | "stdout">][] = [];
    for (const { line, list, items } of LINES.filter((one) => one.items > 0)) {
      const network = faulted(list, fault);
      const ran = await cli.run(line, { between: network.between, tty: true });
      expect([line, network.hits() > 0, items > 0]).toEqual([line, true, true]);
      // Whoever asks is a member, and a team that is found by its title has a count.
      const isShort = fault === "empty" && list.endsWith("/members");
      const told = isShort ? EXPECTED["shorter than its count"].says.test(ran.stderr) : says.test(ran.stderr);
      if (ran.code !== code || !told || never?.test(ran.stderr)) odd.push([line, ran]);
    }
    expect(odd.map(([line, ran]) => [line, ran.code, ran.stderr])).toEqual([]);
  });

  it("no name is called unknown for a list that was not read", async () => {
    const { between } = faulted("/v1/orgs/{organizationId}/teams", "shorter than its count");
    const last = (await cli.json("teams list")).at(-1);
    const ran = await cli.run(`teams view "${last.title}"`, { between });
    expect([ran.code, ran.stderr]).toEqual([9, expect.stringContaining("cannot tell whether a team is called")]);
    const whole = await cli.run('teams view "No such team"');
    expect([whole.code, whole.stderr]).toEqual([3, expect.stringContaining('no team is called "No such team"')]);
  });

  it("says nothing of the kind of a part that was asked for", async () => {
    for (const line of ["members list --limit 3", "comments list --limit 1", "members list"]) {
      expect([line, (await cli.run(line)).stderr]).toEqual([line, expect.not.stringContaining("may be incomplete")]);
    }
  });
});
