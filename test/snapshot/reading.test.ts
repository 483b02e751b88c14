import { chmodSync, copyFileSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OpenSnapshot, openSnapshot } from "../../src/app/client/snapshot-client.js";
import { listChangeRequests } from "../../src/catalog/change-requests.js";
import { listSpaceComments } from "../../src/catalog/comments.js";
import { listMemberSpaces, listMembers } from "../../src/catalog/members.js";
import { getSpacePage, listSpacePages } from "../../src/catalog/pages.js";
import { getSpace, listOrgSpaces } from "../../src/catalog/spaces.js";
import { Failure } from "../../src/errors.js";
import type { ClientEvent } from "../../src/http/types.js";
import { openBinding } from "../../src/system/sqlite.js";
import { ORG, putSpace, SPACE, smallOrganization, type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { refusal, snapshotOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

const OTHER = "testSpace00000000002";

let service: TestSandbox;
let place: ReturnType<typeof temporaryFolder>;
beforeAll(async () => {
  place = temporaryFolder();
  service = await testSandbox({
    load: (context) => {
      smallOrganization(context);
      putSpace(context, { id: OTHER, title: "Manual" });
    },
  });
  for (const space of [SPACE, OTHER]) await fill(space);
  await snapshotOf(service, place.file, { organization: ORG, exclude: ["comments"] });
});
afterAll(() => {
  service.close();
  place.remove();
});

const fill = (space: string) =>
  service.call("POST", `/v1/spaces/${space}/content/import`, {
    url: `data:text/markdown;name=start.md,${encodeURIComponent(`# Start of ${space}\n\nSome words.`)}`,
    source: "markdown",
  });

let notes: string[];
beforeEach(() => {
  notes = [];
});
const observe = (event: ClientEvent) => void (event.type === "note" && !event.debug && notes.push(event.message));

async function reading<T>(file: string, work: (snapshot: OpenSnapshot) => Promise<T>): Promise<T> {
  const snapshot = await openSnapshot(file, { observers: [observe] });
  try {
    return await work(snapshot);
  } finally {
    snapshot.close();
  }
}

const failing = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Failure) return error;
  throw new Error(`no failure: ${String(error)}`);
};

async function itemsOf<T>(listing: { pages(): AsyncIterable<{ items: readonly T[] }> }): Promise<T[]> {
  const items: T[] = [];
  for await (const page of listing.pages()) items.push(...page.items);
  return items;
}

const inOrg = { params: { organizationId: ORG } };

describe("a client over a snapshot", () => {
  it("answers from the file, with the defaults in it, and leaves no trace", async () => {
    const before = readFileSync(place.file);
    await reading(place.file, async ({ client, defaults }) => {
      expect(defaults).toEqual({ org: ORG, space: undefined, site: undefined, me: undefined });
      const spaces = await itemsOf(client.list(listOrgSpaces, inOrg, { pageSize: 1 }));
      expect(spaces.map(({ id }) => id)).toEqual([SPACE, OTHER]);
      const [page] = await itemsOf(client.list(listSpacePages, { params: { spaceId: OTHER } }));
      const { markdown } = await client.call(getSpacePage, { params: { spaceId: OTHER, pageId: page?.id ?? "" } });
      expect(markdown).toContain("Some words.");
    });
    expect(readFileSync(place.file).equals(before)).toBe(true);
    expect(readdirSync(place.folder)).toEqual(["monday.docs"]);
    expect(notes).toEqual([]);
  });

  it("knows the member that it was made by, when it is one of the organization", async () => {
    const file = `${place.file}.me`;
    copyFileSync(place.file, file);
    const db = openBinding(file);
    const [{ id } = {}] = db.all("SELECT json ->> '$.id' AS id FROM objects WHERE kind = 'member' LIMIT 1");
    db.run("UPDATE settings SET value = ? WHERE name = 'caller'", String(id));
    db.close();
    await reading(file, async ({ defaults }) => expect(defaults.me).toBe(id));
  });

  it("takes values of filters that the catalog does not know", async () => {
    await reading(place.file, async ({ client }) => {
      const query = { status: "on-hold" };
      const listing = client.list(listChangeRequests, { params: { spaceId: SPACE } }, { extra: { query } });
      expect(await itemsOf(listing)).toEqual([]);
    });
  });

  it("changes nothing", async () => {
    await reading(place.file, async ({ client }) => {
      const failure = await failing(client.raw({ method: "DELETE", path: `/v1/spaces/${SPACE}` }));
      expect(failure).toMatchObject({
        kind: "usage",
        message: "a snapshot is read-only: nothing can be changed in it",
      });
      expect(await client.call(getSpace, { params: { spaceId: SPACE } })).toMatchObject({ id: SPACE });
    });
  });

  it("reads in a folder that cannot be written", async () => {
    chmodSync(place.folder, 0o555);
    try {
      await reading(place.file, async ({ client }) => {
        expect(await client.call(getSpace, { params: { spaceId: SPACE } })).toMatchObject({ id: SPACE });
      });
    } finally {
      chmodSync(place.folder, 0o700);
    }
  });
});

describe("what is not in a snapshot", () => {
  it("is named with the flag that includes it", async () => {
    await reading(place.file, async ({ client }) => {
      const comments = client.list(listSpaceComments, { params: { spaceId: SPACE } });
      expect(await failing(itemsOf(comments))).toMatchObject({
        kind: "not-in-snapshot",
        message: `not in this snapshot: spaces/${SPACE}/comments (omit --exclude comments)`,
        hint: `to include it: docs snapshots create ${place.file}, without --exclude comments`,
        details: { scope: `spaces/${SPACE}/comments`, state: "not-asked", reason: "omit --exclude comments" },
      });
      const [member] = await itemsOf(client.list(listMembers, inOrg));
      const userId = member?.id ?? "";
      const spaces = client.list(listMemberSpaces, { params: { ...inOrg.params, userId } });
      expect(await failing(itemsOf(spaces))).toMatchObject({
        kind: "not-in-snapshot",
        message: `not in this snapshot: orgs/${ORG}/members/${userId}/spaces (pass --include access)`,
        hint: `to include it: docs snapshots create ${place.file} --include access`,
      });
      // The scope above is told of what stands below it.
      const replies = await failing(
        client.raw({ method: "GET", path: `/v1/spaces/${SPACE}/comments/any/replies/any` }),
      );
      expect(replies.kind).toBe("not-in-snapshot");
    });
  });

  const refusing = (what: RegExp) =>
    transportOf(service, (path) => (what.test(path) ? refusal(403, "this is not for you") : undefined)).transport;

  it("is never an empty list where it was denied", async () => {
    const file = `${place.file}.denied`;
    await snapshotOf(service, file, { organization: ORG }, refusing(/\/members|\/spaces\/\w+1\/content/));
    await reading(file, async ({ client }) => {
      expect(await failing(itemsOf(client.list(listMembers, inOrg)))).toMatchObject({
        kind: "not-in-snapshot",
        details: { scope: `orgs/${ORG}/members`, state: "denied" },
        hint: `docs snapshots view ${file} shows what is in it`,
      });
      const pages = client.list(listSpacePages, { params: { spaceId: SPACE } });
      expect((await failing(itemsOf(pages))).message).toMatch(
        /^not in this snapshot: spaces\/\w+1\/content \(denied: /,
      );
      expect(await itemsOf(client.list(listSpacePages, { params: { spaceId: OTHER } }))).toHaveLength(1);
      // A search answers with what there is, and says so once.
      for (const query of ["words", "some"]) {
        const { failure } = await client.raw({ method: "GET", path: `/v1/orgs/${ORG}/search?query=${query}` });
        expect(failure).toBeUndefined();
      }
      expect(notes).toEqual([expect.stringMatching(/^incomplete in this snapshot: spaces\/\w+1\/content \(denied: /)]);
    });
  });

  it("may be the text of one page", async () => {
    const file = `${place.file}.texts`;
    await snapshotOf(service, file, { organization: ORG }, refusing(/\/spaces\/\w+1\/content\/page\//));
    await reading(file, async ({ client }) => {
      const [page] = await itemsOf(client.list(listSpacePages, { params: { spaceId: SPACE } }));
      expect(notes).toEqual([expect.stringMatching(/content \(partial: 1 page was not answered: /)]);
      const text = client.call(getSpacePage, { params: { spaceId: SPACE, pageId: page?.id ?? "" } });
      expect(await failing(text)).toMatchObject({
        kind: "not-in-snapshot",
        details: { scope: `spaces/${SPACE}/content/page/${page?.id}`, state: "partial" },
      });
    });
  });

  it("may be what is not found in a list that is not whole", async () => {
    const file = `${place.file}.cut`;
    copyFileSync(place.file, file);
    const db = openBinding(file);
    db.run("UPDATE sources SET state = 'partial', reason = 'HTTP 500' WHERE scope = ?", `orgs/${ORG}/spaces`);
    db.close();
    await reading(file, async ({ client }) => {
      expect(await itemsOf(client.list(listOrgSpaces, inOrg))).toHaveLength(2);
      expect(notes).toEqual([`incomplete in this snapshot: orgs/${ORG}/spaces (partial: HTTP 500)`]);
      expect(await failing(client.call(getSpace, { params: { spaceId: "testSpace00000000003" } }))).toMatchObject({
        kind: "not-in-snapshot",
        details: { scope: `orgs/${ORG}/spaces`, state: "partial" },
      });
    });
    await reading(place.file, async ({ client }) => {
      const failure = await failing(client.call(getSpace, { params: { spaceId: "testSpace00000000003" } }));
      expect(failure.kind).toBe("not-found");
    });
  });
});
