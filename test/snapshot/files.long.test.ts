import { afterEach, beforeEach, expect, it } from "vitest";
import { Failure } from "../../src/errors.js";
import { createRevision, setSpaceRevision } from "../../src/sandbox/content/revisions.js";
import { ORIGIN } from "../../src/sandbox/origin.js";
import { createStore } from "../../src/sandbox/store/store.js";
import { fileBytes } from "../../src/snapshot/file/file-bytes.js";
import { writeWithout } from "../../src/snapshot/file/generations/forget.js";
import { fillFrom } from "../../src/snapshot/file/load.js";
import { verifySnapshot } from "../../src/snapshot/file/verify.js";
import { openBinding } from "../../src/system/sqlite.js";
import { ORG, SPACE, type TestSandbox, testSandbox } from "../helpers/sandbox.js";
import { stateOf } from "./generations-helper.js";
import { rewriting, snapshotOf, sourcesOf, temporaryFolder } from "./snapshot-helper.js";

const SCOPE = `spaces/${SPACE}/content/files/{fileId}`;
const LINK = "https://files.example/a.png?signature=s3cret";

let service: TestSandbox;
let place: ReturnType<typeof temporaryFolder>;
let files: object[];
beforeEach(async () => {
  place = temporaryFolder();
  service = await testSandbox();
  files = [
    { id: "small", name: "a.png", size: 3, downloadURL: LINK },
    { id: "large", name: "b.png", size: 3000, downloadURL: "https://files.example/b.png" },
  ];
  await service.change(({ store }) => {
    store.update<object>("revision", `${SPACE}-r1`, (revision) => ({ ...revision, files }));
  });
});
afterEach(() => {
  service.close();
  place.remove();
});

const walk = async (download: (link: string, most: number) => Promise<Uint8Array>, started?: string) => {
  const asked: string[] = [];
  const noted = (link: string, most: number) => {
    asked.push(`${link} ${most}`);
    return download(link, most);
  };
  const wanted = { organization: ORG, include: ["files" as const], filesUpTo: 100 };
  await snapshotOf(service, place.file, wanted, undefined, { download: noted, ...(started && { started }) });
  return asked;
};

const bytesOf = (file: string) => {
  const db = openBinding(place.file);
  try {
    const found = fileBytes(createStore(db), SPACE, file);
    return found && Buffer.from(found.bytes).toString();
  } finally {
    db.close();
  }
};

it("keeps bytes of files up to the size, and asks for no others", async () => {
  expect(await walk(async () => Buffer.from("abc"))).toEqual([`${LINK} 100`]);
  expect(bytesOf("small")).toBe("abc");
  expect(bytesOf("large")).toBeUndefined();
  expect(sourcesOf(place.file).get(SCOPE)).toMatchObject({
    state: "complete",
    reason: "1 of 2 files are larger than 100 bytes",
    requests: 1,
  });
});

it("takes them over, and asks again for one that failed", async () => {
  await walk(async () => {
    throw new Failure("network", "no such host");
  });
  expect(sourcesOf(place.file).get(SCOPE)).toMatchObject({
    state: "partial",
    reason: "1 of 2 files could not be read: no such host",
  });
  expect(await walk(async () => Buffer.from("abc"), "2026-01-16T10:00:00.000Z")).toHaveLength(1);
  expect(await walk(async () => Buffer.from("xyz"), "2026-01-17T10:00:00.000Z")).toEqual([]);
  expect(bytesOf("small")).toBe("abc");
  // Nor is the content that they belong to read again.
  for (const scope of [SCOPE, `spaces/${SPACE}/content`])
    expect(sourcesOf(place.file).get(scope)).toMatchObject({ state: "complete", requests: 0 });
});

it("R86: asks again for bytes that are damaged in the earlier snapshot, or are not there", async () => {
  for (const sql of ["UPDATE blobs SET value = x'616264'", "UPDATE blobs SET value = x''"]) {
    await walk(async () => Buffer.from("abc"));
    const db = openBinding(place.file);
    db.exec(sql);
    db.close();
    const damage = [{ check: "files", what: expect.stringMatching(/^the bytes of files\/\w+ do not match/) }];
    expect(verifySnapshot(place.file)).toMatchObject({ damage });
    expect(await walk(async () => Buffer.from("abc"), "2026-01-16T10:00:00.000Z")).toHaveLength(1);
    expect(bytesOf("small")).toBe("abc");
    expect(sourcesOf(place.file).get(SCOPE)).toMatchObject({ state: "complete", requests: 1 });
  }
});

it("forgets the bytes of files that went", async () => {
  await walk(async () => Buffer.from("abc"));
  await service.change(({ store }) => {
    store.put("revision", "later", SPACE, { ...store.get<object>("revision", `${SPACE}-r1`), id: "later", files: [] });
    store.update<object>("space", SPACE, (space) => ({ ...space, revision: "later" }));
  });
  await walk(async () => Buffer.from("abc"), "2026-01-16T10:00:00.000Z");
  const db = openBinding(place.file);
  expect(db.all("SELECT key FROM blobs WHERE key LIKE 'files/%'")).toEqual([]);
  db.close();
});

it("the sandbox serves them once they are loaded", async () => {
  await walk(async () => Buffer.from("abc"));
  const copy = await testSandbox();
  try {
    await copy.sandbox.replace((db, context) => fillFrom(db, context, { file: place.file, as: undefined }));
    const { json } = await copy.call("GET", `/v1/spaces/${SPACE}/content/files`);
    const [small, large] = json.items;
    const { origin, pathname } = new URL(small.downloadURL);
    expect(origin).toBe(ORIGIN);
    expect(pathname).toMatch(/^\/files\/[0-9a-f]{64}\/a\.png$/);
    const answer = await copy.sandbox.handle({ method: "GET", path: pathname, headers: {}, body: undefined });
    expect([answer.status, Buffer.from(answer.body ?? "").toString()]).toEqual([200, "abc"]);
    // Its bytes are not in the snapshot.
    expect(large.downloadURL).toBe("https://files.example/b.png");
  } finally {
    copy.close();
  }
});

it("asks for those of a space that changes each time it is read once, at the end, and keeps them", async () => {
  await service.change((context) => {
    const pages = [{ id: "pA", title: "Dock", markdown: "one" }];
    setSpaceRevision(context, SPACE, createRevision(context, { space: SPACE, type: "edits", pages }));
    context.store.update<{ revision: string }>("space", SPACE, (space) => {
      context.store.update<object>("revision", space.revision, (revision) => ({ ...revision, files }));
      return space;
    });
  });
  const order: string[] = [];
  const changing = rewriting(service, (path, body) => {
    if (!path.includes("/content/page/")) return body;
    order.push("page");
    return { ...body, updatedAt: new Date(Date.UTC(2027, 0, 1, 0, 0, order.length)).toISOString() };
  });
  const download = async () => {
    order.push("file");
    return Buffer.from("abc");
  };
  const wanted = { organization: ORG, include: ["files" as const], filesUpTo: 100 };
  await snapshotOf(service, place.file, wanted, changing, { download });
  expect(order).toEqual(["page", "page", "page", "file"]);
  expect(sourcesOf(place.file).get(`spaces/${SPACE}/content`)?.state).toBe("unsettled");
  expect(bytesOf("small")).toBe("abc");
});

it("keeps the bytes that earlier generations have, once for all of them", async () => {
  const other = (name: string) =>
    service.change((context) => {
      const [first] = files;
      const own = [{ ...first, downloadURL: `https://files.example/${name}.png` }];
      const id = createRevision(context, { space: SPACE, type: "edits", pages: [] });
      context.store.update<object>("revision", id, (revision) => ({ ...revision, files: own }));
      setSpaceRevision(context, SPACE, id);
    });
  const states: object[] = [];
  const bytes = { a: Buffer.from([0, 1, 255]), b: Buffer.from("abd") };
  for (const [at, name] of (["a", "b", "a", "b"] as const).entries()) {
    service.advance(60_000);
    await other(name);
    await walk(async () => bytes[name], `2026-01-${16 + at}T10:00:00.000Z`);
    states.push(stateOf(place.file));
  }
  const db = openBinding(place.file);
  expect(db.all("SELECT key FROM past_content")).toHaveLength(1);
  expect(db.all("SELECT key FROM blobs")).toHaveLength(1);
  db.close();
  expect(verifySnapshot(place.file).damage).toEqual([]);
  expect([1, 2, 3, 4].map((id) => stateOf(`${place.file}@${id}`))).toEqual(states);
  const next = `${place.file}.next`;
  writeWithout(place.file, next, new Set([2, 3]));
  expect([1, 4].map((id) => stateOf(`${next}@${id}`))).toEqual([states[0], states[3]]);
});
