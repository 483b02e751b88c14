/** R56: the token of a run is taken out of everything that goes to standard error. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHome, type Home } from "../helpers/cli.js";

const TOKEN = "canary+/=Tok3n~91827364";

describe("standard error", () => {
  let home: Home;
  beforeAll(() => {
    home = createHome();
  });
  afterAll(() => home.remove());

  it.each([
    [
      "a path of the base URL",
      { DOCS_BASE_URL: `http://127.0.0.1:1/x-${encodeURIComponent(TOKEN)}`, DOCS_TOKEN: TOKEN },
      ["orgs", "list", "--retries", "0", "--debug"],
    ],
    [
      "an unknown word",
      { DOCS_TOKEN: TOKEN, DOCS_BASE_URL: "http://127.0.0.1:1" },
      ["spaces", "view", "a", "b", TOKEN, "--org", TOKEN, "--retries", "0"],
    ],
    ["the JSON form of an error", { DOCS_TOKEN: TOKEN, DOCS_BASE_URL: "http://127.0.0.1:1" }, [TOKEN, "--json"]],
  ])("R56 the token is redacted in %s", async (_, env, args) => {
    const result = await home.run(args, { env });
    expect(result.code).not.toBe(0);
    for (const form of [TOKEN, encodeURIComponent(TOKEN), Buffer.from(TOKEN).toString("base64")]) {
      expect(result.stderr).not.toContain(form);
      expect(result.stdout).not.toContain(form);
    }
    expect(result.stderr.length).toBeGreaterThan(10);
  });
});
