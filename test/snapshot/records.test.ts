import { expect, it } from "vitest";
import { createTables } from "../../src/sandbox/store/schema.js";
import { listSources, putSource } from "../../src/sandbox/store/sources.js";
import { createStore } from "../../src/sandbox/store/store.js";
import { forEachLimited } from "../../src/shared/limiter.js";
import { createRecords } from "../../src/snapshot/file/write.js";
import { openBinding } from "../../src/system/sqlite.js";

it("R86: forgets a scope with all below it, and none whose name only begins alike", () => {
  const db = openBinding(":memory:");
  createTables(db);
  const store = createStore(db);
  const source = (scope: string) => ({ scope, state: "complete" as const, requests: 1 });
  for (const scope of ["spaces/a/content", "spaces/ab/content"]) putSource(store, source(scope));
  const records = createRecords(store);
  for (const scope of ["spaces/a", "spaces/a/comments", "spaces/ab"]) records.put(source(scope));
  records.forget("spaces/a");
  expect(listSources(store).map(({ scope }) => scope)).toEqual(["spaces/ab", "spaces/ab/content"]);
  expect([records.stateOf("spaces/a/comments"), records.left("spaces/a/content")]).toEqual([undefined, undefined]);
  expect([records.stateOf("spaces/ab"), records.left("spaces/ab/content")?.state]).toEqual(["complete", "complete"]);
  db.close();
});

it("starts nothing after a failure, and waits for what was running before it throws", async () => {
  const [begun, ended]: [number[], number[]] = [[], []];
  const work = async (thing: number) => {
    begun.push(thing);
    if (thing === 1) throw new Error("no token");
    await new Promise((resolve) => setTimeout(resolve, 5));
    ended.push(thing);
  };
  await expect(forEachLimited([0, 1, 2, 3, 4, 5], 2, work)).rejects.toThrow("no token");
  expect([begun, ended]).toEqual([[0, 1], [0]]);
});

it("waits for nothing where nothing is begun", () => {
  const done: number[] = [];
  void forEachLimited([0, 1, 2, 3, 4, 5], 2, (thing) => {
    done.push(thing);
  });
  expect(done).toEqual([0, 1, 2, 3, 4, 5]);
});
