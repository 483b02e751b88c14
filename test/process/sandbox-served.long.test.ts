import { request } from "node:http";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { ended } from "../helpers/cli.js";
import { call, create, home, type Served, SPACE, serve, subjects, useServed } from "./served.js";
import { until } from "./service.js";

useServed();

describe("docs sandbox start", () => {
  test("R67 prints its address; the token only with --show-token", async () => {
    const child = home.start(["sandbox", "start"]);
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk;
    });
    const end = ended(child);
    await until(() => said.includes("Serving"));
    child.kill("SIGTERM");
    const result = await end;
    expect(result).toMatchObject({ code: 0, signal: null });
    expect(result.stdout).toMatch(/^url\thttp:\/\/127\.0\.0\.1:\d+\nfile\t\S+sandbox\.sqlite\n$/);
    const served = await serve();
    expect(served.token).toMatch(/^docs_[\w-]{43}$/);
    expect(result.stdout + result.stderr).not.toContain(served.token);
  });

  test("answers other programs, with the token only", async () => {
    const served = await serve();
    const orgs = await call(served, "/v1/orgs");
    expect(orgs.status).toBe(200);
    expect(await orgs.json()).toMatchObject({ items: [{ object: "organization" }, { object: "organization" }] });
    expect((await fetch(`${served.url}/v1/orgs`)).status).toBe(401);
    expect((await call(served, "/v1/orgs", { headers: { origin: "https://evil.example" } })).status).toBe(403);
    expect((await call(served, "/v1/nope")).status).toBe(404);
    const byName = await new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(served.url);
      const headers = { host: "evil.example", authorization: `Bearer ${served.token}` };
      request({ host: "127.0.0.1", port, path: "/v1/orgs", headers }, (response) => resolve(response.statusCode))
        .on("error", reject)
        .end();
    });
    expect(byName).toBe(421);
  });

  test("the program itself works against it by address and token", async () => {
    const served = await serve();
    const env = { DOCS_BASE_URL: served.url, DOCS_TOKEN: served.token, DOCS_SPACE: SPACE };
    const merged = await home.run(["cr", "merge", "42", "--json"], { env });
    expect(merged).toMatchObject({ code: 0, stderr: expect.not.stringContaining("unexpected") });
    expect((await home.run(["cr", "merge", "42"], { env })).code).toBe(5);
    expect((await home.run(["cr", "view", "42", "-q", ".urls.location"], { env })).stdout).toContain(served.url);
    const wrong = await home.run(["cr", "list"], { env: { ...env, DOCS_TOKEN: "x" } });
    expect(wrong).toMatchObject({ code: 4, stdout: "" });
  });

  test("a port that is taken is exit 1, another host exit 2", async () => {
    const served = await serve();
    const taken = await home.run(["sandbox", "start", "--port", new URL(served.url).port]);
    expect(taken).toMatchObject({ code: 1, stdout: "" });
    expect(taken.stderr).toContain("in use");
    expect(await home.run(["sandbox", "start", "--host", "0.0.0.0"])).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("R71 several processes on one state", () => {
  test("the served sandbox and --sandbox commands see each other's writes", async () => {
    const served = await serve();
    const two = await serve();
    expect(two.token).toBe(served.token);
    expect((await create(served, "by http")).status).toBe(201);
    expect((await home.run(["--sandbox", "cr", "create", "--subject", "by command"])).code).toBe(0);
    expect((await create(two, "by the other")).status).toBe(201);
    expect(await subjects()).toEqual(expect.arrayContaining(["by http", "by command", "by the other"]));
    const list = await call(served, `/v1/spaces/${SPACE}/change-requests?status=draft`);
    expect(await list.text()).toContain("by command");
  });

  test("a profile that start stores names whom its token acts as", async () => {
    const { url } = await serve(["--save-profile", "local"]);
    const rows = await home.run(["config", "list", "--profile", "local", "-o", "csv", "--fields", "key,value"]);
    expect(rows.stdout.split(/\r?\n/)).toEqual(
      expect.arrayContaining([`base-url,${url}`, "me,uA5mJr9TyBq3ZxKd7WnE", "org,hR7kQ2mXv9TzLb4WcN8p"]),
    );
  });

  test("they write at the same time", async () => {
    const served = await serve();
    const names = Array.from({ length: 20 }, (_, index) => `http ${index}`);
    const commands = ["a", "b", "c"].map((name) =>
      home.run(["--sandbox", "cr", "create", "--subject", `command ${name}`]),
    );
    const answers = await Promise.all(names.map((name) => create(served, name)));
    expect(answers.map(({ status }) => status).filter((status) => status !== 201)).toEqual([]);
    expect((await Promise.all(commands)).map(({ code }) => code)).toEqual([0, 0, 0]);
    const found = await subjects();
    for (const name of [...names, "command a", "command b", "command c"]) expect(found).toContain(name);
  });
});

describe("R71 its end", () => {
  const isOpen = ({ url }: Served) =>
    fetch(url).then(
      () => true,
      () => false,
    );

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s: done, exit 0, all in the one file", async (signal) => {
    const served = await serve();
    expect((await create(served, "last words")).status).toBe(201);
    served.kill(signal);
    expect(await served.end).toMatchObject({ code: 0, signal: null });
    await expect(fetch(served.url)).rejects.toThrow();
    expect(await subjects()).toContain("last words");
  });

  test("a request that is under way gets its answer, new ones are refused", async () => {
    const served = await serve();
    const { port } = new URL(served.url);
    const body = JSON.stringify({ subject: "slow" });
    let answer = "";
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", () => {});
    const head = [
      `POST /v1/spaces/${SPACE}/change-requests HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${served.token}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      // Told once the head has been read.
      "Expect: 100-continue",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 5)}`);
    await expect.poll(() => answer).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    served.kill("SIGTERM");
    await expect.poll(() => isOpen(served)).toBe(false);
    socket.write(body.slice(5));
    expect(await served.end).toMatchObject({ code: 0, signal: null });
    expect(answer).toContain("\r\n\r\nHTTP/1.1 201 ");
    expect(await subjects()).toContain("slow");
  });

  test("a second signal does not wait for it", async () => {
    const served = await serve();
    const socket = connect(Number(new URL(served.url).port), "127.0.0.1");
    socket.on("error", () => {});
    let told = "";
    socket.on("data", (chunk) => {
      told += chunk;
    });
    const host = new URL(served.url).host;
    socket.write(`POST /v1/orgs HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n`);
    await expect.poll(() => told).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    served.kill("SIGTERM");
    await expect.poll(() => isOpen(served)).toBe(false);
    served.kill("SIGINT");
    const result = await served.end;
    expect(result).toMatchObject({ code: null, signal: "SIGTERM" });
  });
});
