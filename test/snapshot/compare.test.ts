/** What is compared, and what is a gap, by how both snapshots were read. */
import { copyFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { putSource, type SourceState } from "../../src/sandbox/store/sources.js";
import { createStore, type Store } from "../../src/sandbox/store/store.js";
import { compareSnapshots } from "../../src/snapshot/compare/compare.js";
import { writeDigests } from "../../src/snapshot/file/digests.js";
import { openBinding } from "../../src/system/sqlite.js";
import { ORG, testSandbox } from "../helpers/sandbox.js";
import { loadSites } from "../sandbox/sites-helper.js";
import { snapshotOf, temporaryFolder } from "./snapshot-helper.js";

const place = temporaryFolder();
const copy = `${place.file}.copy`;
beforeAll(async () => {
  const service = await testSandbox({ load: loadSites });
  await snapshotOf(service, place.file, { organization: ORG, include: ["access", "share-keys"] });
  service.close();
});
afterAll(() => place.remove());

/** A copy of the snapshot in which something else was read. */
function reread(change: (store: Store) => void): void {
  copyFileSync(place.file, copy);
  const db = openBinding(copy);
  change(createStore(db));
  writeDigests(db);
  db.close();
}

/** Both ways: the copy as the later one, then as the earlier one. */
const bothWays = () => [compareSnapshots(place.file, copy), compareSnapshots(copy, place.file)];

it("a list that was not read whole is a gap of its side", () => {
  const states: [list: string, state: SourceState][] = [
    ["members", "complete"],
    ["collections", "unreadable"],
    ["teams", "partial"],
    ["sites", "denied"],
    ["translations", "unsettled"],
    ["saml", "not-asked"],
  ];
  reread((store) => {
    for (const [list, state] of states)
      putSource(store, { scope: `orgs/${ORG}/${list}`, state, reason: "why", requests: 1 });
  });
  const expected = (side: string) => ({
    changes: [],
    gaps: [
      { kind: "teams", side, state: "partial", reason: "why", scopes: 1 },
      { kind: "sites", side, state: "denied", reason: "why", scopes: 1 },
      { kind: "translations", side, state: "unsettled", reason: "why", scopes: 1 },
      { kind: "saml-providers", side, state: "not-asked", reason: "why", scopes: 1 },
    ],
  });
  expect(bothWays()).toMatchObject([expected("after"), expected("before")]);
});

it("the same in two places is one gap, with another reason another, without one its state", () => {
  reread((store) => {
    for (const [site, reason] of [["web", "why"], ["plain", "why"], ["third", "else"], ["fourth"]])
      putSource(store, { scope: `orgs/${ORG}/sites/${site}/share-links`, state: "partial", reason, requests: 1 });
  });
  const rows = compareSnapshots(place.file, copy).gaps.map(({ reason, scopes }) => `${reason} ${scopes}`);
  expect(rows.sort()).toEqual(["else 1", "partial 1", "why 2"]);
});

it("what is in something new, or in something that went, is not told one by one", () => {
  reread((store) => {
    store.put("site-section", "new", "web", { object: "site-section", id: "new", title: "New", path: "new" });
    store.put("site-space", "inner", "new", { object: "site-space", id: "inner", path: "inner", section: "new" });
  });
  const [there, back] = bothWays().map(({ changes }) => changes.map(({ kind, change, id }) => [kind, change, id]));
  expect(there).toEqual([["sections", "added", "new"]]);
  expect(back).toEqual([["sections", "removed", "new"]]);
});

it("only kinds that are asked for are compared, and only their gaps are told", () => {
  reread((store) => {
    store.put("team", "crew", ORG, { object: "team", id: "crew", title: "Crew" });
    putSource(store, { scope: `orgs/${ORG}/saml`, state: "denied", requests: 1 });
  });
  const told = (only?: string[]) => {
    const { changes, gaps } = compareSnapshots(place.file, copy, only && { only });
    return [...changes, ...gaps].map(({ kind }) => kind);
  };
  expect([told(), told(["teams"]), told(["saml-providers"]), told(["spaces"])]).toEqual([
    ["teams", "saml-providers"],
    ["teams"],
    ["saml-providers"],
    [],
  ]);
});
