import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSample } from "../../src/sandbox/sample/load.js";
import { ORG, type TestSandbox, testSandbox } from "../helpers/sandbox.js";

const PETS = `/v1/orgs/${ORG}/openapi/pets`;
const ONE = '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}}';
const TWO = 'openapi: "3.1.0"\ninfo: { title: Pets, version: "2" }\npaths: {}\n';

let service: TestSandbox;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "docs-openapi-"));
  service = await testSandbox();
});
afterEach(() => {
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (path: string) => (await service.call("GET", path)).json;
const local = (url: string) => url.replace("https://docs.sandbox.invalid", "");
const fetchLink = (url: string) => service.call("GET", local(url), undefined, { authorization: "" });

async function process(name: string, text: string): Promise<void> {
  const path = join(folder, name);
  writeFileSync(path, text);
  await service.call("PUT", PETS, { source: { url: pathToFileURL(path).href } });
  await get(PETS);
}

describe("versions", () => {
  it("each resolve of a changed source adds a version, newest first", async () => {
    await process("pets.json", ONE);
    service.advance(1000);
    await process("pets.json", ONE);
    expect((await get(`${PETS}/versions`)).count).toBe(1);
    service.advance(1000);
    await process("pets.yaml", TWO);
    const { items, count } = await get(`${PETS}/versions`);
    expect(count).toBe(2);
    const { id } = items[0];
    const url = expect.stringMatching(
      new RegExp(`^https://docs\\.sandbox\\.invalid/specs/${ORG}/pets/${id}/pets\\.yaml\\?key=[\\w-]{22}$`),
    );
    expect(items[0]).toEqual({
      object: "openapi-spec-version",
      id,
      createdAt: "2026-01-15T10:00:02.000Z",
      url,
      urls: { location: `https://docs.sandbox.invalid/v1/orgs/${ORG}/openapi/pets/versions/${id}` },
    });
    expect(items[1].createdAt).toBe("2026-01-15T10:00:00.000Z");
    expect((await get(PETS)).lastVersion).toBe(id);
    const first = await service.call("GET", `${PETS}/versions?limit=1`);
    expect(first.json.items).toEqual([items[0]]);
    expect((await get(`${PETS}/versions?limit=1&page=${first.json.next.page}`)).items).toEqual([items[1]]);
  });

  it("reads 40,000 keys in linear time, and refuses a key that is duplicated", async () => {
    await process("twice.yaml", `${TWO}x-one: 1\nx-one: 2\n`);
    expect((await get(`${PETS}/versions`)).count).toBe(0);
    // The check of keys took quadratic time: longer than a test may take.
    await process("many.yaml", TWO + Array.from({ length: 40_000 }, (_, at) => `x-k${at}: 1\n`).join(""));
    expect((await get(`${PETS}/versions`)).count).toBe(1);
  });

  it("answers the latest and any version with their contents, JSON and YAML", async () => {
    await process("pets.json", ONE);
    await process("pets.yaml", TWO);
    const { items } = await get(`${PETS}/versions`);
    const latest = await service.call("GET", `${PETS}/versions/latest`);
    expect([latest.status, latest.json]).toEqual([200, items[0]]);
    const second = {
      filesystem: { "pets.yaml": { openapi: "3.1.0", info: { title: "Pets", version: "2" }, paths: {} } },
      url: items[0].url,
    };
    expect(await get(`${PETS}/versions/latest/content`)).toEqual(second);
    expect(await get(`${PETS}/versions/${items[0].id}/content`)).toEqual(second);
    expect(await get(`${PETS}/versions/${items[1].id}`)).toEqual(items[1]);
    const content = await service.call("GET", `${PETS}/versions/${items[1].id}/content`);
    expect([content.status, content.json]).toEqual([
      200,
      {
        filesystem: { "pets.json": { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} } },
        url: items[1].url,
      },
    ]);
  });

  it("a source that fails later keeps the last version; one that works again clears the error", async () => {
    await process("pets.json", ONE);
    const { lastVersion } = await get(PETS);
    await service.call("PUT", PETS, { source: { url: "https://pets.example/openapi.json" } });
    expect(await get(PETS)).toMatchObject({ lastVersion, lastProcessErrorCode: "FETCH_ERROR" });
    await process("pets.json", TWO);
    const spec = await get(PETS);
    expect([spec.lastVersion === lastVersion, "lastProcessErrorCode" in spec]).toEqual([false, false]);
  });

  it("two sources given without a read between them make two versions", async () => {
    for (const text of [ONE, TWO]) {
      const path = join(folder, "pets.txt");
      writeFileSync(path, text);
      await service.call("PUT", PETS, { source: { url: pathToFileURL(path).href } });
    }
    expect((await get(`${PETS}/versions`)).count).toBe(2);
  });

  it("url leads to the text without a token, by its key only", async () => {
    await process("pets.yaml", TWO);
    const { url } = await get(`${PETS}/versions/latest`);
    const answer = await fetchLink(url);
    expect([answer.status, answer.text]).toEqual([200, TWO]);
    expect(answer.headers).toMatchObject({
      "content-type": "application/yaml",
      "content-disposition": "attachment; filename*=UTF-8''pets.yaml",
      "x-content-type-options": "nosniff",
    });
    const [path = ""] = local(url).split("?");
    const key = local(url).slice(path.length);
    for (const wrong of [path, `${path}?key=wrong`, path.replace("/pets/", "/cats/") + key, `${path}/more${key}`]) {
      expect([wrong, (await fetchLink(wrong)).status]).toEqual([wrong, 404]);
    }
  });

  it("a public specification has a link for everybody, a private one has none", async () => {
    await process("pets.json", ONE);
    const published = `/specs/${ORG}/pets`;
    expect((await fetchLink(published)).status).toBe(404);
    const { json } = await service.call("PATCH", PETS, { visibility: "public" });
    const answer = await fetchLink(json.urls.published);
    expect([answer.status, answer.text, answer.headers["content-type"]]).toEqual([200, ONE, "application/json"]);
    await service.call("PATCH", PETS, { visibility: "private" });
    expect((await fetchLink(published)).status).toBe(404);
  });
});

describe("the sample's specifications", () => {
  it("can be listed, read and downloaded", async () => {
    service.close();
    service = await testSandbox({ load: loadSample });
    const specs = "/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/openapi";
    const { items } = await get(specs);
    expect(
      items.map((item: { slug: string; lastProcessErrorCode?: string }) => [item.slug, item.lastProcessErrorCode]),
    ).toEqual([
      ["harbor-api", undefined],
      ["harbor-events", "FETCH_ERROR"],
    ]);
    const latest = await get(`${specs}/harbor-api/versions/latest`);
    expect(latest.id).toBe("vG4xBS8T6u6B9Y91rS87");
    expect((await get(`${specs}/harbor-api/versions`)).count).toBe(2);
    const { filesystem, url } = await get(`${specs}/harbor-api/versions/latest/content`);
    expect(filesystem["openapi.json"].info.version).toBe("2.1.0");
    for (const link of [url, items[0].urls.published]) {
      expect((await fetchLink(link)).json.info).toMatchObject({ title: "Harbor API", version: "2.1.0" });
    }
  });
});
