import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { killedAt } from "../helpers/cli.js";
import { sampleCases } from "../helpers/sample.js";
import { home, SPACE, useServed } from "./served.js";

useServed();

const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const USER = "u4ZZnH5G9tKzy5NnAxaX";

/** Five teams with a member each, and a space that is renamed: creations, changes, and steps that need others. */
function planFile(round: number): string {
  const params = { organizationId: ORG };
  const teams = [1, 2, 3, 4, 5].flatMap((at) => {
    const title = `Round ${round} team ${at}`;
    return [
      { id: `t${at}`, endpoint: "createTeam", params, body: { title }, before: null, after: { title } },
      {
        id: `m${at}`,
        endpoint: "setTeamMember",
        params: { ...params, teamId: { $from: `t${at}`, path: "id" }, userId: USER },
        body: { role: "owner" },
        needs: [`t${at}`],
      },
    ];
  });
  const title = `Round ${round}`;
  const space = { id: "s1", endpoint: "updateSpace", params: { spaceId: SPACE }, body: { title } };
  const file = join(home.dir, `round-${round}.plan`);
  writeFileSync(file, JSON.stringify({ format: 1, origin: "sandbox", organization: ORG, steps: [...teams, space] }));
  return file;
}

const apply = (file: string) => ["--sandbox", "plans", "apply", file, "--yes"];

interface Log {
  sent: string[];
  done: string[];
}

function logOf(file: string): Log {
  const records = readFileSync(`${file}.state`, "utf8")
    .split("\n")
    .flatMap((line) => (line.endsWith("}") ? [JSON.parse(line) as { record: string; step: string }] : []));
  const of = (kind: string) => records.flatMap(({ record, step }) => (record === kind ? [step] : []));
  return { sent: of("sent"), done: of("ok") };
}

const ROUNDS = Array.from({ length: 22 }, (_, at) => at + 1);
const chosen = sampleCases("plans killed", ROUNDS, {
  nameOf: String,
  few: 4,
  rooms: ["src/changes/apply", "src/changes/log"],
});

test("kill -9 at and within each step, then the same command again: no step twice, none left out", async () => {
  for (const round of chosen) {
    const file = planFile(round);
    // Odd rounds end it when a request leaves, even ones when its answer is there.
    const line = round % 2 === 1 ? /^> (?:PUT|PATCH) / : /^< 20\d (?:PUT|PATCH) /;
    const env = killedAt(line, Math.ceil(round / 2));
    expect([round, (await home.run([...apply(file), "--debug"], { env })).signal]).toEqual([round, "SIGKILL"]);
    const again = await home.run(apply(file));
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("Applied")]);
    const { done } = logOf(file);
    expect(new Set(done).size).toBe(done.length);
    const teams = await home.run(["--sandbox", "teams", "list", "--title", `Round ${round} team`, "--json"]);
    const found = JSON.parse(teams.stdout) as { title: string; members: number }[];
    expect(found.map(({ title, members }) => `${title}: ${members}`).sort()).toEqual(
      [1, 2, 3, 4, 5].map((n) => `Round ${round} team ${n}: 1`),
    );
  }
}, 600_000);

test("two runs at once: the second is told, and sends nothing", async () => {
  const file = planFile(99);
  const [one, two] = await Promise.all([home.run(apply(file)), home.run(apply(file))]);
  const codes = [one.code, two.code].sort();
  expect([JSON.stringify([0, 2]), JSON.stringify([0, 0])]).toContain(JSON.stringify(codes));
  const { done } = logOf(file);
  expect([...done].sort()).toEqual([...new Set(done)].sort());
  expect(done).toHaveLength(11);
});
