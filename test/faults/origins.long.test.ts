/** Nothing that the service answers makes the command talk to somebody else, or give its token away. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { answer, type Fault, type FaultServer, faultServer, redirect } from "../helpers/fault-server.js";
import { useHome } from "../helpers/home.js";
import { environment, errorOf } from "./attempt.js";

const TOKEN = "fault-token-0123456789";
const home = useHome();

const open: FaultServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function start(fault: Fault): Promise<FaultServer> {
  const server = await faultServer([fault]);
  open.push(server);
  return server;
}

const lines = ({ requests }: FaultServer) => requests.map(({ head }) => head.split(" HTTP/")[0]);
const heads = ({ requests }: FaultServer) => requests.map(({ head }) => head).join("\n");

async function run(api: FaultServer, args: readonly string[]) {
  const ran = await home.run([...args, "--retries", "0"], { env: environment(api.url) });
  return { ...ran, error: errorOf(ran.stderr) };
}

describe("R16 redirects", () => {
  const TARGETS = [
    ["another origin", (other: string) => `${other}/v1/orgs`],
    ["the same origin", () => "/v1/elsewhere"],
    ["a name and password", (other: string) => other.replace("://", "://user:secret@")],
    ["another protocol", () => "ftp://files.example/x"],
    ["javascript", () => "javascript:alert(1)"],
    ["nothing", () => ""],
    ["a broken address", () => "http://[::"],
  ] as const;

  test.each([300, 301, 302, 303, 304, 307, 308])("%i to anywhere: exit 5, not followed", async (status) => {
    const other = await start(answer(200, { items: [] }));
    for (const [, target] of TARGETS) {
      const api = await start(redirect(target(other.url), status));
      for (const args of [
        ["orgs", "list", "--json"],
        ["spaces", "edit", "s1", "--title", "x", "--json"],
      ]) {
        const ran = await run(api, args);
        expect(ran, ran.stderr).toMatchObject({ code: 5, stdout: "" });
        expect(ran.error).toMatchObject({ kind: "redirect", status });
        expect(ran.stderr).not.toContain("secret");
      }
      expect(lines(api)).toEqual(["GET /v1/orgs?limit=1000", "PATCH /v1/spaces/s1"]);
    }
    expect(other.connections()).toBe(0);
  });

  test("the message names the origin only", async () => {
    const api = await start(redirect("https://user:pw@elsewhere.example:8443/v1/x?token=abc#frag"));
    const ran = await run(api, ["orgs", "list", "--json"]);
    expect(ran.error?.message).toBe("the service answered 302: a redirect to https://elsewhere.example:8443");
  });
});

const ORG = { object: "organization", id: "o1", title: "Acme" };

describe("R22 R50 cursors that look like something else", () => {
  /** The cursor, and how it has to stand in the next request. */
  const CURSORS = (other: string) =>
    [
      [`${other}/v1/orgs?page=2`, encodeURIComponent(`${other}/v1/orgs?page=2`)],
      ["//elsewhere.example/x", "%2F%2Felsewhere.example%2Fx"],
      ["../../secrets", "..%2F..%2Fsecrets"],
      ["2&limit=1&page=3", "2%26limit%3D1%26page%3D3"],
      ["a#b?c", "a%23b%3Fc"],
      ["x HTTP/1.1\r\nHost: evil\r\n\r\n", "x+HTTP%2F1.1%0D%0AHost%3A+evil%0D%0A%0D%0A"],
      ["%2e%2e%00", "%252e%252e%2500"],
      ["é😀", "%C3%A9%F0%9F%98%80"],
      [" ", "+"],
      ["-1", "-1"],
      ["__proto__", "__proto__"],
    ] as const;

  test("are sent back as they came, to the same origin", async () => {
    const other = await start(answer(200, { items: [] }));
    for (const [cursor, encoded] of CURSORS(other.url)) {
      const script = [answer(200, { items: [ORG], next: { page: cursor } }), answer(200, { items: [] })];
      const api = await faultServer(script);
      open.push(api);
      const ran = await run(api, ["orgs", "list", "--json"]);
      expect(ran, ran.stderr).toMatchObject({ code: 0 });
      expect(lines(api)).toEqual(["GET /v1/orgs?limit=1000", `GET /v1/orgs?limit=1000&page=${encoded}`]);
    }
    expect(other.connections()).toBe(0);
  });
});

describe("R50 R60 links in answers", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "docs-links-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const fileAt = (downloadURL: string) => answer(200, { object: "file", id: "f1", name: "a.txt", downloadURL });

  test("a download elsewhere goes without the token, and so does a redirect back to the service", async () => {
    let api: FaultServer | undefined;
    const files = await start((socket, request) => redirect(`${api?.url}/v1/spaces/s1/files/f2`)(socket, request));
    api = await start((socket, request) => {
      const isLink = request.head.startsWith("GET /v1/spaces/s1/files/f2");
      (isLink ? answer(200, "content") : fileAt(`${files.url}/a.txt?signature=abc`))(socket, request);
    });
    const ran = await run(api, ["files", "download", "f1", "-O", folder, "--json"]);
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    expect(lines(files)).toEqual(["GET /a.txt?signature=abc"]);
    expect(heads(files)).not.toMatch(/authorization|fault-token/i);
    const authorizations = api.requests.map(({ head }) => /^authorization: (.*)$/im.exec(head)?.[1]);
    expect(authorizations).toEqual([`Bearer ${TOKEN}`, undefined]);
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("content");
  });

  test.each([
    ["a file of this machine", "file:///etc/passwd"],
    ["data", "data:text/plain,hello"],
    ["plain http elsewhere", "http://files.example/a.txt"],
    ["a private address", "http://169.254.169.254/latest/meta-data"],
    ["no address", "nonsense"],
  ])("%s is not downloaded", async (_, url) => {
    const before = readdirSync(folder);
    const api = await start(fileAt(url));
    const ran = await run(api, ["files", "download", "f1", "-O", join(folder, "refused.txt")]);
    expect(ran.code, ran.stderr).not.toBe(0);
    expect(readdirSync(folder)).toEqual(before);
    expect(api.requests).toHaveLength(1);
  });

  test("addresses of things are data: nothing is asked there", async () => {
    const other = await start(answer(200, {}));
    const urls = { location: `${other.url}/v1/spaces/s1`, app: other.url, published: other.url };
    const api = await start(answer(200, { object: "space", id: "s1", urls }));
    for (const args of [
      ["spaces", "view", "s1"],
      ["spaces", "view", "s1", "--json"],
      ["spaces", "view", "s1", "--url"],
    ]) {
      expect((await run(api, args)).code).toBe(0);
    }
    expect(other.connections()).toBe(0);
  });
});
