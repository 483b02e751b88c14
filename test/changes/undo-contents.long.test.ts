import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createCollection } from "../../src/catalog/collections.js";
import { putOpenapiSpec } from "../../src/catalog/openapi.js";
import { moveSpace } from "../../src/catalog/spaces.js";
import { planText } from "../../src/changes/format/write.js";
import { referenceTo } from "../../src/changes/types.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import type { RunOptions, TestCli } from "../helpers/run.js";
import { DENIED } from "./out-of-sight-helper.js";
import { plannerOf, useCli } from "./plan-helper.js";

/* What was created is removed by its undo only while it holds what the creation put there. */

let cli: TestCli;
let file: string;
useCli((made, plan) => {
  cli = made;
  file = plan;
});

const ORG = `/v1/orgs/${SAMPLE.org}`;
const SITE = `${ORG}/sites/${SAMPLE.site}`;

interface Request {
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  body?: object;
}

async function send({ method, path, body }: Request, history: "always" | "never"): Promise<unknown> {
  const file = join(cli.folder, "body.json");
  writeFileSync(file, JSON.stringify(body ?? {}).replaceAll("FOLDER", cli.folder));
  for (const name of ["first", "second"])
    writeFileSync(join(cli.folder, `${name}.json`), JSON.stringify({ openapi: "3.1.0", info: { title: name } }));
  const ran = await cli.run(`api -X ${method} ${path}${body ? ` --input ${file}` : ""}`, { history });
  await closeAll();
  expect(ran.code, ran.stderr).toBe(0);
  return ran.stdout === "" ? {} : JSON.parse(ran.stdout);
}

async function undo(line = "undo --yes") {
  const ran = await cli.run(line, { history: "always" });
  await closeAll();
  return ran;
}

interface Created {
  id: string;
  slug: string;
  urls: { location: string };
}

interface Case {
  kind: string;
  create: Request;
  /** The path of what was created. */
  at(made: Created): string;
  /** Requests of somebody else, below that path. */
  add: (at: string, made: Created) => Request[];
  says: string;
}

const post = (path: string, body?: object): Request => ({ method: "POST", path, ...(body && { body }) });

const MEMBERS = ["uKAXA45Bp3Y2kpMXDR9G", "uh37jonX22428ws4qB6R", "u5s6yviydT27vWkB4r3J"];
const [FIRST = "", SECOND = "", THIRD = ""] = MEMBERS;
const HANDBOOK = "pV7syPAA4Y8STC95bomz";
const MANUAL = "pkNn494pi8HgB36Wxyf8";
const FLEET_SECTION = "e3w5wrLbFu5YnBs1w1Z3";
const comment = { body: { markdown: "Is this so?" } };
/** FOLDER stands for that of the test. */
const publish = (path: string, ...names: string[]): Request[] =>
  names.map((name) => ({ method: "PUT", path, body: { source: { url: `file://FOLDER/${name}.json` } } }));
const SOURCE = { url: "https://harbor.halden-robotics.example/openapi.json" };

const CASES: Case[] = [
  {
    kind: "team",
    create: { method: "PUT", path: `${ORG}/teams`, body: { title: "Writers", members: [FIRST] } },
    at: ({ id }) => `${ORG}/teams/${id}`,
    add: (at) =>
      [SECOND, THIRD].map((user) => ({ method: "PUT", path: `${at}/members/${user}`, body: { role: "owner" } })),
    says: '"Writers": 2 members were added since',
  },
  {
    kind: "site with spaces, its share links",
    create: post(`${ORG}/sites`, { title: "Manuals", spaces: [HANDBOOK] }),
    at: ({ id }) => `${ORG}/sites/${id}`,
    add: (at) => [post(`${at}/share-links`, { name: "Review" }), post(`${at}/publish`)],
    says: '"Manuals": 1 share link was added since, it was published since',
  },
  {
    kind: "site with a new space",
    create: post(`${ORG}/sites`, { title: "Manuals", newSpace: true }),
    at: ({ id }) => `${ORG}/sites/${id}`,
    add: (at) => [post(`${at}/site-spaces`, { spaceId: MANUAL })],
    says: '"Manuals": 1 site space was added since',
  },
  {
    kind: "site, its sections and groups",
    create: post(`${ORG}/sites`, { title: "Manuals" }),
    at: ({ id }) => `${ORG}/sites/${id}`,
    add: (at) => [
      post(`${at}/sections`, { spaceId: MANUAL, title: "Field" }),
      post(`${at}/section-groups`, { title: "All", sections: [] }),
    ],
    says: '"Manuals": 1 site space was added since, 1 section was added since, 1 section group was added since',
  },
  {
    kind: "section",
    create: post(`${SITE}/sections`, { spaceId: MANUAL, title: "Field" }),
    at: ({ id }) => `${SITE}/sections/${id}`,
    add: (_, { id }) => [post(`${SITE}/site-spaces`, { spaceId: HANDBOOK, sectionId: id })],
    says: '"Field": 1 site space was added since',
  },
  {
    kind: "section group",
    create: post(`${SITE}/section-groups`, { title: "Machines", sections: [FLEET_SECTION] }),
    at: ({ id }) => `${SITE}/section-groups/${id}`,
    add: (at) => [post(`${at}/sections`, { sectionId: "ePnY5bz4286QHs81sB1N" })],
    says: '"Machines": 1 section was added since',
  },
  {
    kind: "collection",
    create: post(`${ORG}/collections`, { title: "Attic" }),
    at: ({ id }) => `/v1/collections/${id}`,
    add: (_, { id }) => [
      post(`/v1/spaces/${HANDBOOK}/move`, { parent: id }),
      post(`${ORG}/collections`, { title: "Box", parent: id }),
    ],
    says: '"Attic": 1 space was added since, 1 collection was added since',
  },
  {
    kind: "copy of a space",
    create: post(`/v1/spaces/${HANDBOOK}/duplicate`),
    at: ({ id }) => `/v1/spaces/${id}`,
    add: (at) => [post(`${at}/change-requests`, { subject: "More" }), post(`${at}/comments`, comment)],
    says: "1 change request was added since, 1 comment was added since",
  },
  {
    kind: "copy of a space, its content",
    create: post(`/v1/spaces/${HANDBOOK}/duplicate`),
    at: ({ id }) => `/v1/spaces/${id}`,
    add: (at) => [post(`${at}/content/template`, { id: "product-docs" })],
    says: "its content was changed since",
  },
  {
    kind: "comment",
    create: post(`/v1/spaces/${HANDBOOK}/comments`, comment),
    at: ({ id }) => `/v1/spaces/${HANDBOOK}/comments/${id}`,
    add: (at) => [post(`${at}/replies`, comment), post(`${at}/replies`, comment)],
    says: "2 replies were added since",
  },
  {
    kind: "comment on a change request",
    create: post(`/v1/spaces/${SAMPLE.space}/change-requests/r9WhaExH4YLUx3DvA6q8/comments`, comment),
    at: ({ id }) => `/v1/spaces/${SAMPLE.space}/change-requests/r9WhaExH4YLUx3DvA6q8/comments/${id}`,
    add: (at) => [post(`${at}/replies`, comment)],
    says: "1 reply was added since",
  },
  {
    kind: "specification",
    create: post(`${ORG}/openapi`, { slug: "pets", source: SOURCE }),
    at: () => `${ORG}/openapi/pets`,
    add: (at) => publish(at, "first", "second"),
    says: "1 version was added since",
  },
];

/** Sections and their groups have no address to read. */
async function isThere(at: string): Promise<boolean> {
  const [, list = "", id = ""] = /^(.*\/(?:sections|section-groups))\/([^/]+)$/.exec(at) ?? [];
  const ran = await cli.run(`api ${list || at}`);
  await closeAll();
  return ran.code === 0 && (list === "" || JSON.parse(ran.stdout).items.some((one: { id: string }) => one.id === id));
}

const deletions = (sent: readonly { method: string }[]) => sent.filter(({ method }) => method === "DELETE").length;

it.each(CASES)("$kind: one that somebody has added to since is left alone", async ({ create, at, add, says }) => {
  // The service answers with the whole thing.
  const made = (await send(create, "always")) as Created;
  for (const request of add(at(made), made)) await send(request, "never");
  const ran = await undo();
  expect(ran.stderr).toContain(says);
  expect(ran.stderr).toContain("skipped, changed since then: ");
  expect([ran.code, deletions(ran.sent)]).toEqual([9, 0]);
  expect(await isThere(at(made))).toBe(true);
});

it.each(CASES)("$kind: one that is as it was created goes", async ({ create, at }) => {
  const made = (await send(create, "always")) as Created;
  expect(await isThere(at(made))).toBe(true);
  const ran = await undo();
  expect([ran.code, deletions(ran.sent)], ran.stderr).toEqual([0, 1]);
  expect(await isThere(at(made))).toBe(false);
});

/** A plan makes a collection, moves a space into it and publishes a specification. Answers the collection's id. */
async function applyMoved(): Promise<string> {
  const planner = plannerOf(cli);
  const organizationId = SAMPLE.org;
  const attic = await planner.add({ endpoint: createCollection, params: { organizationId }, body: { title: "Attic" } });
  await planner.add({ endpoint: moveSpace, params: { spaceId: HANDBOOK }, body: { parent: referenceTo(attic.id) } });
  const params = { organizationId, specSlug: "pets" };
  await planner.add({ endpoint: putOpenapiSpec, params, body: { source: SOURCE } });
  writeFileSync(file, planText(await planner.finish()));
  expect(await cli.run(`plans apply ${file} --yes`)).toMatchObject({ code: 0 });
  await closeAll();
  return (await cli.json("collections list")).find(({ title }: { title: string }) => title === "Attic").id;
}

it("what other steps of a plan put into a thing goes back, and the thing goes", async () => {
  const attic = await applyMoved();
  const ran = await undo(`plans undo ${file} --yes`);
  expect([ran.code, deletions(ran.sent)], ran.stderr).toEqual([0, 2]);
  expect(await isThere(`/v1/collections/${attic}`)).toBe(false);
  expect(await isThere(`${ORG}/openapi/pets`)).toBe(false);
});

it("what a plan made stays with what others put into it", async () => {
  const { parent: home } = await cli.json(`spaces view ${HANDBOOK}`);
  const attic = await applyMoved();
  await send(post(`/v1/spaces/${MANUAL}/move`, { parent: attic }), "never");
  for (const request of publish(`${ORG}/openapi/pets`, "first", "second")) await send(request, "never");
  const ran = await undo(`plans undo ${file} --yes`);
  expect([ran.code, deletions(ran.sent)], ran.stderr).toEqual([9, 0]);
  expect(ran.stderr).toContain('skipped, changed since then: create collection "Attic": 2 spaces were added since');
  // "Before the manual" is a place in the collection now, and not the one that the handbook left.
  expect(ran.stderr).toContain(`skipped, changed since then: move space "Engineering Handbook": `);
  expect(ran.stderr).toContain(`what it would be put before, ${MANUAL}, was moved elsewhere`);
  expect(await isThere(`/v1/collections/${attic}`)).toBe(true);
  expect((await cli.json(`collections spaces ${attic}`)).map(({ id }: { id: string }) => id)).toEqual([
    HANDBOOK,
    MANUAL,
  ]);
  await send(post(`/v1/spaces/${MANUAL}/move`, { parent: home }), "never");
  const next = await undo(`plans undo ${file} --yes`);
  expect(next.stderr).toContain('Moved space "Engineering Handbook"');
  expect((await cli.json(`spaces view ${HANDBOOK}`)).parent).toBe(home);
  expect(await isThere(`/v1/collections/${attic}`)).toBe(false);
});

it("a neighbor that went to a third place takes nothing along", async () => {
  const line = `spaces move ${HANDBOOK} --parent cxFhGxM3216Qsn5jm8q8`;
  const moved = await cli.run(line, { history: "always" });
  await closeAll();
  expect(moved.code, moved.stderr).toBe(0);
  const other = (await send(post(`${ORG}/collections`, { title: "Box" }), "never")) as Created;
  await send(post(`/v1/spaces/${MANUAL}/move`, { parent: other.id }), "never");
  const ran = await undo();
  expect([ran.code, ran.sent.filter(({ method }) => method !== "GET")]).toEqual([9, []]);
  expect(ran.stderr).toContain(`what it would be put before, ${MANUAL}, was moved elsewhere`);
});

const SEEN_BY_STEP: Record<string, string> = {
  section: "siteSpaces.space.id",
  "section group": "sections.id",
  specification: "sourceURL",
};

const CONTENT_TYPE = { "content-type": "application/json" };

/** Somebody adds to the thing while the question waits: after all was read, and before anything is sent. */
function whileAsked(add: readonly Request[]): RunOptions {
  let isConfirmed = false;
  const left = [...add];
  return {
    beforeRecord: (line) => {
      isConfirmed ||= JSON.parse(line).record === "run";
    },
    between: async (_, service) => {
      for (const { method, path, body } of isConfirmed ? left.splice(0) : []) {
        const text = JSON.stringify(body ?? {}).replaceAll("FOLDER", cli.folder);
        const headers = { ...CONTENT_TYPE, authorization: `Bearer ${cli.sandbox.token}` };
        const { status } = await cli.sandbox.handle({ method, path, headers, body: Buffer.from(text) });
        expect(status).toBeLessThan(300);
      }
      return service();
    },
  };
}

it.each(CASES)(
  "$kind: one that is added to while the question waits is left alone",
  async ({ kind, create, at, add, says }) => {
    const made = (await send(create, "always")) as Created;
    const ran = await cli.run("undo", {
      history: "always",
      answers: [true],
      width: 200,
      ...whileAsked(add(at(made), made)),
    });
    await closeAll();
    expect([ran.code, deletions(ran.sent)], ran.stderr).toEqual([9, 0]);
    // Some steps read the contents themselves.
    const why = SEEN_BY_STEP[kind] ?? says.replace(/^.*?: /, "");
    expect(ran.stdout + ran.stderr).toContain(`changed since it was planned: ${why}`);
    expect(await isThere(at(made))).toBe(true);
  },
);

it("a thing stays while what a step put into it could not be taken out", async () => {
  const attic = await applyMoved();
  const refuse = { status: 400, body: { error: { message: "locked" } } };
  const ran = await cli.run(`plans undo ${file} --yes`, {
    intercept: ({ method, path }) => (method === "POST" && path.endsWith("/move") ? refuse : undefined),
  });
  await closeAll();
  expect([ran.code, deletions(ran.sent)], ran.stderr).toEqual([9, 1]);
  expect(ran.stdout + ran.stderr).toContain("changed since it was planned: 1 space was added since");
  expect(await isThere(`/v1/collections/${attic}`)).toBe(true);
});

it("guards hold for an undo: a team goes with most of its people only if that is allowed", async () => {
  const body = { title: "Writers", members: MEMBERS };
  const made = (await send({ method: "PUT", path: `${ORG}/teams`, body }, "always")) as Created;
  const refused = await undo();
  expect([refused.code, deletions(refused.sent)]).toEqual([5, 0]);
  expect(refused.stderr).toContain('too many removals: team "Writers" loses 3 of 3 members (100 %), 1 at most (25 %)');
  expect(refused.stderr).toContain(`--max-removals 100%, or --allow-team ${made.id}`);
  const allowed = await undo(`undo --yes --allow-team ${made.id}`);
  expect([allowed.code, deletions(allowed.sent)], allowed.stderr).toEqual([0, 1]);
});

/** Answers from which the contents of a team cannot be told: a list that is refused, and one that is not whole. */
const UNTOLD: [string, RunOptions][] = [
  [
    "is refused",
    { intercept: ({ method, path }) => (method === "GET" && path.includes("/members") ? DENIED : undefined) },
  ],
  [
    "is shorter than the team counts",
    { rewrite: (body) => (isTeam(body) ? { ...body, members: body.members + 1 } : body) },
  ],
];

const isTeam = (body: unknown): body is { members: number } =>
  typeof body === "object" && body !== null && "object" in body && body.object === "team";

it.each(UNTOLD)("a thing stays where the list of its contents %s", async (_, answers) => {
  const body = { title: "Writers", members: [FIRST] };
  // The service answers with the whole thing.
  const made = (await send({ method: "PUT", path: `${ORG}/teams`, body }, "always")) as Created;
  const ran = await cli.run("undo --yes", { history: "always", ...answers });
  await closeAll();
  expect(ran.stderr).toContain('skipped: create team "Writers": cannot tell w');
  expect([ran.code, deletions(ran.sent)]).toEqual([9, 0]);
  expect(await isThere(`${ORG}/teams/${made.id}`)).toBe(true);
});

it("a specification that was created without a source brought no version", async () => {
  const pets = { object: "openapi-spec", id: "o1", slug: "pets", visibility: "private" };
  const list = (items: object[]) => ({ count: items.length, items });
  // The sandbox takes none without a source.
  const intercept: RunOptions["intercept"] = ({ method, path }) => {
    const [at] = path.split("?");
    if (method === "POST" && at === `${ORG}/openapi`) return { status: 200, body: pets };
    if (at === `${ORG}/openapi`) return { status: 200, body: list([pets]) };
    if (at === `${ORG}/openapi/pets`) return { status: 200, body: pets };
    if (at === `${ORG}/openapi/pets/versions`) return { status: 200, body: list([{ id: "v1" }]) };
    return undefined;
  };
  const made = await cli.run(`api -X POST ${ORG}/openapi -f slug=pets`, { history: "always", intercept });
  await closeAll();
  expect(made.code, made.stderr).toBe(0);
  const ran = await cli.run("undo --yes", { history: "always", intercept });
  await closeAll();
  expect([ran.code, deletions(ran.sent)], ran.stderr).toEqual([9, 0]);
  expect(ran.stderr).toContain("1 version was added since");
});
