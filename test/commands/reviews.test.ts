import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Ran } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

const at = (name: string): string => `${name}@halden-robotics.example`;
const writes = ({ sent }: Ran) => sent.filter(({ method }) => method !== "GET");
const file = (): string => join(cli.folder, "review.csv");

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
});
