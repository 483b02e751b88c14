/** Answers whose items lack what they are known by, or a role: what is not said is neither fulfilled nor verified. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { closeAll } from "../../src/system/signals.js";
import type { Ran, RunOptions, TestCli } from "../helpers/run.js";
import { useCli } from "./plan-helper.js";

let cli: TestCli;
useCli((made) => {
  cli = made;
});

const at = (name: string): string => `${name}@halden-robotics.example`;
const JONAS = "u4ZZnH5G9tKzy5NnAxaX";
const TOMASZ = "u3WMpp8eY71ya62DhAPx";
const GRACE = "u7Trvg1161CH4P8ZDE9m";
const FIRMWARE = "t5D77ErA53CC6A8eGrh6";
const FIELD = "t3aVFS211n5tKAH88D12";
const MEMBERS = /\/orgs\/\w+\/members(\?|$)/;
const TEAM = /\/teams\/\w+\/members(\?|$)/;

interface Item {
  id?: string;
  role?: string | null;
  organization?: { id?: string };
  team?: { role?: string };
}

/** Answers of lists at some path, with items changed. */
const changing = (path: RegExp, change: (items: Item[]) => Item[]): RunOptions => ({
  between: async (sent, service) => {
    const answer = await service();
    if (sent.method !== "GET" || !path.test(sent.path)) return answer;
    const body = JSON.parse(Buffer.from(answer.body).toString());
    const bytes = new TextEncoder().encode(JSON.stringify({ ...body, items: change(body.items) }));
    return { ...answer, headers: { ...answer.headers, "content-length": `${bytes.length}` }, body: bytes };
  },
});

const unnamed = (user: string) => (items: Item[]) =>
  items.map((one) => {
    const { id, ...organization } = one.organization ?? {};
    if (id === user) return { ...one, organization };
    return one.id === user ? { ...one, id: undefined } : one;
  });
/** As many as it counts, and one of them in place of another. */
const repeated = (user: string) => (items: Item[]) =>
  items.map((one) => ((one.organization?.id ?? one.id) === user ? (items.find((other) => other !== one) ?? one) : one));

const writes = ({ sent }: Ran) => sent.filter(({ method }) => method !== "GET");

async function review(decision: string, ...words: string[]): Promise<string> {
  const file = join(cli.folder, "review.csv");
  await cli.out(`reviews create ${file}`);
  const lines = readFileSync(file, "utf8").split("\r\n");
  expect(lines.filter((line) => words.every((word) => line.includes(word)))).toHaveLength(1);
  writeFileSync(
    file,
    lines.map((line) => (words.every((word) => line.includes(word)) ? decision + line : line)).join("\r\n"),
  );
  return file;
}

describe("R83 a list with an item that lacks its id, or has one of them twice", () => {
  const changes: [string, (user: string) => (items: Item[]) => Item[]][] = [
    ["without an id", unnamed],
    ["twice", repeated],
  ];

  it.each(changes)("reviews apply: a removal is not fulfilled (%s)", async (_, change) => {
    const file = await review("remove", "Jonas Weber", "Firmware");
    const ran = await cli.run(`reviews apply ${file} --yes`, changing(TEAM, change(JONAS)));
    expect([ran.code, writes(ran)]).toEqual([9, []]);
    expect(ran.stderr).not.toContain("fulfilled");
    expect(ran.stderr).toContain("cannot tell what is in");
  });

  it.each(changes)("teams sync --prune: nobody is removed, or called unknown (%s)", async (_, change) => {
    const file = join(cli.folder, "teams.csv");
    const people = ["priya.raman", "noor.rahimi", "jonas.weber"];
    writeFileSync(file, `team,user\n${people.map((name) => `Firmware,${at(name)}\n`).join("")}`);
    for (const path of [TEAM, MEMBERS]) {
      const ran = await cli.run(`teams sync ${file} --prune --adopt --yes`, changing(path, change(JONAS)));
      await closeAll();
      expect([ran.code, writes(ran)]).toEqual([9, []]);
      expect(ran.stderr).toContain("cannot tell what is in");
    }
  });

  it.each(changes)("plans apply: a removal is not satisfied (%s)", async (_, change) => {
    const plan = join(cli.folder, "p.plan");
    await cli.out(`team-members remove ${FIRMWARE} ${JONAS} --plan ${plan}`);
    const ran = await cli.run(`plans apply ${plan} --yes`, changing(TEAM, change(JONAS)));
    expect([ran.code, writes(ran)]).toEqual([9, []]);
    expect(ran.stderr).toContain("cannot tell");
  });
});

describe("R83 an id that is not said, or of another thing", () => {
  const answering = (method: string, path: RegExp, body: (found: Item) => object): RunOptions => ({
    between: async (sent, service) => {
      const answer = await service();
      if (sent.method !== method || !path.test(sent.path)) return answer;
      const found = JSON.parse(Buffer.from(answer.body).toString());
      const bytes = new TextEncoder().encode(JSON.stringify(body(found)));
      return { ...answer, headers: { ...answer.headers, "content-length": `${bytes.length}` }, body: bytes };
    },
  });

  it("snapshots restore: a new team is not another one, whatever its answer says", async () => {
    const file = join(cli.folder, "m.docs");
    await cli.out(`snapshots create ${file} --exclude content,comments,change-requests`);
    await cli.out(`teams delete ${FIRMWARE} --yes`);
    await closeAll();
    const line = `snapshots restore ${file} --settings --only teams --yes`;
    const ran = await cli.run(
      line,
      answering("PUT", /\/teams$/, (found) => ({ ...found, id: FIELD })),
    );
    expect(ran.code).not.toBe(0);
    expect(writes(ran).map(({ path }) => path.split("/").at(-1))).toEqual(["teams"]);
    expect(`${ran.stdout}${ran.stderr}`).toContain("the service answered with the id of another object");
  });

  it("members remove: a team without an id is a mistake of the service", async () => {
    const teams = (): object => ({ items: [{ team: { title: "Firmware" } }, { team: { title: "Docs" } }], count: 2 });
    const ran = await cli.run(
      `members remove ${JONAS} --plan ${join(cli.folder, "p.plan")}`,
      answering("GET", /\/members\/\w+\/teams/, teams),
    );
    expect(ran.code).toBe(10);
    expect(ran.stderr).not.toContain("undefined");
  });

  it("snapshots restore: an organization that is not the snapshot's is refused", async () => {
    const file = join(cli.folder, "m.docs");
    await cli.out(`snapshots create ${file} --exclude content,comments,change-requests`);
    const ran = await cli.run(`snapshots restore ${file} --settings --org osAgpp53c2y4hH7jymzf --yes`);
    expect([ran.code, writes(ran)]).toEqual([2, []]);
    expect(ran.stderr).toContain("belongs to another organization (hR7kQ2mXv9TzLb4WcN8p, not osAgpp53c2y4hH7jymzf)");
  });
});

describe("R83 a role that is not said", () => {
  const roleless = (items: Item[]): Item[] =>
    items.map(({ role: _, team, ...one }) => ({ ...one, ...(team && { team: {} }) }));

  it("reviews apply: nobody is a guest for it", async () => {
    const file = await review("role:guest", "Jonas Weber", "organization");
    const ran = await cli.run(`reviews apply ${file} --yes`, changing(MEMBERS, roleless));
    expect([ran.code, writes(ran)]).toEqual([9, []]);
    expect(ran.stderr).not.toContain("fulfilled");
    expect(ran.stderr).toContain("now unknown");
  });

  it("the last owner of a team is not removed", async () => {
    const ran = await cli.run(`team-members remove ${FIELD} ${TOMASZ} --plan ${join(cli.folder, "p.plan")}`, {
      ...changing(TEAM, roleless),
    });
    expect([ran.code, writes(ran)]).toEqual([9, []]);
    expect(ran.stderr).toContain("cannot tell");
    expect(ran.stderr).toContain("who is an owner");
  });

  it("members offboard --demote: nobody is verified to be a guest", async () => {
    let done = false;
    const options: RunOptions = {
      between: async (sent, service) => {
        done ||= sent.method === "PATCH";
        const answer = await service();
        if (!done || sent.method !== "GET" || !sent.path.endsWith(`/members/${TOMASZ}`)) return answer;
        const { role: _, ...body } = JSON.parse(Buffer.from(answer.body).toString());
        const bytes = new TextEncoder().encode(JSON.stringify(body));
        return { ...answer, headers: { ...answer.headers, "content-length": `${bytes.length}` }, body: bytes };
      },
    };
    const receipt = join(cli.folder, "receipt.json");
    const line = `members offboard ${TOMASZ} --heir ${GRACE} --demote --max-removals 100% --yes --receipt ${receipt}`;
    const ran = await cli.run(line, options);
    expect(ran.code).toBe(9);
    const { verified } = JSON.parse(readFileSync(receipt, "utf8"));
    expect(verified[0]).toMatchObject({ what: expect.stringContaining("is a guest"), holds: null });
  });

  it("members offboard: a team whose list is empty is not verified to have an owner", async () => {
    let done = false;
    const receipt = join(cli.folder, "receipt.json");
    const ran = await cli.run(`members offboard ${TOMASZ} --heir ${GRACE} --yes --receipt ${receipt}`, {
      between: async (sent, service) => {
        done ||= sent.method === "DELETE" && sent.path.endsWith(`/orgs/hR7kQ2mXv9TzLb4WcN8p/members/${TOMASZ}`);
        const answer = await service();
        if (!done || !sent.path.includes(`/teams/${FIELD}/members`)) return answer;
        const bytes = new TextEncoder().encode(JSON.stringify({ items: [] }));
        return { ...answer, headers: { ...answer.headers, "content-length": `${bytes.length}` }, body: bytes };
      },
    });
    expect(ran.code).toBe(9);
    const { verified } = JSON.parse(readFileSync(receipt, "utf8"));
    expect(verified).toContainEqual({ what: 'team "Field service" has an owner', holds: false });
  });
});
