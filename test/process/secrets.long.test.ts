/** What never leaves this machine, or the process: the token in messages, private keys in requests. */
import { createPrivateKey } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { CERTIFICATE, KEY } from "../helpers/certificate.js";
import { createHome } from "../helpers/cli.js";
import { useHome } from "../helpers/home.js";
import { service } from "./service.js";

const TOKEN = "canary+/=Tok3n~91827364";

describe("standard error", () => {
  const home = useHome();

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

describe("R105 a private key in a file", () => {
  const both = `${KEY}${CERTIFICATE}`;
  const files: Record<string, Buffer> = {
    "both.pem": Buffer.from(both),
    "crlf.pem": Buffer.from(both.replaceAll("\n", "\r\n")),
    "bom.pem": Buffer.from(`\ufeff${both}`),
    "utf-16.pem": Buffer.from(`\ufeff${both}`, "utf16le"),
    "utf-16-without-mark.pem": Buffer.from(both, "utf16le"),
    "key.der": createPrivateKey(KEY).export({ type: "pkcs8", format: "der" }),
  };

  it.each(Object.keys(files))("is not sent: %s", async (name) => {
    const home = createHome();
    const api = await service(() => ({ body: {} }));
    onTestFinished(async () => {
      home.remove();
      await api.close();
    });
    writeFileSync(join(home.dir, name), files[name] ?? "");
    const env = { DOCS_BASE_URL: api.url, DOCS_TOKEN: TOKEN, DOCS_ORG: "o1" };
    for (const line of [
      `saml create --label x --certificate-file ${name}`,
      `api orgs/o1/saml -F certificate=@${name}`,
    ]) {
      const ran = await home.run(line.split(" "), { env });
      expect(ran).toMatchObject({ code: 2, stdout: "" });
      expect(ran.stderr).toMatch(/private key|UTF-16|UTF-8/);
      expect(ran.stderr).not.toContain("MIGH");
    }
    expect(api.hits).toEqual([]);
  });
});
