import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { openSandbox } from "../../src/sandbox/open.js";
import { openDatabase } from "../../src/sandbox/store/database.js";
import { MIGRATIONS, setSetting } from "../../src/sandbox/store/schema.js";
import { createStore } from "../../src/sandbox/store/store.js";
import { openBinding } from "../../src/system/sqlite.js";
import { ORG, SPACE, SPACE_PERMISSIONS, smallOrganization, type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { contentContext } from "./content-helper.js";
import { ADA, putPeople } from "./people-helper.js";

let box: TestSandbox;
afterEach(() => box.close());
const open = async () => {
  box = await testSandbox({
    load: (context) => {
      smallOrganization(context);
      putPeople(context);
    },
  });
};
const ask = (token: string, method = "GET", path = `/v1/orgs/${ORG}`) =>
  box.call(method, path, undefined, { authorization: `Bearer ${token}` });

it("a token acts as the member that it was made for, by id or email", async () => {
  await open();
  const made = await box.sandbox.tokens.create("bo1");
  expect(made).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{12}$/),
    user: "bo1",
    createdAt: "2026-01-15T10:00:00.000Z",
    token: expect.stringMatching(/^docs_[\w-]{43}$/),
  });
  const { token } = await box.sandbox.tokens.create("Cy@Harbor.example");
  expect((await ask(made.token)).json.permissions).toMatchObject({ view: true, listMembers: true, admin: false });
  expect((await ask(token)).json.permissions).toMatchObject({ view: true, listMembers: false });
  expect((await ask(box.sandbox.token)).json.permissions).toMatchObject({ admin: true });
  const change = await box.call(
    "POST",
    `/v1/spaces/${SPACE}/comments`,
    { body: { markdown: "x" } },
    { authorization: `Bearer ${made.token}` },
  );
  expect(change.status).toBe(403);
});

it("nobody of that name: not found", async () => {
  await open();
  await expect(box.sandbox.tokens.create("nobody")).rejects.toMatchObject({
    kind: "not-found",
    message: 'no member of the sandbox has the id or email "nobody"',
  });
});

it("is listed without its text, and revoked", async () => {
  await open();
  const [first, second] = [await box.sandbox.tokens.create("bo1"), await box.sandbox.tokens.create(ADA)];
  const { token, ...shown } = first;
  expect(await box.sandbox.tokens.list()).toEqual([shown, expect.objectContaining({ id: second.id, user: ADA })]);
  expect(await box.sandbox.tokens.revoke(first.id)).toBe(true);
  expect(await box.sandbox.tokens.revoke(first.id)).toBe(false);
  expect((await ask(token)).status).toBe(401);
  expect((await ask(second.token)).status).toBe(200);
});

it("is kept as a hash alone, and outlives a reset", async () => {
  await open();
  const { token } = await box.sandbox.tokens.create("bo1");
  for (const name of [box.file, `${box.file}-wal`]) {
    expect(existsSync(name) && readFileSync(name).includes(token)).toBe(false);
  }
  await box.sandbox.reset();
  expect((await ask(token)).status).toBe(200);
});

it("a file of the first version gets a backup, admin's permissions, and keeps its token", async () => {
  await open();
  const file = join(box.file, "..", "old.sqlite");
  const old = await openDatabase({ file, migrations: MIGRATIONS.slice(0, 1) });
  const store = createStore(old);
  smallOrganization({ ...contentContext(store), actor: ADA });
  store.update<object>("space", SPACE, (space) => ({ ...space, permissions: { view: true, admin: false } }));
  store.put("document", "d1", "documents", { markdown: "[gone](gone.md) harbors" });
  const page = { id: "p1", title: "Start", type: "document", slug: "start", path: "start", document: "d1", pages: [] };
  store.update<object>("revision", `${SPACE}-r1`, (revision) => ({ ...revision, pages: [page] }));
  setSetting(old, "token", "kept");
  old.close();
  const sandbox = await openSandbox({ file, local: true });
  expect([sandbox.token, (await sandbox.tokens.create(ADA)).user]).toEqual(["kept", ADA]);
  expect(await sandbox.change((context) => context.store.get("space", SPACE))).toMatchObject({
    permissions: SPACE_PERMISSIONS,
  });
  // What it holds is indexed when somebody asks.
  const ask = async (path: string) => {
    const headers = { authorization: "Bearer kept" };
    return JSON.parse(Buffer.from((await sandbox.handle({ method: "GET", path, headers })).body).toString());
  };
  expect((await ask(`/v1/spaces/${SPACE}/search?query=harbor`)).count).toBe(1);
  expect((await ask(`/v1/spaces/${SPACE}/links`)).stats.broken.total).toBe(1);
  sandbox.close();
  const copy = openBinding(`${file}.v1`);
  expect(copy.get("SELECT json FROM objects WHERE kind = 'space'")?.json).toContain('"admin":false');
  copy.close();
});
