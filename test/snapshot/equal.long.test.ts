import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenSnapshot, openSnapshot } from "../../src/app/client/snapshot-client.js";
import { endpoints } from "../../src/catalog/index.js";
import { Failure } from "../../src/errors.js";
import type { Client } from "../../src/http/types.js";
import { loadSample } from "../../src/sandbox/sample/load.js";
import { ORG, OTHER_ORG, type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { idsFor } from "../sandbox/walk-helper.js";
import { loadLarge, peopleLarge } from "./large-organization.js";
import { snapshotOf, temporaryFolder } from "./snapshot-helper.js";

/* Every reading endpoint, for every object of two organizations: a snapshot answers as the service does. */

const HALDEN = "hR7kQ2mXv9TzLb4WcN8p";
const LINDENHOF = "osAgpp53c2y4hH7jymzf";
const ORCHARD = "po3379Th3Y894vu61tWG";
const ORCHARD_COLLECTION = "c9q5CqMKJ9uL7y25Lfu7";

interface Answer {
  status: number;
  json?: unknown;
  /** What is not in the snapshot, and why. */
  missing?: { state: string; reason: string };
}

/** Why answers differ; one that no longer occurs has to go from here. */
const EXCEPTIONS: readonly [
  why: string,
  occurs: (name: string, address: string, ours: Answer, theirs: Answer) => boolean,
][] = [
  [
    "it is of another organization",
    (_name, address) => [LINDENHOF, ORCHARD, ORCHARD_COLLECTION, OTHER_ORG].some((id) => address.includes(id)),
  ],
  [
    "the list of organizations has the one that was read",
    (name) => name === "listOrgs" || name === "listOrgsByEmailDomain",
  ],
  [
    "a PDF is created on request",
    (name, _address, { missing }) => name === "getChangeRequestPdf" && missing?.state === "unreadable",
  ],
  [
    "there is no list of replies to comments on a space",
    (name, _address, { missing }) => name === "getSpaceCommentReply" && missing?.state === "unreadable",
  ],
  [
    "content of merged and archived change requests is not read",
    (_name, address, { missing }) =>
      /\/change-requests\/[^/]+\/content/.test(address) &&
      missing?.reason === "content of merged and archived change requests is not read",
  ],
];

const gets = Object.entries(endpoints).filter(([, { method }]) => method === "GET");

async function askService({ sandbox }: TestSandbox, path: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${sandbox.token}` };
  const { status, body } = await sandbox.handle({ method: "GET", path, headers });
  return { status, json: JSON.parse(Buffer.from(body).toString()) };
}

async function askSnapshot(client: Client, path: string): Promise<Answer> {
  try {
    const { status, json } = await client.raw({ method: "GET", path });
    return { status, json };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "not-in-snapshot") throw error;
    const { state, reason } = error.details;
    return { status: 0, missing: { state: String(state), reason: String(reason) } };
  }
}

const FILTERS: Readonly<Record<string, readonly string[]>> = {
  listChangeRequests: ["status=draft", "status=open", "status=merged", "limit=2"],
  listOrgSpaces: ["limit=3"],
  listMembers: ["limit=3", "search=a", "role=admin", "sort=joinedAt"],
  listSpaceComments: ["order=asc", "order=desc", "status=open", "limit=1", "format=document"],
  listSpacePages: ["metadata=false", "computed=false"],
  getSpacePage: ["format=document", "metadata=false"],
  searchOrg: ["query=page&limit=2", "query=install+server", "query=nothingHasThisWord"],
  listTeams: ["title=e", "limit=1"],
  listSites: ["limit=1", "published=false"],
};

/** The address, and what filters and pages make of it. */
const variants = (name: string, address: string): string[] => [
  address,
  ...(FILTERS[name] ?? []).map((query) => `${address.replace(/\?.*/, "")}?${query}`),
];

/** Takes the cursor out of an answer: there has to be one on both sides, of any text. */
function cutCursor({ json }: Answer): string | undefined {
  const { next } = (json ?? {}) as { next?: { page?: string } };
  const cursor = next?.page;
  if (next && cursor !== undefined) next.page = "there is more";
  return cursor;
}

const WHY = EXCEPTIONS.map(([why]) => why);
const nothing = async (_service: TestSandbox) => {};

describe.each([
  {
    what: "the sample",
    load: loadSample,
    fill: nothing,
    organization: HALDEN,
    exceptions: WHY,
  },
  {
    what: "an organization made of a public tree",
    load: loadLarge,
    fill: peopleLarge,
    organization: ORG,
    exceptions: WHY.filter((why) => !why.startsWith("there is no list of replies")),
  },
])("a snapshot of $what answers as the service does", ({ load, fill, organization, exceptions }) => {
  const place = temporaryFolder();
  const met = new Set<string>();
  let service: TestSandbox;
  let snapshot: OpenSnapshot;
  beforeAll(async () => {
    service = await testSandbox({ load });
    await fill(service);
    await snapshotOf(service, place.file, { organization, include: ["access", "spec-history", "share-keys"] });
    snapshot = await openSnapshot(place.file);
  });
  afterAll(() => {
    snapshot?.close();
    service?.close();
    place.remove();
  });

  /** Page by page; cursors are each side's own. */
  async function compare(name: string, address: string, at: { theirs?: string; ours?: string } = {}): Promise<void> {
    const page = (cursor: string | undefined) => (cursor === undefined ? address : `${address}&page=${cursor}`);
    const theirs = await askService(service, page(at.theirs));
    const ours = await askSnapshot(snapshot.client, page(at.ours));
    const next = { theirs: cutCursor(theirs), ours: cutCursor(ours) };
    if (isDeepStrictEqual(ours, theirs)) {
      if (next.theirs !== undefined) await compare(name, address, next);
      return;
    }
    const [why] = EXCEPTIONS.find(([, occurs]) => occurs(name, address, ours, theirs)) ?? [];
    if (why === undefined) expect({ address, ...ours }).toEqual({ address, ...theirs });
    else met.add(why);
  }

  it.each(gets)("%s answers as the service does", async (name, { path }) => {
    for (const address of await idsFor(service, path)) {
      for (const variant of variants(name, address)) await compare(name, variant);
    }
  });

  it("apart from exceptions that all occur", () => {
    expect([...met].sort()).toEqual([...exceptions].sort());
  });
});
