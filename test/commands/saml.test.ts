import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CERTIFICATE, KEY } from "../helpers/certificate.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

/** A file that holds a key and its certificate, as `cat key.pem cert.pem` makes it. */
const BOTH = `${KEY}${CERTIFICATE}`;
const BARE = KEY.replace(/-----[A-Z ]+-----|\s/g, "");
const CREATE = "saml create --label Okta --entity-id urn:okta --sso-url https://idp.example/sso";

test.each([
  [`${CREATE} --certificate-file both.pem`, "--certificate"],
  [`${CREATE} --certificate-file both.pem --dry-run`, "--certificate"],
  [`${CREATE} --certificate-file both.pem --plan PLAN`, "--certificate"],
  [`${CREATE} --certificate - < both.pem`, "--certificate"],
  [`${CREATE} --certificate 'BOTH'`, "--certificate"],
  [`${CREATE} --field 'certificate=BOTH'`, "certificate"],
  [`${CREATE} --raw-field 'certificate=BOTH' --dry-run`, "certificate"],
  [`${CREATE} --field 'certificate=BOTH' --plan PLAN`, "certificate"],
  ["saml edit maSb3364sqMD95UzH113 --certificate-file both.pem", "--certificate"],
  ["saml edit maSb3364sqMD95UzH113 --label x --field 'certificate=BOTH'", "certificate"],
  ["api -X POST /v1/orgs/{org}/saml -F label=x -F certificate=@both.pem", "certificate"],
  ["api -X POST /v1/orgs/{org}/saml -F certificate=@both.pem --dry-run", "certificate"],
  ["api -X POST /v1/orgs/{org}/saml -F label=x -F certificate=@both.pem --plan PLAN", "certificate"],
  ["api -X POST /v1/orgs/{org}/saml -F label=x -F certificate=@bare.txt", "certificate"],
  ["api -X PATCH /v1/orgs/{org}/saml/maSb3364sqMD95UzH113 --input body.json", "certificate"],
])("R105 a private key is never sent, planned or kept: docs %s", async (line, field) => {
  const folder = mkdtempSync(join(tmpdir(), "docs-key-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [words = "", stdin] = line.split(" < ");
  const plan = join(folder, "saml.plan");
  const ran = await cli.run(words.replace("PLAN", plan).replace("BOTH", BOTH), {
    files: { "both.pem": BOTH, "bare.txt": BARE, "body.json": JSON.stringify({ certificate: BOTH }) },
    history: "always",
    ...(stdin && { stdin: BOTH }),
  });
  expect(ran).toMatchObject({ code: 2, sent: [], stdout: "" });
  expect(ran.stderr).toContain(`docs: ${field} contains a private key, which is never sent\n`);
  expect(ran.stderr).toContain("openssl x509");
  expect(ran.stderr).not.toContain("MIGH");
  expect(existsSync(plan)).toBe(false);
  const history = join(cli.folder, "history/000001.log");
  if (existsSync(history)) expect(readFileSync(history, "utf8")).not.toMatch(/PRIVATE KEY|MIGH/);
});

test("R105 a plan that was written by hand with a private key is refused before anything is read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "docs-key-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "saml.plan");
  const organizationId = "hR7kQ2mXv9TzLb4WcN8p";
  const step = { endpoint: "createSamlProvider", params: { organizationId }, body: { label: "x", certificate: BOTH } };
  const head = { format: 1, origin: "https://docs.sandbox.invalid", organization: organizationId };
  writeFileSync(file, JSON.stringify({ ...head, steps: [{ id: "s1", ...step }] }));
  for (const verb of ["view", "apply --yes"]) {
    const ran = await cli.run(`plans ${verb} ${file}`);
    expect(ran).toMatchObject({ code: 2, sent: [] });
    expect(ran.stderr).toContain("certificate contains a private key");
    expect(ran.stderr).not.toContain("MIGH");
  }
});

const derOf = (pem: string): Buffer => Buffer.from(pem.replace(/-----[A-Z ]+-----|\s/g, ""), "base64");
const inUtf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, "utf16le");

test.each<[string, Buffer, string]>([
  ["a key in DER", derOf(KEY), "it holds a private key"],
  ["a key in UTF-16", inUtf16(KEY), "it holds a private key"],
  ["a key and a certificate in UTF-16, the other way round", inUtf16(BOTH).swap16(), "it holds a private key"],
  ["a certificate in DER", derOf(CERTIFICATE), "it holds a certificate in binary form (DER)"],
])("R105 %s is called that", async (_, bytes, held) => {
  const folder = mkdtempSync(join(tmpdir(), "docs-key-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "idp.crt");
  writeFileSync(file, bytes);
  const api = "api -X POST /v1/orgs/{org}/saml -F label=x -F";
  for (const line of [`${CREATE} --certificate-file ${file}`, `${api} certificate=@${file}`]) {
    const ran = await cli.run(line);
    expect(ran).toMatchObject({ code: 2, sent: [], stdout: "" });
    expect(ran.stderr).toContain(`docs: ${file} is not text: ${held}\n`);
    expect(ran.stderr).toContain("openssl x509");
  }
});
