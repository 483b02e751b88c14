import { copyFileSync, existsSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { openBinding } from "../../src/system/sqlite.js";
import { ORG, putSpace, SPACE } from "../helpers/sandbox.js";
import { useEach, useTestSandbox } from "../helpers/set-ups.js";
import {
  loadTwoSpaces,
  OTHER,
  refusal,
  rowsOf,
  snapshotOf,
  sourcesOf,
  temporaryFolder,
  transportOf,
} from "./snapshot-helper.js";

const LATER = { started: "2026-01-16T10:00:00.000Z" };

const place = useEach(temporaryFolder);
const service = useTestSandbox({ load: loadTwoSpaces });
beforeEach(async () => {
  for (const space of [SPACE, OTHER]) for (const name of ["start", "more"]) await addPage(space, name);
});

/** Turns of the event loop during a refresh: signals are heard in them, and what SQLite gave is released. */
async function turnsOfRefresh(): Promise<number> {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  turn();
  await refresh();
  isOver = true;
  return turns;
}

const addPage = (space: string, name: string, words = "Some words.") =>
  service.call("POST", `/v1/spaces/${space}/content/import`, {
    url: `data:text/markdown;name=${name}.md,${encodeURIComponent(`# ${name}\n\n${words}`)}`,
    source: "markdown",
  });

const refresh = async (more: { started?: string; full?: boolean } = {}, file = place.file) => {
  const { transport, sent } = transportOf(service);
  await snapshotOf(service, file, { organization: ORG }, transport, { ...LATER, ...more });
  return sent;
};

/** As a walk into a new file. */
const fresh = async () => {
  const file = `${place.file}.fresh`;
  await refresh({}, file);
  return rowsOf(file);
};

describe("the same file again", () => {
  beforeEach(() => snapshotOf(service, place.file, { organization: ORG }));

  it("hears signals between the spaces that it copies", async () => {
    const few = await turnsOfRefresh();
    await service.sandbox.change((context) => {
      for (let number = 10; number < 40; number += 1) {
        putSpace(context, { id: `testSpace000000000${number}`, title: `Space ${number}` });
      }
    });
    await refresh();
    // For 90 scopes more, eight at a time.
    expect(await turnsOfRefresh()).toBeGreaterThan(few + 5);
  });

  it("reads nothing of spaces that are unchanged, and has the same in it", async () => {
    const before = rowsOf(place.file);
    const sent = await refresh();
    expect(sent.filter((one) => one.includes("/spaces/"))).toEqual([]);
    expect(sent.filter((one) => one.includes(`/orgs/${ORG}/spaces`))).toHaveLength(1);
    expect(rowsOf(place.file)).toEqual(before);
    expect(sourcesOf(place.file).get(`spaces/${SPACE}/content`)).toMatchObject({
      state: "complete",
      requests: 0,
      endedAt: "2026-01-15T10:00:00.000Z",
    });
  });

  it("reads of a changed space the pages that changed", async () => {
    service.advance(60_000);
    await addPage(SPACE, "more", "Other words.");
    const sent = await refresh();
    expect(sent.filter((one) => one.includes("/content"))).toEqual([
      `GET /v1/spaces/${SPACE}/content`,
      expect.stringMatching(`^GET /v1/spaces/${SPACE}/content/page/\\w+$`),
    ]);
    expect(rowsOf(place.file)).toEqual(await fresh());
  });

  it("forgets what went, and takes up what came", async () => {
    await service.call("DELETE", `/v1/spaces/${OTHER}`);
    await service.call("POST", `/v1/spaces/${SPACE}/comments`, { body: { markdown: "Really?" } });
    await refresh();
    const rows = rowsOf(place.file);
    expect(rows).toEqual(await fresh());
    expect(rows.filter(({ id, scope }) => id === OTHER || scope === OTHER)).toEqual([]);
    expect([...sourcesOf(place.file).keys()].filter((scope) => scope.includes(OTHER))).toEqual([]);
  });

  it("lists change requests again where one is open, and reads its content when it moved", async () => {
    const { id } = (await service.call("POST", `/v1/spaces/${SPACE}/change-requests`, { subject: "More" })).json;
    await refresh();
    const quiet = await refresh({ started: "2026-01-17T10:00:00.000Z" });
    expect(quiet.filter((one) => one.includes("/change-requests?"))).toHaveLength(4);
    expect(quiet.filter((one) => one.includes("/content"))).toEqual([]);
    service.advance(60_000);
    const body = { url: "data:text/markdown;name=new.md,%23%20New", source: "markdown" };
    await service.call("POST", `/v1/spaces/${SPACE}/change-requests/${id}/content/import`, body);
    const sent = await refresh({ started: "2026-01-18T10:00:00.000Z" });
    expect(sent.filter((one) => one.endsWith(`/change-requests/${id}/content`))).toHaveLength(1);
    expect(sent.filter((one) => one.includes(`/change-requests/${id}/content/page/`))).toHaveLength(1);
    expect(rowsOf(place.file)).toEqual(await fresh());
  });

  it("trusts nothing with --full", async () => {
    const sent = await refresh({ full: true });
    expect(sent.filter((one) => one.includes("/content/page/"))).toHaveLength(4);
  });

  it("trusts nothing of a file of other options, or that is kept in another way", async () => {
    await snapshotOf(service, place.file, { organization: ORG, exclude: ["saml"] }, undefined, LATER);
    expect((await refresh()).filter((one) => one.includes("/content/page/"))).toHaveLength(4);
    const db = openBinding(place.file);
    db.run("UPDATE settings SET value = '0' WHERE name = 'snapshot.format'");
    // With them it would be a damaged one.
    db.run("DELETE FROM settings WHERE name IN ('snapshot.digests', 'snapshot.pages')");
    db.close();
    expect((await refresh()).filter((one) => one.includes("/content/page/"))).toHaveLength(4);
  });

  it("reads a text again that is not what its hash says", async () => {
    const db = openBinding(place.file);
    const [{ id } = { id: "" }] = db.all("SELECT id FROM objects WHERE kind = 'document' ORDER BY id");
    db.run("UPDATE objects SET json = json_set(json, '$.markdown', 'forged') WHERE kind = 'document' AND id = ?", id);
    db.close();
    const sent = await refresh();
    expect(sent.some((one) => one.includes("/content/page/"))).toBe(true);
    expect(rowsOf(place.file)).toEqual(await fresh());
  });

  it("keeps the rows of a list that is refused by now, and says whose they are", async () => {
    const { transport } = transportOf(service, (path) =>
      path.includes("/members") ? refusal(403, "members are not for you") : undefined,
    );
    await snapshotOf(service, place.file, { organization: ORG }, transport, LATER);
    const source = sourcesOf(place.file).get(`orgs/${ORG}/members`);
    expect(source).toMatchObject({ state: "partial", status: 403 });
    expect(source?.reason).toContain("members are not for you; the rest is from 2026-01-15T10:00:00.000Z");
    expect(rowsOf(place.file).filter(({ kind }) => kind === "member")).toHaveLength(1);
  });
});

describe("a refresh that was interrupted", () => {
  it("goes on, and has what one has that was not", async () => {
    await snapshotOf(service, place.file, { organization: ORG });
    service.advance(60_000);
    await addPage(SPACE, "more", "Other words.");
    const expected = await fresh();
    let file = place.file;
    for (let run = 1; run <= 4; run += 1) {
      let count = 0;
      const cut = transportOf(service, () => {
        count += 1;
        return count > 3 ? refusal(401, "who are you") : undefined;
      });
      await expect(snapshotOf(service, file, { organization: ORG }, cut.transport, LATER)).rejects.toThrow("who are");
      // As in another process; this one still has the files open.
      for (const end of ["", ".partial", ".partial-wal"]) {
        if (existsSync(file + end)) copyFileSync(file + end, `${place.file}.${run}${end}`);
      }
      file = `${place.file}.${run}`;
    }
    await refresh({}, file);
    expect(rowsOf(file)).toEqual(expected);
  });
});
