import { afterAll, expect, it } from "vitest";
import { createHome } from "../helpers/cli.js";
import { later, service } from "../process/service.js";

const home = createHome();
afterAll(() => home.remove());

const IDS = Array.from({ length: 48 }, (_, index) => `comment${index}`);

it.each([
  [[], 1],
  [["--concurrency", "8"], 8],
  [["--concurrency", "16"], 16],
])("R8 sends as many deletions at once as were asked for: %j", async (flags, expected) => {
  let running = 0;
  let most = 0;
  const server = await service(async ({ method, url }) => {
    // Each comment is read before it is deleted.
    if (method === "GET") return { body: { object: "comment", id: url.split("/").at(-1) } };
    running += 1;
    most = Math.max(most, running);
    // Answered once all have come that may, however busy the machine is, and a little later: one more would be seen.
    for (let waited = 0; most < expected && waited < 500; waited += 1) await later(10);
    await later(20);
    running -= 1;
    return { status: 204 };
  });
  try {
    const argv = ["comments", "delete", "-", "--yes", "--quiet", "--space", "s1", ...flags];
    const env = { DOCS_BASE_URL: server.url, DOCS_TOKEN: "secret-token" };
    const { code, stdout, stderr } = await home.run(argv, { env, input: IDS.join("\n") });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
    const deleted = server.hits.filter(({ method }) => method === "DELETE");
    expect(deleted.map((hit) => hit.url).sort()).toEqual(IDS.map((id) => `/v1/spaces/s1/comments/${id}`).sort());
    expect(most).toBe(expected);
  } finally {
    await server.close();
  }
});
