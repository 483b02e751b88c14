/** What an interrupted run read is kept as a refresh would keep it, and what is denied is kept with its age (R86). */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { TransportError } from "../../src/http/transport/error.js";
import type { Transport } from "../../src/http/types.js";
import { serveSnapshot } from "../../src/snapshot/file/open.js";
import { ORG, SPACE } from "../helpers/sandbox.js";
import { useEach, useTestSandbox } from "../helpers/set-ups.js";
import {
  leftIn,
  loadTwoSpaces,
  OTHER,
  refusal,
  rowsOf,
  snapshotOf,
  sourcesOf,
  temporaryFolder,
  transportOf,
} from "./snapshot-helper.js";

const NIGHTS = ["15", "16", "17", "18"].map((day) => ({ started: `2026-01-${day}T10:00:00.000Z` }));
const [FIRST, SECOND, THIRD, FOURTH] = NIGHTS;

const place = useEach(temporaryFolder);
const service = useTestSandbox({ load: loadTwoSpaces });
beforeEach(async () => {
  for (const space of [SPACE, OTHER]) await addPage(space, "start");
});

const addPage = (space: string, name: string) =>
  service.call("POST", `/v1/spaces/${space}/content/import`, {
    url: `data:text/markdown;name=${name}.md,${encodeURIComponent(`# ${name}\n\nSome words.`)}`,
    source: "markdown",
  });
const create = (file = place.file, transport?: Transport, night = SECOND) =>
  snapshotOf(service, file, { organization: ORG }, transport, night);
const fresh = async () => {
  await create(`${place.file}.fresh`);
  return rowsOf(`${place.file}.fresh`);
};

/** Walks until the first request that `stop` names, and leaves the unfinished file under another name, as after kill -9. */
async function cut(from: string, to: string, stop: (path: string) => boolean, night = FIRST): Promise<void> {
  let isOver = false;
  const { transport } = transportOf(service, (path) => {
    isOver ||= stop(path);
    if (isOver) throw new TransportError("cut", { phase: "response", sent: true });
    return undefined;
  });
  await expect(create(from, transport, night)).rejects.toThrow();
  for (const end of ["", ".partial", ".partial-wal"]) if (existsSync(from + end)) copyFileSync(from + end, to + end);
}
/** When everything was read once. */
function atSecondLook(): (path: string) => boolean {
  let looks = 0;
  return (path) => {
    if (path.startsWith(`/v1/orgs/${ORG}/spaces?`)) looks += 1;
    return looks > 1;
  };
}
const copies = () => [1, 2, 3].map((number) => `${place.file}.${number}`) as [string, string, string];

describe("R86: a snapshot that was begun on another day", () => {
  const change = async () => {
    service.advance(60_000);
    await service.call("PATCH", `/v1/spaces/${SPACE}`, { title: "Renamed" });
    await addPage(SPACE, "more");
    await service.call("DELETE", `/v1/spaces/${OTHER}`);
    await service.call("PATCH", `/v1/orgs/${ORG}`, { title: "Other" });
  };

  it.each([
    ["before the comments", () => (path: string) => path.includes("/comments")],
    ["at the second look", atSecondLook],
  ])("says what the service says now: cut %s", async (_, stop) => {
    const [first, second] = copies();
    await cut(first, second, stop());
    expect(leftIn(second).get(`orgs/${ORG}/spaces`)?.state).toBe("complete");
    await change();
    await create(second);
    expect(rowsOf(second)).toEqual(await fresh());
    expect([...sourcesOf(second).keys()].filter((scope) => scope.includes(OTHER))).toEqual([]);
  });

  it("one that was cut again right after its lists were read says so, too", async () => {
    const [first, second, third] = copies();
    await cut(first, second, atSecondLook());
    await change();
    await cut(second, third, (path) => path.includes(`/spaces/${SPACE}/`), SECOND);
    expect(leftIn(third).get(`spaces/${SPACE}/content`)).toBeUndefined();
    await create(third, undefined, THIRD);
    expect(rowsOf(third)).toEqual(await fresh());
  });

  it("trusts nothing of what it took over before it was cut, with --full", async () => {
    const [first, second] = copies();
    await create(first, undefined, FIRST);
    let lists = 0;
    const atSecondList = (path: string) => {
      lists += path.includes("/members?") ? 1 : 0;
      return lists > 1;
    };
    await cut(first, second, atSecondList, SECOND);
    expect(leftIn(second).get(`spaces/${SPACE}/content`)?.endedAt).toBe(FIRST?.started);
    const { transport, sent } = transportOf(service);
    await snapshotOf(service, second, { organization: ORG }, transport, { ...THIRD, full: true });
    expect(sent.filter((path) => path.endsWith("/content")).length).toBe(2);
  });

  it("keeps contents that are as they were, with their time", async () => {
    const [first, second] = copies();
    await cut(first, second, atSecondLook());
    const { transport, sent } = transportOf(service);
    await create(second, transport);
    expect(sent.filter((path) => path.includes("/content"))).toEqual([]);
    const sources = sourcesOf(second);
    expect(sources.get(`spaces/${SPACE}/content`)).toMatchObject({ state: "complete", endedAt: FIRST?.started });
    expect(sources.get(`orgs/${ORG}/members`)).toMatchObject({ state: "complete", endedAt: SECOND?.started });
  });
});

describe("R86: a list that is refused by now", () => {
  const denied = () =>
    transportOf(service, (path) => (path.includes("/members") ? refusal(403, "not for you") : undefined));
  const membersIn = async (file: string) => {
    const snapshot = serveSnapshot(file);
    const headers = { authorization: `Bearer ${snapshot.token}` };
    const { status, body } = await snapshot.handle({ method: "GET", path: `/v1/orgs/${ORG}/members`, headers });
    snapshot.close();
    return { status, items: JSON.parse(Buffer.from(body).toString()).items.length };
  };
  const REASON = `not for you; the rest is from ${FIRST?.started}`;

  it("is readable as it was, with its time, night after night", async () => {
    await create(place.file, undefined, FIRST);
    for (const night of [SECOND, THIRD, FOURTH]) {
      await create(place.file, denied().transport, night);
      const source = sourcesOf(place.file).get(`orgs/${ORG}/members`);
      expect(source).toMatchObject({ state: "partial", status: 403, reason: expect.stringContaining(REASON) });
      expect(await membersIn(place.file)).toEqual({ status: 200, items: 1 });
    }
    await create(place.file, undefined, FOURTH);
    expect(sourcesOf(place.file).get(`orgs/${ORG}/members`)).toMatchObject({ state: "complete", reason: undefined });
  });

  it("keeps its reason and its rows when a change makes the walk read once more", async () => {
    await create(place.file, undefined, FIRST);
    const { transport } = denied();
    let left = 2;
    await create(place.file, async (request) => {
      if (request.url.includes("/content/page/") && left > 0) {
        left -= 1;
        await addPage(SPACE, `more${left}`);
      }
      if (request.url.includes("/comments") && left === 2) await addPage(SPACE, "before");
      return transport(request);
    });
    expect(sourcesOf(place.file).get(`orgs/${ORG}/members`)?.reason).toContain(REASON);
    expect(await membersIn(place.file)).toEqual({ status: 200, items: 1 });
  });

  it("a list that is not found, or is refused at the second look, is kept as well", async () => {
    await create(place.file, undefined, FIRST);
    for (const [status, from] of [
      [404, 1],
      [403, 2],
    ] as const) {
      let count = 0;
      const { transport } = transportOf(service, (path) => {
        if (!path.includes(`/orgs/${ORG}/members?`)) return undefined;
        count += 1;
        return count >= from ? refusal(status, "no") : undefined;
      });
      await create(place.file, transport);
      expect(await membersIn(place.file)).toEqual({ status: 200, items: 1 });
      expect(["partial", "unsettled"]).toContain(sourcesOf(place.file).get(`orgs/${ORG}/members`)?.state);
    }
  });

  it("has no data where nothing was known before", async () => {
    await create(place.file, denied().transport);
    expect(sourcesOf(place.file).get(`orgs/${ORG}/members`)).toMatchObject({ state: "denied" });
  });
});

describe("a list that never ends", () => {
  const endless = (item: (at: number) => object, count?: number) => {
    let at = 0;
    const { transport, sent } = transportOf(service, (path) => {
      if (!path.startsWith(`/v1/orgs/${ORG}/teams?`)) return undefined;
      const items = Array.from({ length: 500 }, (_, index) => item(at + index));
      at += items.length;
      const body = { items, next: { page: `c${at}` }, ...(count !== undefined && { count }) };
      return { ...refusal(200, ""), body: Buffer.from(JSON.stringify(body)) };
    });
    return { transport, sent };
  };
  const team = (id: string) => ({ object: "team", id, title: id, createdAt: "2026-01-01T00:00:00.000Z" });

  it.each([
    [
      "ever new items",
      (at: number) => team(`t${at}`),
      600,
      /^the list does not end: 2500 items were listed, and the service counts 600$/,
    ],
    [
      "the same items",
      (at: number) => team(`t${at % 300}`),
      undefined,
      /^the list does not end: 1500 items were listed, 1200 of them more than once$/,
    ],
  ])("is partial, and the rest is read: %s", async (_, item, count, reason) => {
    const { transport, sent } = endless(item, count);
    const asked = { organization: ORG, exclude: ["content", "comments", "change-requests"] as const };
    // Below each team there is a list of its own, which is not what this is about.
    await snapshotOf(service, place.file, asked, async (request) =>
      request.url.includes("/teams/") ? refusal(403, "no") : transport(request),
    );
    const source = sourcesOf(place.file).get(`orgs/${ORG}/teams`);
    expect(source).toMatchObject({ state: "partial", reason: expect.stringMatching(reason) });
    expect(sent.filter((path) => path.includes("/teams?")).length).toBeLessThan(8);
    expect(sourcesOf(place.file).get(`orgs/${ORG}/members`)?.state).toBe("complete");
  });
});

/** As root, tests can give files to another user. */
const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;

describe("an unfinished file that is not ours", () => {
  it.runIf(isRoot).each(["", "-wal", "-shm", "-journal"])(
    "R89: is refused where it belongs to another user, and left alone: .partial%s",
    async (end) => {
      const path = `${place.file}.partial${end}`;
      writeFileSync(path, "theirs", { mode: 0o600 });
      chownSync(path, NOBODY, NOBODY);
      const before = readdirSync(place.folder);
      await expect(create()).rejects.toMatchObject({
        kind: "usage",
        message: `${path} belongs to another user, so it was not written by docs`,
      });
      expect([readFileSync(path, "utf8"), statSync(path).uid, readdirSync(place.folder)]).toEqual([
        "theirs",
        NOBODY,
        before,
      ]);
    },
  );

  const putOpen = (path: string): void => {
    writeFileSync(path, "");
    chmodSync(path, 0o644);
  };
  it.each([
    ["a link", (path: string) => symlinkSync(`${path}.elsewhere`, path), "a link or no plain file"],
    ["another name of a file", (path: string) => linkSync(`${place.folder}/other`, path), "a link or no plain file"],
    ["open to others", (path: string) => putOpen(path), "has mode 0644"],
    ["with a link for its log", (path: string) => symlinkSync("x", `${path}-wal`), "a link or no plain file"],
  ])("is refused: %s", async (_, put, why) => {
    writeFileSync(`${place.folder}/other`, "mine", { mode: 0o600 });
    put(`${place.file}.partial`);
    await expect(create()).rejects.toMatchObject({ kind: "usage", message: expect.stringContaining(why) });
    expect(existsSync(`${place.file}.partial.elsewhere`)).toBe(false);
  });
});
