/** R85: a plan acts inside the organization and on the service of its head, whatever its steps name. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { targetsOf } from "../../src/changes/binding/organizations.js";
import { isWriting } from "../../src/changes/endpoints.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import type { Ran, Reply, RunOptions, Sent, TestCli } from "../helpers/run.js";
import { type HandStep, OTHER, OWN, rename, writePlan, writes } from "./binding-helper.js";
import { useCli } from "./plan-helper.js";

/* The member who calls is an administrator of both organizations: nothing but the plan holds them back. */
const OTHER_TEAM = "tG2525Dxp6KqnQ8GQTwc";
const COLLECTION = "cS7ormSW7G774f2RtAZg";

let cli: TestCli;
let file: string;
const { run } = useCli((made, plan) => {
  cli = made;
  file = plan;
});

const reads = ({ sent }: Ran, path: string) => sent.filter((one) => one.method === "GET" && one.path === path).length;

const hand = (steps: readonly HandStep[], head: object = {}): void => writePlan(file, steps, head);

/** The first is fine, and must not be sent either. */
async function expectRefused(steps: readonly HandStep[], says: RegExp): Promise<void> {
  hand([rename(SAMPLE.space), ...steps]);
  const ran = await run(`plans apply ${file} --yes`);
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringMatching(says)]);
  expect(writes(ran)).toEqual([]);
}

const OF_OTHER = (what: string, step = "s2") =>
  new RegExp(
    `step ${step}: ${what} belongs to organization ${OTHER.org}, but the plan is for ${OWN}; nothing was sent`,
  );

describe("an organization that a step names is that of the plan", () => {
  it.each<[string, object, RegExp]>([
    [
      "in its parameters",
      { endpoint: "deleteTeam", params: { organizationId: OTHER.org, teamId: OTHER_TEAM } },
      /line \d+: steps\.0\.params\.organizationId: it is "osAgpp53c2y4hH7jymzf", but the plan is for "hR7kQ2mXv9TzLb4WcN8p"/,
    ],
    [
      "in its undo",
      {
        endpoint: "createTeam",
        params: { organizationId: OWN },
        body: { title: "A" },
        inverse: [{ endpoint: "deleteTeam", params: { organizationId: OTHER.org, teamId: OTHER_TEAM } }],
      },
      /line \d+: steps\.0\.inverse\.0\.params\.organizationId: it is "osAg/,
    ],
  ])("is refused when it is another one %s", async (_, step, says) => {
    hand([step as HandStep]);
    for (const verb of ["view", "apply", "undo"]) {
      const ran = await run(`plans ${verb} ${file}`);
      expect([ran.code, ran.stderr]).toEqual([2, expect.stringMatching(says)]);
      expect(ran.sent).toEqual([]);
    }
  });

  it("is not taken from an answer", async () => {
    const create = { endpoint: "createTeam", params: { organizationId: OWN }, body: { title: "A" } };
    const params = { organizationId: { $from: "s1", path: "id" } };
    hand([create, { ...create, params, needs: ["s1"] }]);
    const ran = await run(`plans apply ${file} --yes`);
    expect([ran.code, ran.stderr]).toEqual([
      2,
      expect.stringContaining("organizationId: it is an answer, but the plan"),
    ]);
  });

  it.each<[string, HandStep]>([
    ["with a step that names one", { endpoint: "createTeam", params: { organizationId: OWN }, body: { title: "A" } }],
    ["with a step on a space", rename(SAMPLE.space)],
    ["with a step on a collection", { endpoint: "deleteCollection", params: { collectionId: COLLECTION } }],
  ])("may not be empty %s", async (_, step) => {
    hand([step], { organization: "" });
    const ran = await run(`plans apply ${file} --yes`);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringMatching(/line 4: organization: it is empty, but/)]);
    expect(ran.sent).toEqual([]);
  });

  it("may be empty without steps", async () => {
    hand([], { organization: "" });
    expect(await run(`plans view ${file}`)).toMatchObject({ code: 0 });
  });
});

describe("what a step names without its organization is read before the first request", () => {
  const space = `space ${OTHER.space}`;
  const collection = `collection ${OTHER.collection}`;
  const site = { organizationId: OWN, siteId: SAMPLE.site };
  const position = { after: { type: "space", space: OTHER.space } };
  it.each<[string, HandStep, string]>([
    ["a space", rename(OTHER.space), space],
    ["a collection", { endpoint: "deleteCollection", params: { collectionId: OTHER.collection } }, collection],
    ["a change request", { endpoint: "createChangeRequest", params: { spaceId: OTHER.space }, body: {} }, space],
    [
      "a comment",
      { endpoint: "createSpaceComment", params: { spaceId: OTHER.space }, body: { body: { markdown: "x" } } },
      space,
    ],
    ["a copy", { endpoint: "duplicateSpace", params: { spaceId: OTHER.space } }, space],
    [
      "a collection in a body",
      { endpoint: "moveSpace", params: { spaceId: SAMPLE.space }, body: { parent: OTHER.collection } },
      collection,
    ],
    ["a neighbor", { endpoint: "moveSpace", params: { spaceId: SAMPLE.space }, body: { position } }, space],
    [
      "a collection as a neighbor",
      {
        endpoint: "moveCollection",
        params: { collectionId: COLLECTION },
        body: { position: { before: { type: "space", space: OTHER.collection } } },
      },
      `space ${OTHER.collection}`,
    ],
    [
      "spaces of a new site",
      {
        endpoint: "createSite",
        params: { organizationId: OWN },
        body: { title: "S", spaces: [SAMPLE.space, OTHER.space] },
      },
      space,
    ],
    ["a space in a site", { endpoint: "addSiteSpace", params: site, body: { spaceId: OTHER.space } }, space],
    [
      "a translation",
      {
        endpoint: "createTranslation",
        params: { organizationId: OWN },
        body: { source: { space: OTHER.space }, language: "de" },
      },
      space,
    ],
    [
      "a transfer to a collection, which does not name the organization",
      { endpoint: "transferSpace", params: { spaceId: SAMPLE.space }, body: { collection: OTHER.collection } },
      collection,
    ],
    [
      "a transfer from there that does not compare where it was",
      { endpoint: "transferSpace", params: { spaceId: OTHER.space }, body: { organization: OWN } },
      space,
    ],
  ])("refuses %s of another organization", async (_, step, what) => {
    await expectRefused([step], OF_OTHER(what));
  });

  it("refuses what the plan itself transferred away", async () => {
    const gone = {
      endpoint: "transferCollection",
      params: { collectionId: COLLECTION },
      body: { organization: OTHER.org },
    };
    const after = { endpoint: "deleteCollection", params: { collectionId: COLLECTION }, needs: ["s2"] };
    await expectRefused([gone, after], OF_OTHER(`collection ${COLLECTION}`, "s3"));
  });

  it("reads each owner once", async () => {
    hand([rename(SAMPLE.space, "One"), rename(SAMPLE.space, "Two"), rename(OTHER.space)]);
    const ran = await run(`plans apply ${file} --yes`);
    expect(ran.code).toBe(2);
    expect(reads(ran, `/v1/spaces/${SAMPLE.space}`)).toBe(1);
    expect(reads(ran, `/v1/spaces/${OTHER.space}`)).toBe(1);
  });

  it("at the cost of one request for a space, and of one before each step that does not read it", async () => {
    const step = (text: string) => ({
      endpoint: "createSpaceComment",
      params: { spaceId: SAMPLE.space },
      body: { body: { markdown: text } },
    });
    hand([step("One"), step("Two"), step("Three")]);
    const ran = await run(`plans apply ${file} --yes`);
    expect(ran.stderr).toContain("Applied 3 steps");
    expect(reads(ran, `/v1/spaces/${SAMPLE.space}`)).toBe(4);
  });

  it("where the service does not say whose it is, nothing is sent", async () => {
    hand([rename(SAMPLE.space)]);
    const rewrite = (body: unknown) => {
      const { organization: _, ...rest } = body as { organization?: string };
      return rest;
    };
    const ran = await run(`plans apply ${file} --yes`, { rewrite });
    expect([ran.code, ran.stderr]).toEqual([
      9,
      expect.stringContaining(`cannot tell which organization space ${SAMPLE.space} belongs to`),
    ]);
    expect(writes(ran)).toEqual([]);
  });

  it("refuses it on a copy of a snapshot too", async () => {
    const snapshot = join(cli.folder, "a.snapshot");
    await cli.out(`snapshots create ${snapshot} --org ${OWN} --exclude content,comments,change-requests`);
    hand([rename(SAMPLE.space)]);
    expect(await run(`plans apply ${file} --on ${snapshot}`)).toMatchObject({ code: 0 });
    hand([{ endpoint: "createTeam", params: { organizationId: OTHER.org }, body: { title: "A" } }]);
    expect(await run(`plans apply ${file} --on ${snapshot}`)).toMatchObject({ code: 2 });
  });
});

describe("what is not to be seen at first is looked at again when a step is sent", () => {
  const missing: Reply = { status: 404, body: { error: { code: 404, message: "not found" } } };
  const denied: Reply = { status: 403, body: { error: { code: 403, message: "not yours" } } };
  const ofSpace = ({ method, path }: Sent) => method === "GET" && path === `/v1/spaces/${OTHER.space}`;
  const comment = {
    endpoint: "createSpaceComment",
    params: { spaceId: OTHER.space },
    body: { body: { markdown: "x" } },
  };

  it.each([
    ["absent", missing],
    ["denied", denied],
  ])("%s: nothing is sent to it", async (_, reply) => {
    hand([rename(SAMPLE.space), comment]);
    const ran = await run(`plans apply ${file} --yes --json`, {
      intercept: (sent) => (ofSpace(sent) ? reply : undefined),
    });
    expect(ran.code).toBe(9);
    expect(JSON.parse(ran.stdout).map(({ outcome }: { outcome: string }) => outcome)).toEqual(["done", "cannot tell"]);
    expect(writes(ran)).toEqual([`/v1/spaces/${SAMPLE.space}`]);
  });

  it("of another organization by then: nothing is sent to it", async () => {
    hand([rename(SAMPLE.space), comment]);
    let seen = 0;
    const intercept = (sent: Sent) => {
      if (!ofSpace(sent)) return undefined;
      seen += 1;
      return seen === 1 ? missing : undefined;
    };
    const ran = await run(`plans apply ${file} --yes`, { intercept });
    expect([ran.code, ran.stderr]).toEqual([9, expect.stringContaining(`belongs to organization ${OTHER.org}`)]);
    expect(writes(ran)).toEqual([`/v1/spaces/${SAMPLE.space}`]);
  });

  it("an id from an answer, too", async () => {
    const transfer = {
      endpoint: "transferSpace",
      params: { spaceId: SAMPLE.space },
      body: { organization: OTHER.org, collection: OTHER.collection },
    };
    const target = { collectionId: { $from: "s1", path: "parent" } };
    const site = (spaces: string) => ({ endpoint: "duplicateSpace", params: { spaceId: spaces } });
    const free = "p3sfu86N4L96J7SLYxrq";
    hand([
      { ...transfer, params: { spaceId: free } },
      { endpoint: "updateCollection", params: target, body: { title: "Mine" }, needs: ["s1"] },
      site(SAMPLE.space),
    ]);
    const ran = await run(`plans apply ${file} --yes`);
    expect([ran.code, ran.stderr]).toEqual([9, expect.stringContaining(`collection ${OTHER.collection} belongs to`)]);
    expect(writes(ran)).toEqual([`/v1/spaces/${free}/transfer`, `/v1/spaces/${SAMPLE.space}/duplicate`]);
  });
});

describe("a deleted space shows to nobody: the answer to its restore says whose it is", () => {
  const restore = (spaceId: string) => [{ endpoint: "restoreSpace", params: { spaceId } }];

  it("is restored", async () => {
    await cli.out(`spaces delete p3sfu86N4L96J7SLYxrq --yes`);
    hand(restore("p3sfu86N4L96J7SLYxrq"));
    expect((await run(`plans apply ${file} --yes`)).stderr).toContain("Applied 1 step");
  });

  it("one of another organization is reported", async () => {
    await cli.out(`spaces delete ${OTHER.space} --yes`);
    hand(restore(OTHER.space));
    const ran = await run(`plans apply ${file} --yes`);
    expect([ran.code, ran.stderr]).toEqual([
      9,
      expect.stringContaining(`it was restored, but space ${OTHER.space} belongs to organization ${OTHER.org}`),
    ]);
  });
});

it("knows every member of a body that names a space or a collection", () => {
  const named: string[] = [];
  for (const [endpoint, { body, ...rest }] of Object.entries(endpoints)) {
    if (!body || !isWriting({ body, ...rest })) continue;
    for (const path of membersOf(body())) {
      if (!/(^|\.)(space|spaces|spaceId|parent|collection|collectionId)$/.test(path)) continue;
      named.push(`${endpoint} ${path}`);
      const value = path.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), "x1");
      expect(
        targetsOf({ endpoint, params: {}, body: value as Record<string, unknown> }, OWN),
        `${endpoint}: ${path}`,
      ).toMatchObject([{ id: "x1" }]);
    }
  }
  expect(named.length).toBeGreaterThan(8);
});

interface Schema {
  def: { shape?: Record<string, Schema>; innerType?: Schema; options?: Schema[] };
}

/** Dotted paths of all members of an object's schema. */
function membersOf(schema: unknown, path = ""): string[] {
  // All schemas of zod describe themselves so.
  const { shape, innerType, options } = (schema as Schema).def;
  if (innerType) return membersOf(innerType, path);
  if (options) return options.flatMap((one) => membersOf(one, path));
  return Object.entries(shape ?? {}).flatMap(([name, member]) => {
    const at = path === "" ? name : `${path}.${name}`;
    return [at, ...membersOf(member, at)];
  });
}

const HANDBOOK = "pV7syPAA4Y8STC95bomz";

/** Somebody transfers a thing to another organization once the first request of the plan was answered. */
function transferredMeanwhile(path: string): RunOptions {
  let isGone = false;
  return {
    between: async ({ method }, service) => {
      const answer = await service();
      if (method === "GET" || isGone) return answer;
      isGone = true;
      const headers = { "content-type": "application/json", authorization: `Bearer ${cli.sandbox.token}` };
      const body = Buffer.from(JSON.stringify({ organization: OTHER.org }));
      const transfer = { method: "POST", path: `${path}/transfer`, headers, body };
      expect((await cli.sandbox.handle(transfer)).status).toBe(200);
      return answer;
    },
  };
}

const MOVED: [string, string, HandStep][] = [
  ["a field of a space", `/v1/spaces/${HANDBOOK}`, rename(HANDBOOK)],
  ["a deletion", `/v1/spaces/${HANDBOOK}`, { endpoint: "deleteSpace", params: { spaceId: HANDBOOK } }],
  [
    "what the step does not read",
    `/v1/spaces/${HANDBOOK}`,
    { endpoint: "createChangeRequest", params: { spaceId: HANDBOOK }, body: { subject: "More" } },
  ],
  [
    "a collection",
    `/v1/collections/${COLLECTION}`,
    { endpoint: "updateCollection", params: { collectionId: COLLECTION }, body: { title: "More" } },
  ],
];

describe("R85 what goes to another organization while the plan is applied is not written to", () => {
  it.each(MOVED)("%s", async (_, path, step) => {
    hand([rename(SAMPLE.space), { ...step, needs: [] }]);
    const ran = await run(`plans apply ${file} --yes`, transferredMeanwhile(path));
    expect(writes(ran)).toHaveLength(1);
    expect([ran.code, ran.stdout + ran.stderr]).toEqual([
      9,
      expect.stringContaining(`belongs to organization ${OTHER.org}, but the plan is for ${OWN}; nothing was sent`),
    ]);
  });

  it("nor by its undo", async () => {
    const edited = await run(`spaces edit ${HANDBOOK} ${SAMPLE.space} --language de --json`, { history: "always" });
    expect(edited.code, edited.stderr).toBe(0);
    // In reverse: the sample's own space is first.
    const ran = await run("undo --yes", { history: "always", ...transferredMeanwhile(`/v1/spaces/${HANDBOOK}`) });
    expect(writes(ran)).toHaveLength(1);
    expect([ran.code, ran.stdout + ran.stderr]).toEqual([9, expect.stringContaining(`organization ${OTHER.org}`)]);
  });
});
