import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FrozenSandbox, openFrozen, openSandbox } from "../../src/sandbox/open.js";
import { defaultsOf, writeSettings } from "../../src/sandbox/settings.js";
import { openReadOnly } from "../../src/sandbox/store/read-only.js";
import type { HandlerContext } from "../../src/sandbox/types.js";
import { openBinding } from "../../src/system/sqlite.js";
import { ORG, SPACE, smallOrganization } from "../helpers/sandbox.js";

let folder: string;
let file: string;
let opened: FrozenSandbox | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docs-frozen-"));
  // A name that an address has to escape.
  mkdirSync(join(folder, "a b#?%"));
  file = join(folder, "a b#?%", "copy.sqlite");
});
afterEach(() => {
  opened?.close();
  opened = undefined;
  chmodSync(join(folder, "a b#?%"), 0o700);
  rmSync(folder, { recursive: true, force: true });
});

function load(context: HandlerContext): void {
  smallOrganization(context);
  const { store } = context;
  const translation = { object: "translation", id: "t1", status: "pending", source: { space: SPACE, language: "en" } };
  store.put("translation", "t1", ORG, translation);
  store.put("openapi-spec", `${ORG}/pets`, ORG, { object: "openapi-spec", slug: "pets", processingState: "pending" });
  store.put("openapi-pending", `${ORG}/pets`, ORG, { slug: "pets", error: "FETCH_ERROR" });
  store.update<object>("space", SPACE, (space) => ({ ...space, permissions: { view: true, edit: false } }));
}

/** A finished file, which no process has open. */
async function finish(change?: (db: ReturnType<typeof openBinding>) => void): Promise<void> {
  const live = join(folder, "live.sqlite");
  rmSync(live, { force: true });
  (await openSandbox({ file: live, local: true, load })).close();
  const source = openBinding(live);
  source.run("VACUUM INTO ?", file);
  source.close();
  const db = openBinding(file);
  change?.(db);
  db.close();
}

const call = async (method: string, path: string) => {
  const { token, handle } = opened ?? openAgain();
  const { status, body } = await handle({ method, path, headers: { authorization: `Bearer ${token}` } });
  return { status, json: JSON.parse(Buffer.from(body).toString()) };
};
function openAgain(): FrozenSandbox {
  opened = openFrozen({ file, db: openReadOnly(file) });
  return opened;
}

describe("a file that is only read", () => {
  it("needs no folder that can be written, and nothing of it changes", async () => {
    await finish();
    chmodSync(file, 0o444);
    chmodSync(join(folder, "a b#?%"), 0o555);
    const before = readFileSync(file);
    expect((await call("GET", `/v1/spaces/${SPACE}`)).json.title).toBe("Guide");
    expect((await openAgain().info()).counts).toMatchObject({ organization: 2, space: 1 });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(join(folder, "a b#?%"))).toEqual(["copy.sqlite"]);
  });

  it("answers what is stored, whoever the caller is", async () => {
    const defaults = { org: ORG, space: SPACE, site: "none" };
    await finish((db) => writeSettings(db, { origin: "https://docs.example.com", caller: "stranger", defaults }));
    expect((await call("GET", "/v1/orgs")).json.count).toBe(2);
    expect((await call("GET", `/v1/spaces/${SPACE}`)).json.permissions).toEqual({ view: true, edit: false });
    expect((await call("GET", `/v1/orgs/${ORG}/members`)).status).toBe(200);
    expect(await openAgain().info()).toMatchObject({
      origin: "https://docs.example.com",
      caller: "stranger",
      defaults,
    });
  });

  it("looks up once how far a scope was read", async () => {
    await finish();
    const db = openReadOnly(file);
    const asked: string[] = [];
    opened = openFrozen({
      file,
      db: {
        ...db,
        get: (sql, ...values) => {
          asked.push(sql);
          return db.get(sql, ...values);
        },
      },
    });
    const { scopes } = opened;
    asked.length = 0;
    for (const scope of ["orgs", "spaces", "orgs", "spaces"]) expect(scopes.source(scope)).toBeUndefined();
    expect(asked).toHaveLength(2);
  });

  it("reads advance nothing, writes are refused", async () => {
    await finish();
    for (const path of ["translations", "translations/t1", "translations"]) {
      const { json } = await call("GET", `/v1/orgs/${ORG}/${path}`);
      expect((json.items?.[0] ?? json).status).toBe("pending");
    }
    for (const path of ["openapi", "openapi/pets"]) {
      const { json } = await call("GET", `/v1/orgs/${ORG}/${path}`);
      expect((json.items?.[0] ?? json).processingState).toBe("pending");
    }
    expect(await call("DELETE", `/v1/spaces/${SPACE}`)).toMatchObject({
      status: 403,
      json: { error: { message: "nothing can be changed here: this copy is read-only" } },
    });
    expect((await call("GET", `/v1/spaces/${SPACE}`)).status).toBe(200);
  });

  it("is refused when it is none, damaged, newer, absent or in use", async () => {
    const refused = (kind: string, message: string) =>
      expect(() => openFrozen({ file, db: openReadOnly(file) })).toThrow(
        expect.objectContaining({ kind, message: `${message}` }),
      );
    refused("usage", `cannot read ${file}: no such file`);
    expect(readdirSync(join(folder, "a b#?%"))).toEqual([]);
    writeFileSync(file, "hello, this is not a database at all, not even a small one");
    refused("config", `${file} is not a snapshot`);
    rmSync(file);
    (await openSandbox({ file, local: true, load })).close();
    refused("config", `${file} may be changed while it is read: it is a sandbox's own state`);
    rmSync(file);
    await finish((db) => db.exec("PRAGMA user_version = 99"));
    refused("config", `${file} was written by a newer version of docs`);
    rmSync(file);
    await finish((db) => db.exec("PRAGMA user_version = 0"));
    refused("config", `${file} is not a snapshot`);
  });
});

describe("a file of another organization", () => {
  it("has its own caller and defaults until it is reset", async () => {
    await finish((db) => {
      const defaults = { org: "o1", space: "s1", site: "t1" };
      writeSettings(db, { origin: "https://docs.example.com", caller: "bo1", defaults });
    });
    const copy = join(folder, "writable.sqlite");
    copyFileSync(file, copy);
    expect(defaultsOf(copy)).toEqual({ org: "o1", space: "s1", site: "t1", me: "bo1" });
    const sandbox = await openSandbox({ file: copy, local: true, load });
    const orgs = async () => {
      const headers = { authorization: `Bearer ${sandbox.token}` };
      return JSON.parse(
        Buffer.from((await sandbox.handle({ method: "GET", path: "/v1/orgs", headers })).body).toString(),
      );
    };
    expect((await orgs()).count).toBe(0);
    expect(await sandbox.info()).toMatchObject({ caller: "bo1", defaults: { org: "o1" } });
    await sandbox.reset();
    expect((await orgs()).count).toBe(2);
    expect(await sandbox.info()).toMatchObject({ origin: undefined, defaults: { org: "hR7kQ2mXv9TzLb4WcN8p" } });
    sandbox.close();
    expect(defaultsOf(copy).org).toBe("hR7kQ2mXv9TzLb4WcN8p");
  });

  it.each([
    ["no file", undefined],
    ["no database", "hello, this is not a database at all, not even a small one, though it is long enough for one"],
    ["a torn one", `SQLite format 3\0${"\0".repeat(52)}docs${"x".repeat(4000)}`],
  ])("%s: the sample's defaults", (_name, text) => {
    if (text !== undefined) writeFileSync(file, text);
    expect(defaultsOf(text === undefined ? undefined : file)).toEqual({
      org: "hR7kQ2mXv9TzLb4WcN8p",
      space: "tG4nVx8YqLz2RkWd7JmS",
      site: "sD9wPb3HfKc6XnTj1VqZ",
      me: "uA5mJr9TyBq3ZxKd7WnE",
    });
    expect(defaultsOf(join(folder, "absent"))).toMatchObject({ space: "tG4nVx8YqLz2RkWd7JmS" });
  });
});

describe("links and search in a file that is only read", () => {
  const PAGE = { object: "page", id: "p1", title: "Start", type: "document", slug: "start", path: "start", pages: [] };
  const times = { createdAt: "2026-01-15T10:00:00.000Z", updatedAt: "2026-01-15T10:00:00.000Z" };

  /** A file that nobody indexed, as somebody who writes objects only leaves it. */
  function unindexed({ store }: HandlerContext): void {
    store.put("document", "d1", "documents", { markdown: "[gone](gone.md) harbors" });
    store.update<object>("revision", `${SPACE}-r1`, (revision) => ({
      ...revision,
      pages: [{ ...PAGE, ...times, document: "d1" }],
    }));
  }

  const finishWith = async () => {
    const live = join(folder, "live.sqlite");
    const sandbox = await openSandbox({ file: live, local: true, load });
    await sandbox.change(unindexed);
    sandbox.close();
    const source = openBinding(live);
    source.run("VACUUM INTO ?", file);
    source.close();
  };

  const answers = async () => ({
    links: (await call("GET", `/v1/spaces/${SPACE}/links`)).json.stats,
    found: (await call("GET", `/v1/spaces/${SPACE}/search?query=harbor`)).json.count,
  });

  it("are worked out in memory when the file has no index of them", async () => {
    await finishWith();
    const before = readFileSync(file);
    expect(await answers()).toEqual({ links: { total: 1, broken: { total: 1, changeRequest: 0 } }, found: 1 });
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});
