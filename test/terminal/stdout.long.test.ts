/** R38: standard output holds data alone, whatever else there is to say, with and without a terminal. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHome, type Home } from "../helpers/cli.js";
import { ORGANIZATIONS, type Service, service } from "../process/service.js";
import { openScreen } from "./tmux.js";

const TOKEN = "stdout-token-0123456789";
let home: Home;
let api: Service;
beforeAll(async () => {
  home = createHome();
  // The first answer of each path asks for a pause.
  const seen = new Set<string>();
  api = await service(({ url }) => {
    if (url.includes("refused")) return { status: 401, body: { error: { message: "no\u001b[31m such token" } } };
    if (seen.has(url)) return { body: ORGANIZATIONS };
    seen.add(url);
    return { status: 429, headers: { "retry-after": "1" }, body: { error: { message: "slow down" } } };
  });
});
afterAll(async () => {
  home.remove();
  await api.close();
});

const numbers = ["--sandbox", "cr", "list", "-q", ".[].number"];

describe("R38 without a terminal", () => {
  test.each([
    ["a note that a list is capped", [...numbers, "-L", "1"], "42\n", "there are more items"],
    ["a value that is not known", ["--sandbox", "cr", "list", "--status", "lost"], "", '--status "lost" is not'],
    ["--debug", [...numbers, "--debug", "-L", "1"], "42\n", "GET "],
    [
      "a deprecated operation",
      ["--sandbox", "sections", "move", "e3w5wrLbFu5YnBs1w1Z3", "--after", "ePnY5bz4286QHs81sB1N", "-q", ".id"],
      "e3w5wrLbFu5YnBs1w1Z3\n",
      "the service calls this operation deprecated",
    ],
  ])("writes %s", async (_, args, stdout, words) => {
    const result = await home.run(args);
    expect(result.stdout).toBe(stdout);
    expect(result.stderr).toContain(words);
  });

  test("a wait for the rate limit", async () => {
    const env = { DOCS_BASE_URL: api.url, DOCS_TOKEN: TOKEN };
    expect(await home.run(["orgs", "list", "-q", ".[].id"], { env })).toMatchObject({ code: 0, stdout: "o1\n" });
  });

  test("warnings of the runtime", async () => {
    const env = { NODE_OPTIONS: "--trace-warnings --pending-deprecation" };
    const result = await home.run([...numbers, "-L", "1"], { env });
    expect(result).toMatchObject({ code: 0, stdout: "42\n" });
  });

  test("errors, as words and as JSON, say which token was refused and how to log in", async () => {
    const env = { DOCS_BASE_URL: api.url, DOCS_TOKEN: TOKEN };
    const words = await home.run(["orgs", "view", "refused-0123456789"], { env });
    expect(words).toMatchObject({ code: 4, stdout: "" });
    expect(words.stderr).toMatch(
      /^docs: the service answered 401: no \S*\s?such token\n {2}the token came from DOCS_TOKEN: set another one, or unset it and log in: docs auth login\n$/,
    );
    expect(words.stderr).not.toContain("\u001b");
    const json = await home.run(["orgs", "view", "refused-0123456789", "--json"], {
      env: { ...env, DOCS_TOKEN: undefined },
      input: "",
    });
    expect(json).toMatchObject({ code: 4, stdout: "" });
    expect(JSON.parse(json.stderr).error).toMatchObject({ kind: "no-token" });
    const piped = await home.run(
      ["orgs", "view", "refused-0123456789", "--json", "--token-stdin", "--base-url", api.url],
      {
        input: `${TOKEN}\n`,
      },
    );
    expect(JSON.parse(piped.stderr).error).toMatchObject({
      kind: "unauthorized",
      status: 401,
      tokenSource: "standard input",
      hint: `the token came from standard input: log in with another one: docs auth login --base-url ${api.url}`,
    });
  });
});

describe("R38 with a terminal", () => {
  test("what is read there without standard error is the data; color stays out of files", async () => {
    const screen = openScreen();
    try {
      screen.enter("docs --sandbox cr list -q '.[].number' --debug 2>/dev/null; echo end");
      expect((await screen.until(/^end\n\$$/m)).slice(-5)).toEqual(["42", "43", "44", "end", "$"]);
      screen.enter("clear; docs --sandbox cr list -L 1 --fields number,subject > out; echo; cat -vT out; echo done");
      const shown = await screen.until(/^done\n\$$/m);
      expect(shown.slice(-3, -1)).toEqual(["42^ICharge for 60 minutes instead of 75", "done"]);
    } finally {
      await screen.close();
    }
  });
});
