/** An outage is no lack of rights, and no empty list; nor is an empty list that another answer contradicts (R86). */
import { describe, expect, it } from "vitest";
import { openSnapshot } from "../../src/app/client/snapshot-client.js";
import type { AnyEndpoint } from "../../src/catalog/endpoint.js";
import { listSiteSections } from "../../src/catalog/sections.js";
import { listSiteSpaces } from "../../src/catalog/site-spaces.js";
import { listTeams } from "../../src/catalog/teams.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";
import { faulted } from "../not-read/list-faults.js";

const ORG = `/v1/orgs/{organizationId}`;
const SITE = `${ORG}/sites/{siteId}`;
const CREATE = "--include access";

const cli = useOnce(() => testCli());

interface Part {
  part: string;
  state: string;
  reason?: string;
}

const inFolder = (name: string): string => `${cli.folder}/${name}`;

/** What a command gets of a list. */
async function readIn(file: string, endpoint: AnyEndpoint, params: Record<string, string>) {
  const notes: string[] = [];
  const snapshot = await openSnapshot(file, {
    observers: [(event) => void (event.type === "note" && !event.debug && notes.push(event.message))],
  });
  const ids: unknown[] = [];
  try {
    const input = { params: { organizationId: SAMPLE.org, ...params } };
    // The lists that are read here take these parameters.
    for await (const { items } of snapshot.client.list(endpoint, input as never).pages())
      ids.push(...items.map((item) => (item as { id: unknown }).id));
    return { ids, notes };
  } catch (failure) {
    return { ids, notes, failure };
  } finally {
    snapshot.close();
  }
}

async function partsOf(file: string, list: string): Promise<Part[]> {
  const { parts } = JSON.parse((await cli.run(`snapshots view ${file} --json`)).stdout) as { parts: Part[] };
  return parts.filter(({ part, state }) => `/v1/${part}` === list && state !== "complete");
}

describe("a list that answers 500", () => {
  const file = () => inFolder("outage.docs");

  it("is partial and not answered, and nothing is said of rights", async () => {
    const ran = await cli.run(`snapshots create ${file()}`, { between: faulted(`${ORG}/teams`, "failing").between });
    expect([ran.code, ran.stderr]).toEqual([9, expect.stringMatching(/teams: partial: not answered: .*500/)]);
    expect(ran.stderr).not.toContain("denied");
    expect(await partsOf(file(), `${ORG}/teams`)).toMatchObject([
      { state: "partial", reason: expect.stringMatching(/^not answered: .*not now/) },
    ]);
  });

  it("is no empty list for those that read the snapshot", async () => {
    const { failure } = await readIn(file(), listTeams, {});
    expect(failure).toMatchObject({
      kind: "not-in-snapshot",
      message: expect.stringContaining("(partial: not answered: "),
    });
    const query = await cli.run(`snapshots query ${file()} "SELECT * FROM teams"`);
    expect([query.code, query.stdout]).toEqual([3, ""]);
  });

  it("has what an older snapshot has", async () => {
    const older = inFolder("older.docs");
    expect((await cli.run(`snapshots create ${older}`)).code).toBe(0);
    const before = await readIn(older, listTeams, {});
    await cli.run(`snapshots create ${older}`, { between: faulted(`${ORG}/teams`, "failing").between });
    const [part] = await partsOf(older, `${ORG}/teams`);
    expect(part?.reason).toMatch(/^(?!not answered).*not now.*; the rest is from /);
    expect(before.ids.length).toBeGreaterThan(0);
    expect(await readIn(older, listTeams, {})).toEqual({
      ids: before.ids,
      notes: [expect.stringMatching(/^incomplete in this snapshot: .*teams \(partial: /)],
    });
  });

  it("is denied where it is refused", async () => {
    const refused = inFolder("refused.docs");
    await cli.run(`snapshots create ${refused}`, { between: faulted(`${ORG}/teams`, "denied").between });
    expect(await partsOf(refused, `${ORG}/teams`)).toMatchObject([{ state: "denied" }]);
  });
});

describe("an empty list is not believed where", () => {
  it.each([
    ["the site counts its spaces", `${SITE}/site-spaces`, /^only 0 of \d+ were listed$/],
    [
      "site spaces name sections",
      `${SITE}/sections`,
      /^other answers name what was not listed: \w{20}, \w{20}, \w{20}$/,
    ],
    ["sections name groups", `${SITE}/section-groups`, /^other answers name what was not listed: \w{20}$/],
    ["the space counts comments", "/v1/spaces/{spaceId}/comments", /^only 0 of \d+ were listed$/],
    [
      "the change request counts comments",
      "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments",
      /^only 0 of \d+ were listed$/,
    ],
    [
      "the comment counts replies",
      "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies",
      /^only 0 of \d+ were listed$/,
    ],
  ])("%s", async (_, list, reason) => {
    const file = inFolder(`${list.replaceAll(/\W/g, "")}.docs`);
    const { between, hits } = faulted(list, "empty");
    const ran = await cli.run(`snapshots create ${file} ${CREATE}`, { between });
    expect([hits() > 0, ran.code]).toEqual([true, 9]);
    const parts = await partsOf(file, list);
    expect(parts).not.toEqual([]);
    const states = [expect.stringMatching(/^(partial|unsettled)$/), expect.stringMatching(reason)];
    for (const part of parts) expect([part.state, part.reason]).toEqual(states);
  });

  it("some of what site spaces name is missing", async () => {
    const file = inFolder("short.docs");
    const rewrite = (body: unknown) => {
      const { items } = body as { items?: { object?: string }[] };
      return items?.[0]?.object === "site-section" ? { items: items.slice(1), count: items.length - 1 } : body;
    };
    const ran = await cli.run(`snapshots create ${file} ${CREATE}`, { rewrite });
    expect([ran.code, ran.stderr]).toEqual([
      9,
      expect.stringMatching(/sections: partial: other answers name what was not listed: \w{20};/),
    ]);
  });

  it("some of the members that teams list are missing", async () => {
    const file = inFolder("members.docs");
    const rewrite = (body: unknown) => {
      const { items } = body as { items?: { object?: string; teams?: number }[] };
      if (items?.[0]?.object !== "member") return body;
      const others = items.filter(({ teams }) => teams === 0);
      return { items: others, count: others.length };
    };
    const ran = await cli.run(`snapshots create ${file} ${CREATE}`, { rewrite });
    expect([ran.code, ran.stderr]).toEqual([
      9,
      expect.stringMatching(/\/members: partial: other answers name what was not listed: \w{20}, /),
    ]);
  });

  it("nothing contradicts it, it is", async () => {
    const file = inFolder("whole.docs");
    const ran = await cli.run(`snapshots create ${file} ${CREATE}`);
    expect([ran.code, ran.stderr]).toEqual([0, expect.any(String)]);
  });

  it("an older snapshot has the things, they stay", async () => {
    const file = inFolder("kept.docs");
    await cli.run(`snapshots create ${file} ${CREATE}`);
    const sections = await readIn(file, listSiteSections, { siteId: SAMPLE.site });
    const siteSpaces = await readIn(file, listSiteSpaces, { siteId: SAMPLE.site });
    const { between } = faulted(`${SITE}/sections`, "empty");
    expect((await cli.run(`snapshots create ${file} ${CREATE}`, { between })).code).toBe(9);
    const after = await readIn(file, listSiteSections, { siteId: SAMPLE.site });
    expect([after.ids, after.notes]).toEqual([
      sections.ids,
      [expect.stringMatching(/sections \(partial: other answers name what was not listed: .*; the rest is from /)],
    ]);
    expect(sections.ids.length).toBeGreaterThan(0);
    expect(await readIn(file, listSiteSpaces, { siteId: SAMPLE.site })).toEqual(siteSpaces);
  });
});
