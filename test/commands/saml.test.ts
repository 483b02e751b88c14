import { afterEach, beforeEach, test } from "vitest";
import { CERTIFICATE } from "../helpers/certificate.js";
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
