/** TLS with a server that speaks HTTP without it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHome } from "../helpers/cli.js";

const home = createHome();
const server = createServer((_request, response) => response.end("{}"));
beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
afterAll(() => {
  home.remove();
  server.close();
});

test("an https address without TLS behind it names the http address that would do", async () => {
  // The type covers pipes, too; this one listens on a port.
  const { port } = server.address() as AddressInfo;
  const env = { DOCS_BASE_URL: `127.0.0.1:${port}`, DOCS_TOKEN: "a-token-of-twenty-characters" };
  const ran = await home.run(["orgs", "list", "--retries", "0"], { env });
  expect([ran.code, ran.stdout]).toEqual([6, ""]);
  expect(ran.stderr).toContain(`the server may not use TLS: try http://127.0.0.1:${port}\n`);
});
