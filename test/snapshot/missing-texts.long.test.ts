/** Pages that the service answers without their text are a gap, never an empty page (R86). */
import { beforeEach, describe, expect, it } from "vitest";
import { endpoints } from "../../src/catalog/index.js";
import { createClient } from "../../src/http/client.js";
import type { Transport } from "../../src/http/types.js";
import { createRevision, setSpaceRevision } from "../../src/sandbox/content/revisions.js";
import { ORIGIN } from "../../src/sandbox/origin.js";
import { compareSnapshots } from "../../src/snapshot/compare/compare.js";
import { openReader } from "../../src/snapshot/file/compare.js";
import { writeDigests } from "../../src/snapshot/file/digests.js";
import { sample } from "../../src/snapshot/walk/live-sample.js";
import { openBinding } from "../../src/system/sqlite.js";
import { ORG, SPACE, smallOrganization } from "../helpers/sandbox.js";
import { useEach, useTestSandbox } from "../helpers/set-ups.js";
import { rewriting, snapshotOf, sourcesOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

const LATER = { started: "2026-01-16T10:00:00.000Z" };
const CONTENT = `spaces/${SPACE}/content`;
const EXCLUDED = ["change-requests", "comments", "openapi", "people", "saml", "sites", "translations"] as const;

const place = useEach(temporaryFolder);
const service = useTestSandbox({ load: smallOrganization });
beforeEach(async () => {
  await service.change((context) => {
    const pages = [
      { id: "pA", title: "Dock", markdown: "one" },
      { id: "pB", title: "Arm", markdown: "two", pages: [{ id: "pC", title: "Grip", markdown: "three" }] },
      { id: "pG", title: "Group", type: "group" },
      { id: "pL", title: "Link", type: "link" },
      { id: "pX", title: "Methods", type: "computed" },
    ];
    setSpaceRevision(context, SPACE, createRevision(context, { space: SPACE, type: "edits", pages }));
  });
});

/** The service, with other members in the answers for these pages. */
const pagesWith = (ids: readonly string[], members: object): Transport =>
  rewriting(service, (path, body) =>
    ids.some((id) => path.endsWith(`/content/page/${id}`)) ? { ...body, ...members } : body,
  );
const create = (transport?: Transport, file = place.file) =>
  snapshotOf(service, file, { organization: ORG, exclude: EXCLUDED }, transport, LATER);
const texts = (file = place.file) => {
  const db = openBinding(file);
  const rows = db.all(
    "SELECT json_extract(json, '$.markdown') AS text FROM objects WHERE kind = 'document' ORDER BY 1",
  );
  db.close();
  return rows.map(({ text }) => text).filter((text) => text !== "");
};
/** Reads the snapshot's texts again, as `verify --live --sample 100%` does. */
async function drift(transport = transportOf(service).transport) {
  const { token } = service.sandbox;
  const client = createClient({ baseUrl: ORIGIN, token: () => token, transport, retries: 0, concurrency: 16 });
  const file = openReader(place.file);
  const time = { now: Date.now, sleep: async () => {}, rate: undefined, progress: () => {} };
  const { differences } = await sample({ asked: file.asked, client, endpoints, file, share: 1, seed: 1, ...time });
  file.close();
  return differences;
}
/** As earlier versions of this tool noted such contents. */
function callComplete(): void {
  const db = openBinding(place.file);
  db.run("UPDATE sources SET state = 'complete', reason = NULL WHERE scope = ?", CONTENT);
  writeDigests(db);
  db.close();
}

describe("R86: a page without its text", () => {
  it.each([
    ["absent", undefined],
    ["null", null],
    ["a number", 7],
  ])("is named, and makes its content partial: %s", async (_, markdown) => {
    await create(pagesWith(["pA", "pC"], { markdown }));
    expect(sourcesOf(place.file).get(CONTENT)).toMatchObject({
      state: "partial",
      reason: '2 pages were answered without a text: "Dock" (pA), "Grip" (pC)',
    });
    expect(texts()).toEqual(["two"]);
  });

  it("is read again by the next run, and the others are not", async () => {
    await create(pagesWith(["pC"], { markdown: null }));
    const { transport, sent } = transportOf(service);
    await create(transport);
    expect(sourcesOf(place.file).get(CONTENT)).toMatchObject({ state: "complete" });
    expect(texts()).toEqual(["one", "three", "two"]);
    expect(sent.filter((path) => /page.p[A-C]$/.test(path))).toEqual([`GET /v1/${CONTENT}/page/pC`]);
  });

  it("is read again where an earlier version called the content complete", async () => {
    await create(pagesWith(["pC"], { markdown: null }));
    callComplete();
    const { transport, sent } = transportOf(service);
    await create(transport);
    expect(texts()).toEqual(["one", "three", "two"]);
    expect(sent.filter((path) => /page.p[A-C]$/.test(path))).toEqual([`GET /v1/${CONTENT}/page/pC`]);
  });

  it("is none of a group, a link or a computed page", async () => {
    await create(pagesWith(["pX"], { markdown: undefined }));
    expect(sourcesOf(place.file).get(CONTENT)).toMatchObject({ state: "complete" });
    const { transport, sent } = transportOf(service);
    await create(transport);
    expect(sent.filter((path) => path.includes("/content"))).toEqual([]);
  });

  it("is none of an empty document, or of one that was made without a text", async () => {
    await service.change((context) => {
      const pages = [
        { id: "pA", title: "Dock", markdown: "" },
        { id: "pB", title: "Arm", pages: [{ id: "pC", title: "Grip", type: "document" }] },
      ];
      setSpaceRevision(context, SPACE, createRevision(context, { space: SPACE, type: "edits", pages }));
    });
    await create();
    expect(sourcesOf(place.file).get(CONTENT)).toMatchObject({ state: "complete" });
    const { transport, sent } = transportOf(service);
    await create(transport);
    expect(sent.filter((path) => path.includes("/content"))).toEqual([]);
    expect(await drift()).toEqual([]);
  });

  it("is none that has another page's answer", async () => {
    await create(pagesWith(["pA"], { id: "pB", markdown: "two" }));
    expect(sourcesOf(place.file).get(CONTENT)).toMatchObject({
      state: "partial",
      reason: '1 page was not answered: the service answered with another page: "pB" instead of "pA"',
    });
    expect(texts()).toEqual(["three", "two"]);
  });

  it("names five at most", async () => {
    await service.change((context) => {
      const pages = Array.from({ length: 7 }, (_, at) => ({ id: `p${at}`, title: `T${at}`, markdown: `${at}` }));
      setSpaceRevision(context, SPACE, createRevision(context, { space: SPACE, type: "edits", pages }));
    });
    await create(rewriting(service, (path, body) => (path.includes("/page/") ? { ...body, markdown: null } : body)));
    const { reason } = sourcesOf(place.file).get(CONTENT) ?? {};
    expect(reason).toBe(
      '7 pages were answered without a text: "T0" (p0), "T1" (p1), "T2" (p2), "T3" (p3), "T4" (p4) and 2 more',
    );
  });
});

describe("R86: comparisons", () => {
  it("of a sample with the service find a text that the file lacks, and one that the service lacks", async () => {
    await create(pagesWith(["pC"], { markdown: null }));
    callComplete();
    expect(await drift()).toEqual([{ scope: CONTENT, id: "pC", change: "changed", fields: ["markdown"] }]);
    await create();
    expect(await drift(pagesWith(["pA"], { markdown: null }))).toEqual([
      { scope: CONTENT, id: "pA", change: "not answered", reason: "it was answered without a text" },
    ]);
    expect(await drift()).toEqual([]);
  });

  it("of a sample with the service do not call unchanged what the file lacks", async () => {
    const withoutTexts = pagesWith(["pA", "pB", "pC"], { markdown: null });
    await create(withoutTexts);
    expect(await drift(withoutTexts)).toEqual([
      {
        scope: CONTENT,
        id: "",
        change: "not answered",
        reason: expect.stringMatching(/^when the file was made: 3 pages were answered without a text: /),
      },
    ]);
  });

  it("of two snapshots name a text that one lacks, and do not show it as a change", async () => {
    await create(pagesWith(["pC"], { markdown: null }));
    callComplete();
    const whole = `${place.file}.whole`;
    await create(undefined, whole);
    const gap = { kind: "pages", state: "partial", reason: "1 page without a text", scopes: 1 };
    expect(compareSnapshots(place.file, whole, { only: ["pages"] })).toMatchObject({
      changes: [],
      gaps: [{ ...gap, side: "before" }],
    });
    expect(compareSnapshots(whole, place.file, { only: ["pages"] }).gaps).toEqual([{ ...gap, side: "after" }]);
  });
});
