/** R83, R86: what lists lack is not gone, for offboarding, receipts, tables of people and sites as files. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Reply, Sent, TestCli } from "../helpers/run.js";
import {
  DENIED,
  FIELD,
  foreign,
  GRACE,
  ME,
  MISSING,
  ORG,
  SAM,
  TOMASZ,
  withoutPermissions,
  writes,
} from "./out-of-sight-helper.js";
import { useCli } from "./plan-helper.js";

let cli: TestCli;
const { run, out } = useCli((made) => {
  cli = made;
});

const at = (name: string): string => `${name}@halden-robotics.example`;

const SHORT: Reply = { status: 200, body: { items: [], count: 1 } };

describe("R83 offboarding where it is not known whose token it is", () => {
  const MATEO = "ud2V6HzDt93xN58tHQ6Z";
  const line = (people: readonly string[]) =>
    `members offboard ${people.join(" ")} --yes --max-removals 100% --heir ${TOMASZ}`;

  it("takes the only administrator who leaves out last", async () => {
    const ran = await run(line([ME, SAM, GRACE]), { me: null });
    expect(
      writes(ran)
        .filter((one) => one.startsWith("DELETE members/"))
        .at(-1),
    ).toBe(`DELETE members/${ME}`);
    expect(ran.stderr).toContain(`verified: ${at("sam.whitfield")} is not a member`);
    expect([ran.code, ran.stderr.includes(`verified: ${at("ingrid.solheim")} is not a member`)]).toEqual([9, false]);
  });

  it("says so where several do", async () => {
    await out(`members edit ${SAM} --role admin`);
    const ran = await run(line([ME, SAM]), { me: null });
    expect(ran.stderr).toContain("note: your member is not set");
    expect((await run(line([MATEO]), { me: null })).stderr).not.toContain("your member is not set");
  });

  it("an undo does not say that they are gone where the token does not see all members", async () => {
    await out(`members offboard ${TOMASZ} --heir ${GRACE} --confirm ${at("tomasz.nowak")}`);
    const ran = await run("undo --yes --partial", { intercept: withoutPermissions("listMembers") });
    expect(ran.stderr).not.toContain("must be invited again first");
    expect(ran.stderr).toContain("cannot tell");
    expect(writes(ran)).not.toContainEqual(expect.stringContaining(`members/${TOMASZ}`));
  });

  it("says in a pipe, too, what of their work could not be read", async () => {
    const intercept = ({ path }: Sent) => (/^\/v1\/spaces\/[^/]+\/change-requests/.test(path) ? DENIED : undefined);
    for (const format of ["", " --json"]) {
      const ran = await run(
        `members offboard ${TOMASZ} --heir ${GRACE} --plan ${join(cli.folder, `p${format.length}`)}${format}`,
        { intercept },
      );
      expect(ran.code).toBe(0);
      expect(ran.stderr).toContain(`${at("tomasz.nowak")}: not read: change requests of Tern User Guide`);
    }
  });

  it("asks about a team once, however many leave it", async () => {
    const ran = await run(line([SAM, GRACE]));
    expect(ran.stderr.match(/verified: team "Field service" has an owner/g)).toHaveLength(1);
  });

  it.each<[string, (sent: Sent) => boolean]>([
    ["their teams", ({ path }) => path.includes(`/members/${TOMASZ}/teams`)],
    ["their spaces", ({ path }) => path.includes(`/members/${TOMASZ}/spaces`)],
    ["the people of a team", ({ path }) => path.includes(`/teams/${FIELD}/members`)],
  ])("sends nothing where %s are not all listed", async (_, isList) => {
    const ran = await run(`members offboard ${TOMASZ} --heir ${GRACE} --yes`, {
      intercept: (sent) => (isList(sent) ? SHORT : undefined),
    });
    expect([ran.code, writes(ran)]).toEqual([9, []]);
    expect(ran.stderr).toMatch(/only \d+ of \d+ were listed/);
  });
});

describe("R83 receipts", () => {
  const receipt = (): string => join(cli.folder, "receipt.json");
  const kept = () =>
    JSON.parse(readFileSync(receipt(), "utf8")) as {
      done: { outcome: string }[];
      verified: { what: string; holds: boolean | null; why?: string }[];
    };
  const line = () => `members offboard ${TOMASZ} --heir ${GRACE} --yes --receipt ${receipt()}`;
  const afterRemoval = (then: (sent: Sent) => Reply | undefined) => {
    let isOut = false;
    return (sent: Sent) => {
      if (isOut) return then(sent);
      // Of the removal itself the service still tells.
      if (sent.method === "DELETE" && sent.path.endsWith(`/members/${TOMASZ}`) && !sent.path.includes("/teams/"))
        isOut = true;
      return undefined;
    };
  };

  it.each<[string, (sent: Sent) => Reply | undefined]>([
    ["an outage", () => ({ status: 503, body: {} })],
    ["permissions that are lost", () => DENIED],
    ["a token that is revoked", () => ({ status: 401, body: {} })],
    ["a place that is out of sight", foreign],
    ["an organization that shows less", (sent) => withoutPermissions("listMembers", "listTeams")(sent)],
    [
      "a list of members without whoever asks",
      ({ path }) =>
        new RegExp(`^/v1/orgs/${ORG}/members(\\?|$)`).test(path)
          ? { status: 200, body: { items: [], count: 0 } }
          : undefined,
    ],
  ])("are written after %s, with what was done and what could not be verified", async (_, then) => {
    const ran = await run(line(), { intercept: afterRemoval(then) });
    expect(ran.code).toBe(9);
    expect(kept().done.map(({ outcome }) => outcome)).toEqual(["done", "done", "done"]);
    const [member] = kept().verified;
    expect(member).toMatchObject({ what: `${at("tomasz.nowak")} is not a member`, holds: null });
    expect(member?.why).toMatch(/./);
    expect(ran.stderr).toContain(`cannot tell: ${at("tomasz.nowak")} is not a member`);
  });

  it("do not say who is not in a team with a token that may not see all of it", async () => {
    const ran = await run(line(), { intercept: afterRemoval(withoutPermissions("listTeams")) });
    expect(ran.code).toBe(9);
    const inTeam = kept().verified.filter(({ what }) => what.includes("is not in team"));
    expect(inTeam.map(({ holds, why }) => [holds, why?.includes("permission listTeams is missing")])).toEqual([
      [null, true],
    ]);
  });

  it("say false of a team without an owner, and of somebody who is still there", async () => {
    const intercept = afterRemoval(({ path }) => {
      if (path.includes(`/teams/${FIELD}/members`))
        return { status: 200, body: { items: [{ organization: { id: SAM }, team: { role: "member" } }], count: 1 } };
      if (path.endsWith(`/members/${TOMASZ}`)) return { status: 200, body: { id: TOMASZ, role: "read" } };
      return undefined;
    });
    const ran = await run(line(), { intercept });
    expect(ran.code).toBe(9);
    expect(kept().verified.map(({ holds }) => holds)).toEqual([false, true, false]);
    expect(ran.stderr).toContain('not true: team "Field service" has an owner');
  });

  it("an outage while the footprint is read ends it before anything is sent", async () => {
    const intercept = ({ path }: Sent) => (path.includes("/comments") ? { status: 503, body: {} } : undefined);
    const ran = await run(line(), { intercept });
    expect([ran.code, writes(ran), existsSync(receipt())]).toEqual([6, [], false]);
  });
});

describe("R83 tables of people", () => {
  const table = (): string => join(cli.folder, "table.csv");

  it.each<[string, (sent: Sent) => Reply | undefined]>([
    ["permission listMembers is missing", withoutPermissions("listMembers")],
    ["permission listTeams is missing", withoutPermissions("listTeams")],
    ["were listed", ({ path }) => (/\/members\?/.test(path) ? SHORT : undefined)],
    ["were listed", ({ path }) => (/\/teams\?/.test(path) ? SHORT : undefined)],
    ["were listed", ({ path }) => (path.includes(`/${FIELD}/members`) ? SHORT : undefined)],
  ])("reviews create writes nothing where a list may lack somebody: %s", async (why, intercept) => {
    const ran = await run(`reviews create ${table()}`, { intercept });
    expect([ran.code, existsSync(table())]).toEqual([9, false]);
    expect(ran.stderr).toContain(why);
  });

  it("reviews: a team out of sight is neither fulfilled nor changed", async () => {
    await out(`reviews create ${table()}`);
    const text = readFileSync(table(), "utf8");
    const lines = text.split("\r\n").map((one) => (one.includes(FIELD) && one.includes(SAM) ? `remove${one}` : one));
    writeFileSync(table(), lines.join("\r\n"));
    const intercept = ({ path }: Sent) => (path.includes(`/teams/${FIELD}/members`) ? MISSING : undefined);
    const ran = await run(`reviews apply ${table()} --yes`, { intercept });
    expect([ran.code, writes(ran)]).toEqual([9, []]);
    expect(ran.stderr).toContain("cannot tell");
    expect(ran.stderr).not.toContain("fulfilled");
  });

  it("reviews: who is missing from a list that is not whole is neither gone nor changed", async () => {
    await out(`reviews create ${table()}`);
    const text = readFileSync(table(), "utf8");
    const lines = text.split("\r\n").map((one) => (one.includes(FIELD) && one.includes(SAM) ? `remove${one}` : one));
    writeFileSync(table(), lines.join("\r\n"));
    const intercept = ({ path }: Sent) => (path.includes(`/teams/${FIELD}/members`) ? SHORT : undefined);
    const ran = await run(`reviews apply ${table()} --yes`, { intercept });
    expect([ran.code, writes(ran)]).toEqual([9, []]);
    expect(ran.stderr).toMatch(/only \d+ of \d+ were listed/);
    expect(ran.stderr).not.toContain("fulfilled");
  });

  it("teams sync changes nothing of a team whose people are not all listed", async () => {
    writeFileSync(table(), `team,user,role\nField service,${at("tomasz.nowak")},owner\n`);
    const intercept = ({ path }: Sent) => (path.includes(`/teams/${FIELD}/members`) ? SHORT : undefined);
    const ran = await run(`teams sync ${table()} --yes`, { intercept });
    expect([ran.code, writes(ran)]).toEqual([9, []]);
    expect(ran.stderr).toMatch(/only \d+ of \d+ were listed/);
  });

  it.each(["listMembers", "listTeams"])(
    "teams sync: without %s nobody is unknown, and nothing is sent",
    async (name) => {
      writeFileSync(table(), `team,user,role\nFirmware,${at("sam.whitfield")},member\n`);
      const intercept = withoutPermissions(name);
      const ran = await run(`teams sync ${table()} --yes --prune --adopt --skip-unknown`, { intercept });
      expect([ran.code, writes(ran)]).toEqual([9, []]);
      expect(ran.stderr).toContain(name);
    },
  );

  it("reviews apply: without listMembers nobody is gone", async () => {
    await out(`reviews create ${table()}`);
    const ran = await run(`reviews apply ${table()} --yes`, { intercept: withoutPermissions("listMembers") });
    expect([ran.code, writes(ran)]).toEqual([9, []]);
  });
});

describe("R86 a site as a file", () => {
  const site = (): string => join(cli.folder, "site.yaml");

  it.each(["sections", "section-groups", "site-spaces", "share-links"])(
    "is neither written nor compared where its %s are not all listed",
    async (list) => {
      const intercept = ({ path }: Sent) => (new RegExp(`/sites/[^/]+/${list}(\\?|$)`).test(path) ? SHORT : undefined);
      const ran = await run(`sites export -O ${site()}`, { intercept });
      expect([ran.code, existsSync(site())]).toEqual([9, false]);
      expect(ran.stderr).toMatch(/only \d+ of \d+ were listed/);
      await out(`sites export -O ${site()}`);
      for (const line of [`sites plan ${site()} --prune`, `sites apply ${site()} --prune --yes`]) {
        const tried = await run(line, { intercept });
        expect([tried.code, writes(tried), tried.stdout]).toEqual([9, [], ""]);
      }
    },
  );
});
