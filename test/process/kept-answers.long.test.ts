/** `docs api --cache`, in processes of their own: what is answered again, for whom, and what lies on the disk. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHome, type Home } from "../helpers/cli.js";
import { type Service, service } from "./service.js";

const TOKEN = "tok_0123456789abcdef0123";
let home: Home;
let server: Service;
beforeEach(async () => {
  home = createHome();
  server = await service(({ url }, count) =>
    url.startsWith("/v1/echo")
      ? { body: { text: `the token is ${TOKEN}` } }
      : url.startsWith("/v1/bad")
        ? { status: 500, body: { error: { message: "no" } } }
        : url.includes("limit=100")
          ? // The check of a login.
            { body: { organizations: [], items: [], count: 0 } }
          : { body: { count, big: 1 }, headers: { "set-cookie": "a=b" } },
  );
});
afterEach(async () => {
  await server.close();
  home.remove();
});

const ask = async (words: string, token = TOKEN) => {
  const env = { DOCS_TOKEN: token, DOCS_BASE_URL: server.url };
  return (await home.run(["api", ...words.split(" ")], { env })).stdout;
};

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test("the same question is answered once, for its time, its token, its path and its query", async () => {
  expect(await ask("orgs --cache 1h -q .count")).toBe("1\n");
  expect(await ask("orgs --cache 1h -q .count")).toBe("1\n");
  expect(await ask("/v1/orgs --cache 90s")).toBe('{"count":1,"big":1}\n');
  expect(server.hits).toHaveLength(1);
  expect(await ask("orgs?limit=1 --cache 1h -q .count")).toBe("2\n");
  expect(await ask("-X GET orgs --cache 1h -f limit=1 -q .count")).toBe("2\n");
  expect(await ask("orgs --cache 1h -q .count", "tok_other0123456789abcd")).toBe("3\n");
  expect(await ask("orgs --cache 1h -H x-a:1 -q .count")).toBe("4\n");
  expect(await ask("orgs -q .count")).toBe("5\n");
  expect(await ask("orgs --cache 1h -q .count")).toBe("1\n");
});

test("an answer that is too old is requested again", async () => {
  await ask("orgs --cache 1h");
  for (const file of filesBelow(join(home.dir, "cache"))) {
    const kept = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...kept, at: kept.at - 120_000 }));
  }
  expect(await ask("orgs --cache 3m -q .count")).toBe("1\n");
  expect(await ask("orgs --cache 1m -q .count")).toBe("2\n");
  expect(await ask("orgs --cache 1m -q .count")).toBe("2\n");
});

test("kept answers are private, without the token; refusals and secrets are not kept", async () => {
  for (const path of ["orgs", "bad", "echo"]) await ask(`${path} --cache 1h --retries 0`);
  const files = filesBelow(join(home.dir, "cache"));
  expect(files).toHaveLength(1);
  const [file = ""] = files;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
  const text = readFileSync(file, "utf8");
  expect(JSON.parse(text)).toMatchObject({ status: 200, headers: { "content-type": "application/json" } });
  expect(`${file} ${text}`).not.toContain(TOKEN);
  expect(text).not.toContain("cookie");
});

test("a file that is not of our making is asked for anew", async () => {
  await ask("orgs --cache 1h");
  const [file = ""] = filesBelow(join(home.dir, "cache"));
  for (const text of ["", "{", "[]", '{"at":1e99,"status":200,"body":1}', '{"at":9e15,"status":200,"body":""}']) {
    writeFileSync(file, text);
    expect(Number(await ask("orgs --cache 1h -q .count"))).toBe(server.hits.length);
  }
  expect(server.hits).toHaveLength(6);
});

test("a logout takes the answers along", async () => {
  const kept = () => filesBelow(join(home.dir, "cache")).filter((file) => file.includes("answers"));
  const login = `docs auth login --base-url ${server.url} --token-stdin <<< ${TOKEN}`;
  expect((await home.shell(`${login} && docs api orgs --cache 1h`)).stdout).toContain('"count":');
  expect(kept()).toHaveLength(1);
  expect((await home.shell("docs auth logout")).code).toBe(0);
  expect(kept()).toEqual([]);
});
