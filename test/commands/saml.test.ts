import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { CERTIFICATE, EXPIRED_CERTIFICATE, KEY } from "../helpers/certificate.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("saml list, view and logins", async () => {
  await step(cli, "saml list", {
    out: [
      "maSb3364sqMD95UzH113\tHalden account\tactive\tread\tCustomer support\t2025-07-04T10:00:00.000Z",
      "mq7Xw2Rk9TzLb4WcN8pF\tFormer account\texpired\tread\tCustomer support\t2023-07-30T10:00:00.000Z",
    ],
  });
  await step(cli, "saml list", {
    err: ["2 SAML providers in Halden Robotics"],
    on: TTY,
    out: [
      "LABEL           STATUS   DEFAULT ROLE  DEFAULT TEAM      CREATED       ID",
      "Halden account  active   read          Customer support  6 months ago  maSb3364sqMD95UzH113",
      "Former account  expired  read          Customer support  2 years ago   mq7Xw2Rk9TzLb4WcN8pF",
    ],
  });
  await step(cli, "saml list --json --fields id,label,defaultTeam.title", {
    out: [
      '[{"id":"maSb3364sqMD95UzH113","label":"Halden account","defaultTeam":{"title":"Customer support"}},{"id":"mq7Xw2Rk9TzLb4WcN8pF","label":"Former account","defaultTeam":{"title":"Customer support"}}]',
    ],
  });
  await step(cli, "saml view maSb3364sqMD95UzH113", {
    out: [
      "ID\tmaSb3364sqMD95UzH113",
      "Label\tHalden account",
      "Status\tactive",
      "Default role\tread",
      "Default team\tCustomer support",
      "Created\t2025-07-04T10:00:00.000Z",
      "Entity ID\thttps://login.halden-robotics.example/saml",
      "SSO URL\thttps://login.halden-robotics.example/saml/docs",
      "Service entity ID\thttps://docs.sandbox.invalid/saml/maSb3364sqMD95UzH113",
      "ACS URL\thttps://docs.sandbox.invalid/saml/maSb3364sqMD95UzH113/acs",
      "Start URL\thttps://docs.sandbox.invalid/saml/maSb3364sqMD95UzH113/start",
    ],
  });
  await step(cli, "saml view maSb3364sqMD95UzH113", {
    on: TTY,
    out: [
      "Label:              Halden account",
      "Status:             active",
      "Default role:       read",
      "Default team:       Customer support",
      "Created:            6 months ago",
      "Entity ID:          https://login.halden-robotics.example/saml",
      "SSO URL:            https://login.halden-robotics.example/saml/docs",
      "Service entity ID:  https://docs.sandbox.invalid/saml/maSb3364sqMD95UzH113",
      "ACS URL:            https://docs.sandbox.invalid/saml/maSb3364sqMD95UzH113/acs",
      "Start URL:          https://docs.sandbox.invalid/saml/maSb3364sqMD95UzH113/start",
      "ID:                 maSb3364sqMD95UzH113",
    ],
  });
  await step(cli, "saml logins", {
    out: ["maSb3364sqMD95UzH113\tHalden account\thttps://docs.sandbox.invalid/saml/maSb3364sqMD95UzH113/start"],
  });
  await step(cli, "saml logins", {
    on: TTY,
    out: [
      "LABEL           START URL                                                     ID",
      "Halden account  https://docs.sandbox.invalid/saml/maSb3364sqMD95UzH113/start  maSb3364sqMD95UzH113",
    ],
  });
  await step(cli, "saml logins --json", {
    out: [
      '[{"id":"maSb3364sqMD95UzH113","label":"Halden account","startURL":"https://docs.sandbox.invalid/saml/maSb3364sqMD95UzH113/start"}]',
    ],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sso"],
  });
});

test("saml life cycle: a certificate from a file, guest is null", async () => {
  await step(
    cli,
    "saml create --label Okta --entity-id urn:okta --sso-url https://idp.example/sso --default-role guest --default-team t3QuiTd9yR8G95e1tUaj --certificate-file idp.pem",
    {
      on: { files: { "idp.pem": CERTIFICATE } },
      out: [
        "ID\tAAAAAAAAAAAAAAAAAAAB",
        "Label\tOkta",
        "Status\tactive",
        "Default role\tguest",
        "Default team\tDocumentation",
        "Created\t2026-01-15T10:00:00.000Z",
        "Entity ID\turn:okta",
        "SSO URL\thttps://idp.example/sso",
        "Service entity ID\thttps://docs.sandbox.invalid/saml/AAAAAAAAAAAAAAAAAAAB",
        "ACS URL\thttps://docs.sandbox.invalid/saml/AAAAAAAAAAAAAAAAAAAB/acs",
        "Start URL\thttps://docs.sandbox.invalid/saml/AAAAAAAAAAAAAAAAAAAB/start",
      ],
      err: ['Created SAML provider "Okta" (AAAAAAAAAAAAAAAAAAAB)'],
      sent: [
        `POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/saml {"label":"Okta","entityID":"urn:okta","certificate":${JSON.stringify(CERTIFICATE)},"ssoURL":"https://idp.example/sso","defaultTeam":"t3QuiTd9yR8G95e1tUaj","defaultRole":null}`,
      ],
    },
  );
  await step(cli, "saml create --label Second", {
    on: TTY,
    err: ['✓ Created SAML provider "Second" (AAAAAAAAAAAAAAAAAAAC)'],
  });
  await step(cli, "saml create", {
    err: ["docs: --label is required", "  see: docs saml create --help"],
    code: 2,
    sent: [],
  });
  await step(cli, "saml edit AAAAAAAAAAAAAAAAAAAB --default-role read --certificate - --fields defaultRole", {
    on: { stdin: CERTIFICATE },
    out: ["Default role\tread"],
    err: ["Changed SAML provider AAAAAAAAAAAAAAAAAAAB"],
    sent: [
      `PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/saml/AAAAAAAAAAAAAAAAAAAB {"certificate":${JSON.stringify(CERTIFICATE)},"defaultRole":"read"}`,
    ],
  });
  await step(cli, "saml edit AAAAAAAAAAAAAAAAAAAB", {
    err: [
      "docs: nothing to change: pass at least one of --label, --entity-id, --certificate, --sso-url, --default-team, --default-role",
      "  see: docs saml edit --help",
    ],
    code: 2,
    sent: [],
  });
  await step(cli, "saml edit AAAAAAAAAAAAAAAAAAAB --certificate x --certificate-file y", {
    err: ["docs: --certificate and --certificate-file cannot be used together"],
    code: 2,
    sent: [],
  });
  await step(cli, "saml delete AAAAAAAAAAAAAAAAAAAB --confirm Second", {
    err: ['docs: --confirm "Second" is neither the id nor the title of SAML provider AAAAAAAAAAAAAAAAAAAB'],
    code: 2,
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/saml/AAAAAAAAAAAAAAAAAAAB"],
  });
  await step(cli, "saml delete AAAAAAAAAAAAAAAAAAAB --confirm Okta", {
    err: ['Deleted SAML provider "Okta" (AAAAAAAAAAAAAAAAAAAB)'],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/saml/AAAAAAAAAAAAAAAAAAAB",
      "DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/saml/AAAAAAAAAAAAAAAAAAAB",
    ],
  });
  await step(cli, "saml delete AAAAAAAAAAAAAAAAAAAB --yes", {
    err: [
      "Deleted SAML provider AAAAAAAAAAAAAAAAAAAB, if it existed and this token could see it: the service does not say",
    ],
    sent: ["DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/saml/AAAAAAAAAAAAAAAAAAAB"],
  });
});

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

test("saml: only the certificates of a file are sent", async () => {
  const attributes = "Bag Attributes\n    friendlyName: okta\n";
  await step(cli, `${CREATE} --certificate-file chain.pem -q .status`, {
    on: { files: { "chain.pem": `${attributes}${CERTIFICATE}${attributes}${EXPIRED_CERTIFICATE}` } },
    out: ["active"],
    err: ['Created SAML provider "Okta" (AAAAAAAAAAAAAAAAAAAB)'],
    sent: [
      `POST /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/saml ${JSON.stringify({
        label: "Okta",
        entityID: "urn:okta",
        certificate: `${CERTIFICATE}${EXPIRED_CERTIFICATE}`,
        ssoURL: "https://idp.example/sso",
      })}`,
    ],
  });
});
