import { afterAll, afterEach, describe, expect, it } from "vitest";
import { documentText } from "../../src/sandbox/content/pages.js";
import { createStore, type Store } from "../../src/sandbox/store/store.js";
import { openBinding } from "../../src/system/sqlite.js";
import { ORG, putCollection, putSpace, smallOrganization, type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { snapshotOf, sourcesOf, temporaryFolder, transportOf } from "./snapshot-helper.js";

/* A script edits, deletes and moves while the organization is walked: what the file calls complete is true. */

const COLLECTION = "testCollection000001";
const id = (number: number) => `testSpace${String(number).padStart(11, "0")}`;

let service: TestSandbox | undefined;
const place = temporaryFolder();
afterEach(() => {
  service?.close();
  service = undefined;
});
afterAll(() => place.remove());

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 16) % below;
  };
}

const markdown = (name: string, words: string) =>
  `data:text/markdown;name=${name}.md,${encodeURIComponent(`# ${name}\n\n${words}`)}`;

/** One change of somebody else; some of them fail, as things are gone by then. */
async function change({ call, advance }: TestSandbox, next: (below: number) => number): Promise<void> {
  advance(1000);
  const space = id(1 + next(6));
  const words = `Words ${next(1_000_000)}.`;
  const import_ = { url: markdown(`page-${next(4)}`, words), source: "markdown" };
  const { items = [] } = (await call("GET", `/v1/spaces/${space}/change-requests?status=draft`)).json;
  const draft = items[next(Math.max(1, items.length))]?.id;
  const changes = [
    () => call("POST", `/v1/spaces/${space}/content/import`, import_),
    () => call("POST", `/v1/spaces/${space}/comments`, { body: { markdown: words } }),
    () => call("POST", `/v1/spaces/${space}/change-requests`, { subject: words }),
    () => call("POST", `/v1/spaces/${space}/change-requests/${draft}/content/import`, import_),
    () => call("PATCH", `/v1/spaces/${space}/change-requests/${draft}`, { status: "open" }),
    () => call("POST", `/v1/spaces/${space}/move`, { parent: COLLECTION }),
    () => call("PUT", `/v1/orgs/${ORG}/teams`, { title: words }),
    () => (next(3) === 0 ? call("DELETE", `/v1/spaces/${space}`) : undefined),
  ];
  await changes[next(changes.length)]?.();
}

interface Page {
  id: string;
  document?: string;
  pages: Page[];
}

const textsIn = (store: Store, pages: readonly Page[]): object[] =>
  pages.map(({ id: page, document, pages: below }) => ({
    page,
    text: documentText(store, document),
    below: textsIn(store, below),
  }));

/** What the file has of a space's content is what that revision is on the service. */
async function compare(file: string, running: TestSandbox): Promise<{ complete: number; marked: number }> {
  const db = openBinding(file);
  const copy = createStore(db);
  const sources = sourcesOf(file);
  const told = { complete: 0, marked: 0 };
  try {
    const listed = [...copy.ids("space", ORG), ...copy.ids("space", COLLECTION)];
    expect(listed.length).toBeGreaterThan(0);
    for (const space of listed) {
      const state = sources.get(`spaces/${space}/content`)?.state;
      expect(state).toBeDefined();
      if (state !== "complete") {
        told.marked += 1;
        continue;
      }
      told.complete += 1;
      const revision = copy.get<{ revision: string }>("space", space)?.revision ?? "";
      const ours = copy.get<{ pages: Page[] }>("revision", revision)?.pages ?? [];
      const theirs = await running.change(({ store }) =>
        textsIn(store, store.get<{ pages: Page[] }>("revision", revision)?.pages ?? []),
      );
      expect(textsIn(copy, ours)).toEqual(theirs);
    }
    const places = new Set([...listed, ORG, COLLECTION]);
    for (const kind of ["revision", "change-request"]) {
      for (const { scope } of db.all("SELECT DISTINCT scope FROM objects WHERE kind = ?", kind)) {
        expect(places).toContain(scope);
      }
    }
    for (const { scope, state } of sources.values()) {
      const [, space] = /^spaces\/(testSpace\d+)\//.exec(scope) ?? [];
      if (space !== undefined && state === "complete") expect(listed).toContain(space);
    }
  } finally {
    db.close();
  }
  return told;
}

describe("a service that changes while it is walked", () => {
  it.each([1, 2, 3, 4, 5, 6])("is told as it was, or marked: %i", async (seed) => {
    const running = await testSandbox({
      load: (context) => {
        smallOrganization(context);
        putCollection(context, { id: COLLECTION, title: "Manuals" });
        for (let number = 2; number <= 6; number += 1) putSpace(context, { id: id(number), title: `Space ${number}` });
      },
    });
    service = running;
    const next = random(seed);
    for (let number = 0; number < 30; number += 1) await change(running, next);
    const file = `${place.file}.${seed}`;
    // The first walk of a changing service, then a refresh of a changing one, then one of a quiet one.
    const told: { complete: number; marked: number }[] = [];
    for (const [run, every] of [3, 4, 0].entries()) {
      let sent = 0;
      const { transport } = transportOf(running, async () => {
        sent += 1;
        if (every > 0 && sent % every === 0) await change(running, next);
        return undefined;
      });
      const started = `2026-01-${16 + run}T10:00:00.000Z`;
      await snapshotOf(running, file, { organization: ORG }, transport, { started });
      told.push(await compare(file, running));
    }
    expect(told[2]?.marked).toBe(0);
    const newest = await running.change(({ store }) =>
      [...store.ids("space", ORG), ...store.ids("space", COLLECTION)].map((space) => store.text("space", space)),
    );
    const db = openBinding(file);
    const revisions = db.all("SELECT json ->> '$.revision' AS revision FROM objects WHERE kind = 'space' ORDER BY 1");
    db.close();
    expect(revisions.map(({ revision }) => revision)).toEqual(
      newest.map((text) => JSON.parse(text ?? "{}").revision).sort(),
    );
  });
});
