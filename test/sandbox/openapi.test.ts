import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ORG, OTHER_ORG, type TestSandbox, testSandbox } from "../helpers/sandbox.js";

const SPECS = `/v1/orgs/${ORG}/openapi`;
const PETS = { openapi: "3.1.0", info: { title: "Pets", version: "1.0.0" }, paths: {} };
const REMOTE = { url: "https://pets.example/openapi.json" };

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

function write(name: string, content: string | object): { url: string } {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return { url: pathToFileURL(path).href };
}

const get = async (path: string) => (await service.call("GET", path)).json;
const create = (slug: string, source: object) => service.call("POST", SPECS, { slug, source });
const versions = async (slug: string) =>
  (await get(`${SPECS}/${slug}/versions`)).items.map(({ id }: { id: string }) => id);

describe("specifications", () => {
  it("An OpenAPI spec is pending right after create and becomes complete on a later read", async () => {
    const source = write("pets.json", PETS);
    const answer = await create("pets", source);
    expect(answer.status).toBe(201);
    const created = {
      object: "openapi-spec",
      id: expect.stringMatching(/^[A-Za-z][A-Za-z0-9]{19}$/),
      createdAt: "2026-01-15T10:00:00.000Z",
      updatedAt: "2026-01-15T10:00:00.000Z",
      slug: "pets",
      sourceURL: source.url,
      processingState: "pending",
      visibility: "private",
      permissions: { view: true, edit: true },
      urls: {
        location: `https://docs.sandbox.invalid/v1/orgs/${ORG}/openapi/pets`,
        app: `https://docs.sandbox.invalid/o/${ORG}/openapi/pets`,
      },
    };
    expect(answer.json).toEqual(created);
    expect(await versionCount()).toBe(0);
    service.advance(5000);
    const [version] = await versions("pets");
    expect(await get(`${SPECS}/pets`)).toEqual({
      ...created,
      processingState: "complete",
      updatedAt: "2026-01-15T10:00:05.000Z",
      lastProcessedAt: "2026-01-15T10:00:05.000Z",
      lastVersion: version,
    });
  });

  const versionCount = () => service.change(({ store }) => store.count("openapi-spec-version", `${ORG}/pets`));

  it("lists specifications, with what their sources gave meanwhile", async () => {
    await create("pets", write("pets.json", PETS));
    await create("remote", REMOTE);
    const first = await service.call("GET", `${SPECS}?limit=1`);
    expect([first.status, first.json.count, first.json.items[0].processingState]).toEqual([200, 2, "complete"]);
    const { items } = await get(`${SPECS}?limit=1&page=${first.json.next.page}`);
    expect(items.map(({ slug }: { slug: string }) => slug)).toEqual(["remote"]);
    expect((await get(`/v1/orgs/${OTHER_ORG}/openapi`)).items).toEqual([]);
  });

  it("slug pattern: lower case letters, digits, single hyphens inside", async () => {
    expect((await create("pets-2-go", REMOTE)).status).toBe(201);
    for (const slug of ["Pets", "pets--2", "-pets", "pets-", "pets_2", "pets.2", ""]) {
      expect([slug, (await create(slug, REMOTE)).status]).toEqual([slug, 400]);
      if (slug === "") continue;
      expect([slug, (await service.call("PUT", `${SPECS}/${slug}`, { source: REMOTE })).status]).toEqual([slug, 400]);
    }
    expect((await get(SPECS)).count).toBe(1);
  });

  it("refuses a slug that is taken and a body without slug or source, 400", async () => {
    await create("pets", REMOTE);
    const taken = await create("pets", REMOTE);
    expect([taken.status, taken.json.error.message]).toEqual([400, 'slug "pets" is taken']);
    for (const [body, message] of [
      [{}, "slug is required"],
      [{ slug: "cats" }, "source is required"],
      [{ slug: "cats", source: {} }, "source.url is required"],
      [{ slug: "cats", source: { url: "cats.json" } }, "source.url must be an address"],
    ] as const) {
      const answer = await service.call("POST", SPECS, body);
      expect([answer.status, answer.json.error.message]).toEqual([400, message]);
    }
    expect((await service.call("PUT", `${SPECS}/pets`, {})).status).toBe(400);
    expect((await get(SPECS)).count).toBe(1);
  });

  it("PATCH changes visibility only, PUT changes source only (or creates); slug cannot change", async () => {
    const put = await service.call("PUT", `${SPECS}/pets`, { source: REMOTE, visibility: "public", slug: "cats" });
    expect([put.status, put.json.slug, put.json.visibility]).toEqual([201, "pets", "private"]);
    const other = { url: "https://pets.example/v2.yaml" };
    const again = await service.call("PUT", `${SPECS}/pets`, { source: other });
    expect([again.status, again.json.id, again.json.sourceURL]).toEqual([200, put.json.id, other.url]);
    expect(again.json.processingState).toBe("pending");
    const body = { visibility: "public", slug: "cats", source: REMOTE };
    const patched = await service.call("PATCH", `${SPECS}/pets`, body);
    expect([patched.status, patched.json.visibility, patched.json.slug]).toEqual([200, "public", "pets"]);
    expect(patched.json.sourceURL).toBe(other.url);
    expect(patched.json.urls.published).toBe(`https://docs.sandbox.invalid/specs/${ORG}/pets`);
    const hidden = await service.call("PATCH", `${SPECS}/pets`, { visibility: "private" });
    expect("published" in hidden.json.urls).toBe(false);
    for (const wrong of [{}, { visibility: "unlisted" }]) {
      expect((await service.call("PATCH", `${SPECS}/pets`, wrong)).status).toBe(400);
    }
  });

  it("stores other addresses and answers FETCH_ERROR; what cannot be read too", async () => {
    const missing = pathToFileURL(join(folder, "missing.json")).href;
    const sources = [REMOTE.url, "http://127.0.0.1:9/x", missing, pathToFileURL(folder).href, "file://host/x"];
    for (const [index, url] of sources.entries()) {
      expect((await create(`spec-${index}`, { url })).status).toBe(201);
      expect(await get(`${SPECS}/spec-${index}`)).toMatchObject({
        sourceURL: url,
        processingState: "complete",
        lastProcessErrorCode: "FETCH_ERROR",
      });
    }
  });

  it("says why, and what it takes", async () => {
    const large = join(folder, "large.json");
    writeFileSync(large, Buffer.alloc(10 * 1024 * 1024 + 1, 32));
    writeFileSync(join(folder, "list.json"), "[]");
    const why = async (url: string) => {
      await service.call("PUT", `${SPECS}/why`, { source: { url } });
      return (await get(`${SPECS}/why`)).lastProcessErrorReason;
    };
    for (const url of ["https://pets.example/openapi.yaml", "http://127.0.0.1:9/x"]) {
      expect(await why(url)).toMatch(/^the sandbox makes no connections: it reads file: URLs of at most 10 MiB, /);
    }
    expect(await why(pathToFileURL(large).href)).toBe("it is larger than 10 MiB");
    expect(await why(pathToFileURL(folder).href)).toBe("it is not a plain file");
    expect(await why(pathToFileURL(join(folder, "missing.json")).href)).toBe("there is no such file");
    expect(await why(pathToFileURL(join(folder, "list.json")).href)).toBe("it is no OpenAPI in JSON or YAML");
  });

  it.skipIf(process.platform === "win32")("does not wait for a pipe", async () => {
    execFileSync("mkfifo", [join(folder, "pipe.json")]);
    await create("pipe", { url: pathToFileURL(join(folder, "pipe.json")).href });
    expect((await get(`${SPECS}/pipe`)).lastProcessErrorCode).toBe("FETCH_ERROR");
  });

  it("answers PARSE_ERROR for texts that are no specification", async () => {
    const texts = ["", "{", "just words", "[1]", '{"info":{}}', "openapi: &a [*a]", "a: [", "openapi: 3.1\n"];
    for (const [index, text] of texts.entries()) {
      await create(`bad-${index}`, write(`bad-${index}.yaml`, text));
      const { processingState, lastProcessErrorCode, lastVersion } = await get(`${SPECS}/bad-${index}`);
      expect([text, processingState, lastProcessErrorCode, lastVersion]).toEqual([
        text,
        "complete",
        "PARSE_ERROR",
        undefined,
      ]);
    }
  });

  it("R69 refuses file: sources over HTTP, 403", async () => {
    service.close();
    service = await testSandbox({ local: false });
    const source = write("pets.json", PETS);
    const created = await create("pets", source);
    expect([created.status, created.json.error.message]).toEqual([403, "file: addresses are not read over HTTP"]);
    expect((await service.call("GET", `${SPECS}/pets`)).status).toBe(404);
    await create("pets", REMOTE);
    expect((await service.call("PUT", `${SPECS}/pets`, { source })).status).toBe(403);
    expect((await get(`${SPECS}/pets`)).sourceURL).toBe(REMOTE.url);
  });

  it("deletes a specification with its versions, 204 always", async () => {
    await create("pets", write("pets.json", PETS));
    const { url } = await get(`${SPECS}/pets/versions/latest`);
    const answer = await service.call("DELETE", `${SPECS}/pets`);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await service.call("DELETE", `${SPECS}/pets`)).status).toBe(204);
    expect((await service.call("GET", `${SPECS}/pets/versions`)).status).toBe(404);
    expect((await service.call("GET", url.replace("https://docs.sandbox.invalid", ""))).status).toBe(404);
    await create("pets", REMOTE);
    expect(await versions("pets")).toEqual([]);
  });

  it("lets only members who may create content do so", async () => {
    await create("pets", REMOTE);
    await service.change(({ store, actor }) => {
      store.update<object>("member", `${ORG}/${actor}`, (member) => ({ ...member, role: "edit" }));
    });
    expect((await create("cats", REMOTE)).status).toBe(403);
    expect((await service.call("PUT", `${SPECS}/pets`, { source: REMOTE })).status).toBe(403);
    expect((await service.call("PATCH", `${SPECS}/pets`, { visibility: "public" })).status).toBe(403);
    expect((await service.call("DELETE", `${SPECS}/pets`)).status).toBe(403);
  });

  it("answers 404 for what is not there", async () => {
    await create("remote", REMOTE);
    for (const path of [
      "/v1/orgs/none/openapi",
      `${SPECS}/none`,
      `/v1/orgs/${OTHER_ORG}/openapi/remote`,
      `${SPECS}/none/versions`,
      `${SPECS}/remote/versions/latest`,
      `${SPECS}/remote/versions/latest/content`,
      `${SPECS}/remote/versions/none`,
      `${SPECS}/remote/versions/none/content`,
    ]) {
      expect([path, (await service.call("GET", path)).status]).toEqual([path, 404]);
    }
    expect((await service.call("PATCH", `${SPECS}/none`, { visibility: "public" })).status).toBe(404);
    expect((await service.call("POST", "/v1/orgs/none/openapi", { slug: "x", source: REMOTE })).status).toBe(404);
  });
});
