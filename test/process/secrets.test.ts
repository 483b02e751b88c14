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

  it("R56 the token is redacted in what a filter says", async () => {
    const title = JSON.stringify(`${TOKEN} \u001b]0;x\u0007`).slice(1, -1);
    for (const filter of [`"${title}" | debug | 1`, `"${title}" | stderr | 1`, `"${title}" | halt_error(0)`]) {
      const result = await home.run(["--sandbox", "orgs", "list", "-q", filter], { env: { DOCS_TOKEN: TOKEN } });
      expect(result.code).toBe(0);
      expect(result.stderr).toContain("[redacted] \\");
      expect(result.stderr).not.toContain(TOKEN);
      expect(result.stderr).not.toContain("\u001b");
    }
  });
});
