import { expect, test } from "vitest";
import { createTables } from "../../src/sandbox/store/schema.js";
import { createStore, type Store, WriteNeeded } from "../../src/sandbox/store/store.js";
import { openBinding } from "../../src/system/sqlite.js";

function memory(writable?: () => boolean): Store {
  const db = openBinding(":memory:");
  createTables(db);
  return createStore(db, { ...(writable && { writable }) });
}

/** a, b, c in one scope, in this order. */
function abc(): Store {
  const store = memory();
  for (const id of ["a", "b", "c"]) store.put("note", id, "one", { id, text: id.toUpperCase() });
  return store;
}

test("an object comes back as it was put, and undefined when absent", () => {
  const store = memory();
  store.put("note", "x", "s", { id: "x", text: "é\u{1f6d2}'\"", list: [1, null], none: null });
  expect(store.get("note", "x")).toEqual({ id: "x", text: "é\u{1f6d2}'\"", list: [1, null], none: null });
  expect(store.text("note", "x")).toBe('{"id":"x","text":"é\u{1f6d2}\'\\"","list":[1,null],"none":null}');
  expect(store.scopeOf("note", "x")).toBe("s");
  expect([
    store.get("note", "y"),
    store.get("other", "x"),
    store.text("note", "y"),
    store.scopeOf("note", "y"),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});

test("replacing keeps the place, changing the scope goes to its end", () => {
  const store = abc();
  store.put("note", "a", "one", { id: "a", text: "new" });
  expect(store.ids("note", "one")).toEqual(["a", "b", "c"]);
  store.put("note", "z", "two", {});
  store.put("note", "a", "two", {});
  expect([store.ids("note", "one"), store.ids("note", "two")]).toEqual([
    ["b", "c"],
    ["z", "a"],
  ]);
});

test("update changes in place or by a new value, and answers undefined when absent", () => {
  const store = abc();
  store.update<{ text: string }>("note", "b", (value) => {
    value.text = "in place";
    return undefined;
  });
  expect(store.get("note", "b")).toEqual({ id: "b", text: "in place" });
  expect(store.update<object>("note", "b", () => ({ id: "b" }))).toEqual({ id: "b" });
  expect(store.update("note", "none", (value) => value)).toBeUndefined();
  expect(store.ids("note", "one")).toEqual(["a", "b", "c"]);
});

test("place: before, after, at the end, into another scope, beside another kind", () => {
  const store = abc();
  store.place("note", "c", "one", { before: "a" });
  expect(store.ids("note", "one")).toEqual(["c", "a", "b"]);
  store.place("note", "c", "one", { after: "a" });
  expect(store.ids("note", "one")).toEqual(["a", "c", "b"]);
  store.place("note", "a", "one");
  expect(store.ids("note", "one")).toEqual(["c", "b", "a"]);
  store.put("folder", "f", "two", {});
  store.put("note", "g", "two", {});
  store.place("note", "b", "two", { after: "f" });
  expect(store.siblings("two", ["note", "folder"])).toEqual([
    { kind: "folder", id: "f" },
    { kind: "note", id: "b" },
    { kind: "note", id: "g" },
  ]);
  expect(store.siblings("two", ["folder"])).toEqual([{ kind: "folder", id: "f" }]);
});

test("counts follow puts, moves and removals", () => {
  const store = abc();
  const counts = () => [store.count("note", "one"), store.count("note", "two"), store.count("folder", "one")];
  store.put("note", "a", "one", {});
  expect(counts()).toEqual([3, 0, 0]);
  store.place("note", "a", "two");
  store.put("note", "b", "two", {});
  expect(counts()).toEqual([1, 2, 0]);
  expect([store.remove("note", "a"), store.remove("note", "a")]).toEqual([true, false]);
  store.put("folder", "f", "one", {});
  expect(counts()).toEqual([1, 1, 1]);
  expect(store.removeAll("note", "two")).toBe(1);
  expect(counts()).toEqual([1, 0, 1]);
});

test("slices go both ways and filter by members", () => {
  const store = memory();
  for (const [index, id] of ["a", "b", "c", "d", "e"].entries()) {
    store.put("note", id, "s", { id, odd: index % 2 === 1, ...(index > 2 && { mark: "x" }) });
  }
  const slice = (options: Parameters<Store["slice"]>[2]) => store.slice("note", "s", options);
  const ids = (options: Parameters<Store["slice"]>[2]) =>
    JSON.parse(`[${Buffer.from(slice(options).json)}]`).map(({ id }: { id: string }) => id);
  expect(ids({ limit: 2 })).toEqual(["a", "b"]);
  expect(slice({ limit: 2 })).toMatchObject({ count: 2, last: { id: "b" }, more: true });
  expect(ids({ limit: 2, after: slice({ limit: 2 }).last?.position })).toEqual(["c", "d"]);
  expect(slice({ limit: 5, descending: true })).toMatchObject({ count: 5, last: { id: "a" }, more: false });
  expect(slice({ limit: 6 })).toMatchObject({ count: 5, more: false });
  expect(slice({ limit: 6, where: { mark: "y" } })).toMatchObject({ json: new Uint8Array(), count: 0, more: false });
  expect(ids({ limit: 2, descending: true })).toEqual(["e", "d"]);
  expect(ids({ limit: 9, where: { odd: true } })).toEqual(["b", "d"]);
  expect(ids({ limit: 9, where: { odd: false, mark: "x" } })).toEqual(["e"]);
  expect(ids({ limit: 9, where: { mark: null, odd: undefined } })).toEqual(["a", "b", "c"]);
  expect([store.count("note", "s", { mark: "x" }), store.ids("note", "s", { odd: true })]).toEqual([2, ["b", "d"]]);
  expect(store.all("note", "s", { odd: true, mark: "x" })).toEqual([{ id: "d", odd: true, mark: "x" }]);
  expect(store.texts("note", "s", 3, 9)).toEqual([
    '{"id":"d","odd":true,"mark":"x"}',
    '{"id":"e","odd":false,"mark":"x"}',
  ]);
});

test("names of kinds and members never become SQL", () => {
  const store = abc();
  expect(() => store.all("note' OR 1=1 --", "one")).toThrow("not a name: note' OR 1=1 --");
  expect(() => store.all("note", "one", { "text') --": 1 })).toThrow("not a name: text') --");
  expect(store.all("note", "one' OR '1'='1")).toEqual([]);
  expect(store.get("note", "a' OR '1'='1")).toBeUndefined();
});

test("counters start with 1 and are independent", () => {
  const store = memory();
  expect([store.next("a"), store.next("a"), store.next("b"), store.next("a")]).toEqual([1, 2, 1, 3]);
});

test("bytes come back as they were put", () => {
  const store = memory();
  store.putBytes("k", Uint8Array.of(0, 255, 1));
  expect([...(store.bytes("k") ?? [])]).toEqual([0, 255, 1]);
  store.putBytes("k", Uint8Array.of(7));
  expect([...(store.bytes("k") ?? [])]).toEqual([7]);
  store.putBytes("k", new Uint8Array(new ArrayBuffer(0)));
  expect(store.bytes("k")?.length).toBe(0);
  store.removeBytes("k");
  expect(store.bytes("k")).toBeUndefined();
});

test("a read transaction refuses every write", () => {
  let writable = true;
  const store = memory(() => writable);
  store.put("note", "a", "s", { id: "a" });
  writable = false;
  const writes = [
    () => store.put("note", "b", "s", {}),
    () => store.update<object>("note", "a", () => ({})),
    () => store.remove("note", "a"),
    () => store.removeAll("note", "s"),
    () => store.place("note", "a", "t"),
    () => store.next("n"),
    () => store.putBytes("k", new Uint8Array()),
    () => store.removeBytes("k"),
    () => store.sql.run("DELETE FROM objects"),
  ];
  for (const write of writes) expect(write).toThrow(WriteNeeded);
  expect(store.all("note", "s")).toEqual([{ id: "a" }]);
});
