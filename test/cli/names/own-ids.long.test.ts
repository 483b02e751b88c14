/** A service whose ids look like words: what was listed shows their form, so that an id costs one request. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHome, type Home } from "../../helpers/cli.js";

const SPACES = [
  { id: "sp-tern-guide", title: "Tern" },
  { id: "sp-dock-notes", title: "sp-mine-apart" },
];
/** Exists, of the same form, in no list that was read. */
const LATER = { id: "sp-cart-pages", title: "Later" };

let home: Home;
let service: Server;
let asked: string[] = [];
beforeAll(async () => {
  home = createHome();
  service = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const found = [...SPACES, LATER].find(({ id }) => request.url === `/v1/spaces/${id}`);
    const isList = request.url?.startsWith("/v1/orgs/o1/spaces") === true;
    response.statusCode = found || isList ? 200 : 404;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(isList ? { items: SPACES, count: SPACES.length } : (found ?? { error: "none" })));
  });
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  expect((await run("spaces", "list")).code).toBe(0);
});
afterAll(async () => {
  home.remove();
  await new Promise((done) => service.close(done));
});

async function run(...words: string[]) {
  asked = [];
  const DOCS_BASE_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const env = { DOCS_BASE_URL, DOCS_TOKEN: "a-token-of-nobody", DOCS_ORG: "o1" };
  return { ...(await home.run(words, { env })), asked };
}

test("an id that was listed, or has the form of those that were, is asked for at once", async () => {
  for (const id of ["sp-tern-guide", LATER.id]) {
    const ran = await run("spaces", "view", id, "-q", ".id");
    expect([ran.code, ran.stdout, ran.asked]).toEqual([0, `${id}\n`, [`GET /v1/spaces/${id}`]]);
  }
});

test("a title of that form is found after the 404, in a script, too", async () => {
  const ran = await run("spaces", "view", "sp-mine-apart", "-q", ".id");
  expect([ran.code, ran.stdout]).toEqual([0, "sp-dock-notes\n"]);
  expect(ran.asked).toEqual([
    "GET /v1/spaces/sp-mine-apart",
    "GET /v1/orgs/o1/spaces?limit=200",
    "GET /v1/spaces/sp-dock-notes",
  ]);
});

test("a title of another form is looked up, and so is one that a write names", async () => {
  expect((await run("spaces", "view", "Tern")).asked).toEqual([
    "GET /v1/orgs/o1/spaces?limit=200",
    "GET /v1/spaces/sp-tern-guide",
  ]);
  const write = await run("spaces", "edit", "sp-mine-apart", "--emoji", "1f4d8", "--dry-run");
  expect(write.asked).toEqual(["GET /v1/orgs/o1/spaces?limit=200"]);
  expect(write.stdout).toContain("/v1/spaces/sp-dock-notes");
  const known = await run("spaces", "edit", "sp-tern-guide", "--emoji", "1f4d8", "--dry-run");
  expect([known.asked, known.code]).toEqual([[], 0]);
});
