/** TAB sends a token only to a service that a profile names (R101). */
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHome, type Home } from "../helpers/cli.js";

describe("R101 a service that no profile names", () => {
  let stranger: Server;
  let known: Server;
  const heard: string[] = [];
  const listen = async (name: string): Promise<Server> => {
    const server = createServer((request, response) => {
      heard.push(`${name} ${request.headers.authorization}`);
      response.setHeader("content-type", "application/json");
      response.end('{"items":[{"id":"fresh","title":"Fresh"}]}');
    });
    server.on("connection", () => heard.push(`${name} connected`));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return server;
  };
  const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let own: Home;
  beforeAll(async () => {
    own = createHome();
    [stranger, known] = [await listen("stranger"), await listen("known")];
    const folder = join(own.dir, "config", "docs");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const profiles = {
      default: { baseUrl: originOf(known), org: "o1" },
      work: { baseUrl: "https://docs.example.test", org: "o1" },
      bare: { org: "o1" },
    };
    const aliases = { elsewhere: `teams view --base-url ${originOf(stranger)}` };
    writeFileSync(join(folder, "config.json"), JSON.stringify({ version: 1, profiles, aliases }), { mode: 0o600 });
  });
  afterAll(async () => {
    for (const server of [stranger, known]) await new Promise((done) => server.close(done));
    own.remove();
  });

  const press = async (words: readonly string[], env: Record<string, string>) => {
    const all = { DOCS_TOKEN: "a-token-of-nobody", DOCS_ORG: "o1", ...env };
    const asking = ["__complete", "zsh", "--word=", "--", ...words];
    expect(await own.run(asking, { env: all })).toMatchObject({ code: 0, stderr: "" });
  };
  const STRANGER = "STRANGER";
  it.each([
    [["teams", "view", "--base-url", STRANGER], {}],
    [["teams", "view", `--base-url=${STRANGER}`], {}],
    [["teams", `--base-url=${STRANGER}`, "view"], {}],
    [["--base-url", `${STRANGER}/v1`, "teams", "view"], {}],
    [["teams", "view", "--profile", "work", "--base-url", STRANGER], {}],
    [["--base-url", STRANGER, "--profile", "default", "teams", "view"], {}],
    [["--profile=nobody", `--base-url=${STRANGER}`, "teams", "view"], {}],
    [["teams", "view", "--profile", "bare", "--base-url", STRANGER], {}],
    [["teams", "view", "--base-url", "KNOWN", "--base-url", STRANGER], {}],
    [["elsewhere"], {}],
    [["teams", "view"], { DOCS_BASE_URL: STRANGER }],
    [["teams", "view"], { DOCS_BASE_URL: STRANGER, DOCS_PROFILE: "work" }],
    [["teams", "view", "--profile", "bare"], { DOCS_BASE_URL: STRANGER }],
    [["teams", "view"], { DOCS_BASE_URL: STRANGER, DOCS_PROFILE: "sandbox", DOCS_COMPLETE_REMOTE: "1" }],
  ])("is sent nothing: %j %j", async (words, env) => {
    heard.length = 0;
    const filled = (text: string) => text.replace(STRANGER, originOf(stranger)).replace("KNOWN", originOf(known));
    const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]));
    await press(words.map(filled), variables);
    await press(words.map(filled), { ...variables, DOCS_COMPLETE_REMOTE: "1" });
    expect(heard).toEqual([]);
  });

  it("unlike one that a profile names, by whichever flag or variable", async () => {
    const each: [string[], Record<string, string>][] = [
      [["teams", "view"], {}],
      [["teams", "view", "--base-url", originOf(known)], {}],
      [["teams", "view", "--profile", "work"], { DOCS_BASE_URL: originOf(known) }],
    ];
    for (const [words, env] of each) {
      heard.length = 0;
      // A slow machine may need more than the time there is; the next key press asks again.
      await expect
        .poll(() => press(words, { ...env, DOCS_COMPLETE_REMOTE: "1" }).then(() => heard), { timeout: 20_000 })
        .toContain("known Bearer a-token-of-nobody");
    }
  });
});
