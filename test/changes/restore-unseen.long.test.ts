/** R83 in a restore: what a token does not see is neither made again nor called gone. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Plan } from "../../src/changes/types.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import { type Reply, type Sent, type TestCli, testCli } from "../helpers/run.js";
import { sampleCases } from "../helpers/sample.js";
import { snapshotOf, transportOf } from "../snapshot/snapshot-helper.js";

const folder = mkdtempSync(join(tmpdir(), "docs-unseen-"));
const snapshot = join(folder, "monday.docs");
let cli: TestCli;
let file: string;
beforeAll(async () => {
  const first = await testCli();
  await snapshotOf(first, snapshot, { organization: SAMPLE.org, exclude: ["content"] });
  first.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  cli = await testCli();
  file = join(cli.folder, "back.plan");
});
afterEach(async () => {
  await closeAll();
  cli.close();
});

const plan = (): Plan => JSON.parse(readFileSync(file, "utf8"));
const line = (flags: string): string => `snapshots restore ${snapshot} --settings ${flags} --plan ${file}`;

const ORG = `/v1/orgs/${SAMPLE.org}`;
const MISSING: Reply = { status: 404, body: { error: { code: 404, message: "not found" } } };

type Item = { id: string; title?: string; [name: string]: unknown };
/** A service that hides one thing: from its list, and as itself unless `byId`. */
async function hiding(
  list: string,
  key: string,
  { lacks, count = 0, byId = false }: { lacks?: string; count?: number; byId?: boolean },
) {
  const all: Item[] = await cli.json(`api ${ORG}/${list} --paginate`);
  const org = await cli.json(`api ${ORG}`);
  const [hidden] = all;
  if (!hidden) throw new Error(`the sample has no ${list}`);
  const own = `/${String(hidden[key])}`;
  const intercept = ({ path }: Sent): Reply | undefined => {
    if (path === ORG && lacks !== undefined)
      return { status: 200, body: { ...org, permissions: { ...org.permissions, [lacks]: false } } };
    if (path.split("?")[0] === `${ORG}/${list}`) {
      const items = all.filter((one) => one !== hidden);
      return { status: 200, body: { items, count: items.length + count } };
    }
    return path.split("?")[0]?.endsWith(own) && !byId ? MISSING : undefined;
  };
  return { intercept, hidden };
}

const NARROW = "permission";
const KINDS: [list: string, only: string, lacks: string, key: string][] = [
  ["teams", "teams", "listTeams", "id"],
  ["collections", "collections", "admin", "id"],
  ["spaces", "spaces", "admin", "id"],
  ["members", "members", "listMembers", "id"],
  ["sites", "sites", "admin", "id"],
  ["openapi", "specs", "admin", "slug"],
  ["saml", "organization", "admin", "id"],
];

const chosen = sampleCases("unseen in a restore", KINDS, {
  nameOf: ([list]) => list,
  few: 2,
  rooms: ["src/absence", "src/changes/restore"],
});

describe.each(chosen)("R83 a restore, %s", (list, only, lacks, key) => {
  const none = async (hidden: Awaited<ReturnType<typeof hiding>>, why: string) => {
    const ran = await cli.run(line(`--only ${only}`), { intercept: hidden.intercept });
    expect([ran.code, plan().steps]).toEqual([9, []]);
    expect(ran.stderr).toContain("could not be determined");
    expect(ran.stderr).toContain(why);
    expect(ran.stderr).not.toContain("is gone");
    expect(plan().left.filter((one) => one.includes("is gone"))).toEqual([]);
    expect(plan().left.some((one) => one.includes(why))).toBe(true);
  };

  it(`without ${lacks}, one that is not listed is neither gone nor made`, async () =>
    none(await hiding(list, key, { lacks }), NARROW));

  it("of a list with fewer items than are counted, likewise", async () =>
    none(await hiding(list, key, { count: 1 }), "were listed"));

  it("of one that its list lacks and that is found by its id, likewise", async () =>
    none(await hiding(list, key, { byId: true }), "found by its id"));

  it("with everything in sight it is gone, or made again", async () => {
    const { intercept } = await hiding(list, key, {});
    const ran = await cli.run(line(`--only ${only}`), { intercept });
    expect(ran.code).toBe(0);
    const { left, steps } = plan();
    const isMade = steps.some(({ endpoint }) => ["createTeam", "createCollection"].includes(endpoint));
    expect(isMade || left.some((one) => one.includes("is gone"))).toBe(true);
  });
});

describe("R83 a restore", () => {
  it("says that there is nothing to do only with everything in sight", async () => {
    const apply = `snapshots restore ${snapshot} --settings --only teams --yes`;
    const { intercept } = await hiding("teams", "id", { lacks: "listTeams" });
    const unseen = await cli.run(apply, { intercept });
    expect([unseen.code, unseen.stderr]).toEqual([9, expect.stringContaining("could not be determined")]);
    expect(unseen.stderr).not.toContain("Nothing to do");
    const file = join(cli.folder, "unseen.plan");
    expect((await cli.run(apply.replace("--yes", `--plan ${file}`), { intercept })).code).toBe(9);
    for (const options of [{}, { tty: true }]) {
      for (const line of [`plans view ${file}`, `plans apply ${file} --yes`]) {
        const { stdout, stderr } = await cli.run(line, options);
        await closeAll();
        expect(`${stdout}${stderr}`).not.toContain("Nothing to do");
        expect(`${stdout}${stderr}`).toMatch(/No steps, but \d+ changes? not in this plan/);
        if (line.includes("view")) expect(`${stdout}${stderr}`.replaceAll(/\s+/g, " ")).toContain("cannot be seen");
      }
    }
    expect(await cli.run(apply)).toMatchObject({ code: 0, stderr: expect.stringContaining("Nothing to do") });
  });

  it("brings back the others, and names what it left: exit 9", async () => {
    const { intercept, hidden } = await hiding("teams", "id", { lacks: "listTeams" });
    const [other] = (await cli.json("teams list")).filter(({ id }: Item) => id !== hidden.id);
    await cli.run(`teams edit ${other.id} --title Else`);
    const rename = (sent: Sent): Reply | undefined => {
      const answer = intercept(sent);
      const items = (answer?.body as { items?: Item[] } | undefined)?.items;
      if (!answer || !items) return answer;
      return {
        ...answer,
        body: { items: items.map((one) => (one.id === other.id ? { ...one, title: "Else" } : one)) },
      };
    };
    const ran = await cli.run(`snapshots restore ${snapshot} --settings --only teams --yes`, { intercept: rename });
    expect(ran.code).toBe(9);
    expect(ran.sent.filter(({ method }) => method !== "GET").map(({ method, path }) => [method, path])).toEqual([
      ["PATCH", `${ORG}/teams/${other.id}`],
    ]);
    expect(ran.stderr).toContain(`team ${JSON.stringify(hidden.title)} is in the snapshot but cannot be seen`);
  });

  it("does not put a visible team in the place of one of that title that is out of sight", async () => {
    const { intercept, hidden } = await hiding("teams", "id", { lacks: "listTeams" });
    const made = await cli.json(`teams create --title "${hidden.title}"`);
    const both = (sent: Sent): Reply | undefined => {
      const answer = intercept(sent);
      const items = (answer?.body as { items?: Item[] } | undefined)?.items;
      return answer && items ? { ...answer, body: { items: [...items, made] } } : answer;
    };
    expect((await cli.run(line("--only teams"), { intercept: both })).code).toBe(9);
    expect(plan().steps).toEqual([]);
    expect(plan().left).toContainEqual(`team ${JSON.stringify(hidden.title)} is new: it stays`);
  });

  it("adds nobody who left the organization to a team, and says so only of those who may be hidden", async () => {
    const [team] = await cli.json("teams list --title Documentation");
    const people: { organization: { id: string } }[] = await cli.json(`team-members list ${team.id}`);
    const gone = people.map(({ organization }) => organization.id).find((id) => id !== SAMPLE.member) ?? "";
    await cli.run(`members remove ${gone} --yes`);
    await cli.run(`teams delete ${team.id} --yes`);
    expect((await cli.run(line("--only teams"))).code).toBe(0);
    const [make, join] = plan().steps;
    expect([make?.endpoint, JSON.stringify(join?.body).includes(gone)]).toEqual(["createTeam", false]);
    expect(join?.body?.add).toHaveLength(people.length - 1);
    rmSync(file);
    // The same list without the permission that makes it complete.
    const org = await cli.json(`api ${ORG}`);
    const permissions = { ...org.permissions, listMembers: false };
    const intercept = ({ path }: Sent) => (path === ORG ? { status: 200, body: { ...org, permissions } } : undefined);
    const ran = await cli.run(line("--only teams"), { intercept });
    expect(ran.code).toBe(9);
    expect(ran.stderr).toMatch(/1 person not added: .*permission listMembers is missing/);
    expect(JSON.stringify(plan().steps)).not.toContain(gone);
  });

  it("keeps whoever is in a team, although the list of members lacks them", async () => {
    const [team] = await cli.json("teams list --title Documentation");
    const people: { organization: { id: string } }[] = await cli.json(`team-members list ${team.id}`);
    const hidden = people.find(({ organization }) => organization.id !== SAMPLE.member)?.organization.id;
    const members: Item[] = await cli.json("members list");
    const items = members.filter(({ id }) => id !== hidden);
    expect(items).toHaveLength(members.length - 1);
    const intercept = ({ path }: Sent): Reply | undefined =>
      path.split("?")[0] === `${ORG}/members` ? { status: 200, body: { items, count: members.length } } : undefined;
    const ran = await cli.run(line("--only teams"), { intercept });
    expect([ran.code, plan().steps, plan().left]).toEqual([0, [], []]);
  });

  it("leaves a team alone whose people are out of sight", async () => {
    const [first, second] = (await cli.json("teams list")) as Item[];
    for (const team of [first, second])
      await cli.run(
        `team-members remove ${team?.id} ${(await cli.json(`team-members list ${team?.id}`)).at(-1)?.organization.id} --yes`,
      );
    const intercept = ({ path }: Sent) => (path.includes(`/teams/${first?.id}/members`) ? MISSING : undefined);
    const ran = await cli.run(line("--only teams"), { intercept });
    expect(ran.code).toBe(9);
    expect(plan().steps.map(({ params }) => params.teamId)).toEqual([second?.id]);
    expect(plan().left).toContainEqual(expect.stringMatching(/^team .*cannot tell.*not changed$/));
  });

  it("does not make again what a site's list hides", async () => {
    const intercept = ({ path }: Sent): Reply | undefined =>
      /\/sites\/[^/]+\/site-spaces/.test(path) ? { status: 200, body: { items: [], count: 3 } } : undefined;
    const ran = await cli.run(line("--only sites"), { intercept });
    expect([ran.code, plan().steps]).toEqual([9, []]);
    expect(plan().left).toContainEqual(expect.stringMatching(/only \d+ of \d+ were listed; not changed/));
  });

  it.each([
    [403, 4],
    [503, 6],
  ])("a read of the service that is answered %i is not missing in the snapshot: exit %i", async (status, code) => {
    for (const list of ["teams", "members", "collections", "spaces", "sites", "openapi"]) {
      const intercept = ({ path }: Sent): Reply | undefined =>
        path.split("?")[0] === `${ORG}/${list}`
          ? { status, body: { error: { code: status, message: "no" } } }
          : undefined;
      const ran = await cli.run(line(""), { intercept });
      expect([list, ran.code, existsSync(file)]).toEqual([list, code, false]);
      expect(ran.stderr).not.toContain("not in this snapshot");
    }
  });

  it("makes and claims nothing with a token of another organization", async () => {
    const intercept = ({ path }: Sent) => (path.startsWith("/v1/") ? MISSING : undefined);
    const ran = await cli.run(line(""), { intercept });
    expect([ran.code, existsSync(file)]).toEqual([9, false]);
    expect(ran.stderr).toContain("this token does not see the organization");
  });

  /** A snapshot made by somebody without a permission. */
  async function snapshotWithout(permission: string): Promise<string> {
    const org = await cli.json(`api ${ORG}`);
    const narrow = join(cli.folder, "narrow.docs");
    const body = Buffer.from(JSON.stringify({ ...org, permissions: { ...org.permissions, [permission]: false } }));
    const { transport } = transportOf(cli, (path) =>
      path === ORG ? { status: 200, headers: { "content-type": "application/json" }, body } : undefined,
    );
    await snapshotOf(cli, narrow, { organization: SAMPLE.org, exclude: ["content"] }, transport);
    return narrow;
  }

  it("calls nothing new that the snapshot may only lack", async () => {
    const narrow = await snapshotWithout("listTeams");
    await cli.run("teams create --title New");
    const ran = await cli.run(`snapshots restore ${narrow} --settings --only teams --plan ${file}`);
    // Who is in the teams of the snapshot is not all known either.
    expect([ran.code, plan().steps]).toEqual([9, []]);
    expect(plan().left.join()).toContain("permission listTeams is missing");
    expect(plan().left).toContainEqual('team "New" is not in the snapshot, which may be incomplete: it stays');
  });
});
