/** `reviews` on the sample: a table that survives a spreadsheet. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Ran, Sent } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const SAM = "u5s6yviydT27vWkB4r3J";
const JONAS = "u4ZZnH5G9tKzy5NnAxaX";
const FIRMWARE = "t5D77ErA53CC6A8eGrh6";
const at = (name: string): string => `${name}@halden-robotics.example`;
const writes = ({ sent }: Ran) =>
  sent
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => [method, path.replace(`/v1/orgs/${ORG}/`, ""), body]);
const file = (): string => join(cli.folder, "review.csv");

/** Fills in decisions of rows that hold all these words. */
function decide(
  decisions: readonly (readonly [row: readonly string[], decision: string])[],
  text = readFileSync(file(), "utf8"),
): void {
  let lines = text.split("\r\n");
  for (const [words, decision] of decisions) {
    const found = lines.filter((line) => words.every((word) => line.includes(word)));
    expect(found).toHaveLength(1);
    lines = lines.map((line) => (line === found[0] ? decision + line : line));
  }
  writeFileSync(file(), lines.join("\r\n"));
}

describe("reviews create", () => {
  it("is one row for each person and grant, private, and nothing is reviewed", async () => {
    await cli.out(`reviews create ${file()}`);
    const text = readFileSync(file(), "utf8");
    expect(
      text.startsWith("\uFEFFdecision,reviewer,reason,name,email,access,to,grant,lastSeen,changeable,user,id\r\n"),
    ).toBe(true);
    expect(text).toContain(`,,,Sam Whitfield,${at("sam.whitfield")},team,Field service,member,`);
    const ran = await cli.run(`reviews view ${file()}`, { tty: true });
    expect(ran.stderr).toContain("28 rows: 0 keep, 0 remove, 0 role, 28 not reviewed");
    expect(writes(await cli.run(`reviews apply ${file()} --yes`))).toEqual([]);
    expect((await cli.run(`reviews create ${file()}`)).code).toBe(2);
  });
});

describe("reviews apply", () => {
  it("carries out what was decided, and the second time nothing", async () => {
    await cli.out(`reviews create ${file()}`);
    decide([
      [["Jonas Weber", "Firmware"], "remove"],
      [["Jonas Weber", "organization"], "Role: Read"],
      [["Sam Whitfield", "Field service"], "role:owner"],
      [["Aiko Tanaka", "organization"], "keep"],
    ]);
    const ran = await cli.run(`reviews apply ${file()} --yes --max-removals 50%`);
    // One team after the other, in the order of the file.
    expect(writes(ran)).toEqual([
      ["PUT", `teams/t3aVFS211n5tKAH88D12/members/${SAM}`, { role: "owner" }],
      ["DELETE", `teams/${FIRMWARE}/members/${JONAS}`, undefined],
      ["PATCH", `members/${JONAS}`, { role: "read" }],
    ]);
    const again = await cli.run(`reviews apply ${file()} --yes`, { tty: true });
    expect([again.code, writes(again)]).toEqual([0, []]);
    expect(again.stderr).toContain("already fulfilled: 3 decisions");
  });

  it.each([
    ["user", "to", /^line \d+: \S+, .+: its user is \S+@\S+, not \S+@\S+$/m],
    ["id", "user", /^line \d+: \S+, .+: its id is that of ".+"$/m],
  ])("refuses rows whose column %s was sorted apart from the others", async (sorted, same, why) => {
    await cli.out(`reviews create ${file()}`);
    const [head = [], ...rows] = readFileSync(file(), "utf8")
      .replace("\uFEFF", "")
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(","));
    const at = (row: string[], column: string): string => row[head.indexOf(column)] ?? "";
    // Two grants of which everything else is true for the other person, or the other team, too.
    const isTwin = (one: string[], other: string[]) =>
      at(one, "access") === "team" &&
      at(other, "access") === "team" &&
      at(one, same) === at(other, same) &&
      at(one, "grant") === at(other, "grant") &&
      at(one, sorted) !== at(other, sorted);
    const [one, other] = rows
      .flatMap((row) => rows.filter((twin) => isTwin(row, twin)).map((twin) => [row, twin] as const))
      .at(0) ?? [[], []];
    const [first, second] = [at(one, sorted), at(other, sorted)];
    expect(first).not.toBe("");
    one[head.indexOf(sorted)] = second;
    other[head.indexOf(sorted)] = first;
    for (const row of [one, other]) row[head.indexOf("decision")] = "remove";
    writeFileSync(file(), [head, ...rows].map((row) => row.join(",")).join("\r\n"));
    const ran = await cli.run(`reviews apply ${file()} --yes --max-removals 100%`);
    expect([ran.code, writes(ran)], ran.stderr).toEqual([9, []]);
    expect(
      ran.stderr
        .split("\n")
        .map((line) => line.trim())
        .join("\n"),
    ).toMatch(why);
  });

  it("survives a spreadsheet", async () => {
    await cli.out(`reviews create ${file()}`);
    decide([[["Sam Whitfield", "Field service"], "remove"]]);
    const table = readFileSync(file(), "utf8")
      .replace("\uFEFF", "")
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(","));
    // Another order, one more column, semicolons, no byte order mark, LF.
    const mixed = table
      .map((cells, row) => [row === 0 ? "Note" : '"two\nlines"', ...[...cells].reverse()].join(";"))
      .join("\n");
    writeFileSync(file(), mixed);
    const ran = await cli.run(`reviews apply ${file()} --yes`);
    expect(ran.stderr).not.toContain("could not be used");
    expect(writes(ran)).toEqual([["DELETE", `teams/t3aVFS211n5tKAH88D12/members/${SAM}`, undefined]]);
  });

  it("leaves alone what is no longer what was reviewed, and what no endpoint changes, with its address", async () => {
    await cli.out(`reviews create ${file()} --include access`);
    decide([
      [["Sam Whitfield", "organization"], "remove"],
      [["Jonas Weber", "Firmware"], "role:owner"],
      [["Sam Whitfield", "space", "Field Service Manual"], "remove"],
      [["Aiko Tanaka", "organization"], "promote"],
    ]);
    await cli.out(`members edit ${SAM} --role comment --yes`);
    const ran = await cli.run(`reviews apply ${file()} --yes`);
    expect(ran.code).toBe(9);
    expect(writes(ran)).toEqual([["PUT", `teams/${FIRMWARE}/members/${JONAS}`, { role: "owner" }]]);
    expect(ran.stderr).toMatch(/line \d+: sam\.whitfield@.*: reviewed as read, but now comment: review it again/);
    expect(ran.stderr).toMatch(
      /line \d+: sam\.whitfield@.*, Field Service Manual: change access to spaces in the app: https:\/\/\S+\/s\/pkNn494pi8HgB36Wxyf8/,
    );
    expect(ran.stderr).toMatch(
      /line \d+: aiko\.tanaka@halden-robotics\.example, [^:]+: decision "promote" is not one of keep, remove, role:<role>/,
    );
  });

  it("keeps what was reviewed, and not what somebody has become since", async () => {
    await cli.out(`reviews create ${file()}`);
    decide([
      [["Sam Whitfield", "organization"], "keep"],
      [["Jonas Weber", "Firmware"], "keep"],
      [["Aiko Tanaka", "organization"], "keep"],
    ]);
    const same = await cli.run(`reviews apply ${file()} --yes`);
    expect([same.code, same.stderr]).toEqual([0, expect.stringContaining("Nothing to do")]);
    await cli.out(`members edit ${SAM} --role admin --yes`);
    await cli.out(`team-members set ${FIRMWARE} ${JONAS} --role owner`);
    const ran = await cli.run(`reviews apply ${file()} --yes`);
    expect([ran.code, writes(ran)]).toEqual([9, []]);
    expect(ran.stderr).toMatch(/line \d+: sam\.whitfield@.*: reviewed as read, but now admin: review it again/);
    expect(ran.stderr).toMatch(/line \d+: jonas\.weber@.*: reviewed as member, but now owner: review it again/);
    expect(ran.stderr).not.toContain("Nothing to do");
  });

  it("rows that contradict each other stop everything", async () => {
    const csv = `decision,access,user,id,grant\nkeep,team,${JONAS},${FIRMWARE},member\nremove,team,${JONAS},${FIRMWARE},member\n`;
    const ran = await cli.run("reviews apply review.csv --yes", { files: { "review.csv": csv } });
    expect([ran.code, ran.sent]).toEqual([2, []]);
    expect(ran.stderr).toContain("line 3:");
  });

  it("says that there is nothing to do only where it could tell", async () => {
    await cli.out(`reviews create ${file()}`);
    decide([[["Sam Whitfield", "Field service"], "remove"]]);
    const intercept = ({ path }: Sent) =>
      /\/teams\/t3aVFS211n5tKAH88D12(\/|$|\?)/.test(path)
        ? { status: 404, body: { error: { code: 404, message: "not found" } } }
        : undefined;
    const unseen = await cli.run(`reviews apply ${file()} --yes`, { intercept, tty: true });
    expect([unseen.code, writes(unseen)]).toEqual([9, []]);
    expect(unseen.stderr).toContain("cannot tell");
    expect(unseen.stderr).not.toContain("Nothing to do");
    expect((await cli.run(`reviews apply ${file()} --yes`)).code).toBe(0);
    const seen = await cli.run(`reviews apply ${file()} --yes`, { tty: true });
    expect([seen.code, seen.stderr, writes(seen)]).toEqual([0, expect.stringContaining("Nothing to do"), []]);
  });

  it("keeps an administrator, and asks where yourself is meant", async () => {
    await cli.out(`reviews create ${file()}`);
    decide([
      [["Ingrid Solheim", "organization"], "role:read"],
      [["Mateo", "organization"], "role:read"],
    ]);
    const ran = await cli.run(`reviews apply ${file()} --yes`);
    expect([ran.code, writes(ran)]).toEqual([5, []]);
    expect(ran.stderr).toContain("never the last administrator");
    await cli.out(`reviews create ${file()}2`);
    decide([[["Ingrid Solheim", "Documentation"], "role:member"]], readFileSync(`${file()}2`, "utf8"));
    const me = await cli.run(`reviews apply ${file()} --yes`);
    expect([me.code, writes(me)]).toEqual([5, []]);
    expect(me.stderr).toContain("--touch-me");
    expect((await cli.run(`reviews apply ${file()} --yes --touch-me`)).code).toBe(0);
  });
});

it("reviews view --open shows the rows without a decision alone", async () => {
  await cli.out(`reviews create ${file()}`);
  decide([[[at("sam.whitfield"), "team", "Field service"], "keep"]]);
  const all: { who: string; decision: string | null }[] = await cli.json(`reviews view ${file()}`);
  const open = await cli.json(`reviews view ${file()} --open`);
  expect(all.filter(({ decision }) => decision === "keep")).toHaveLength(1);
  expect(open).toEqual(all.filter(({ decision }) => decision === null));
});
