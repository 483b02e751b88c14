import { X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import {
  orgBillingFailed,
  orgBlocked,
  orgDefaultRoleBroad,
  orgInviteLinks,
  spaceLevelBroad,
} from "../../src/checks/rules/organization.js";
import {
  orgSsoOff,
  samlCertExpiry,
  samlCertInvalid,
  samlCertPrivateKey,
  samlCertWeak,
  samlPending,
  weaknessOf,
} from "../../src/checks/rules/sign-on.js";
import {
  specFailed,
  specInsecureSource,
  specPendingLong,
  specSecretInAddress,
  specUnused,
} from "../../src/checks/rules/specifications.js";
import { translationBehind, translationFailed, translationPendingLong } from "../../src/checks/rules/translations.js";
import { CERTIFICATE, EXPIRED_CERTIFICATE, FUTURE_CERTIFICATE, KEY, WEAK_CERTIFICATE } from "../helpers/certificate.js";
import { DAY, expectBothOutcomes, ORG, type Organization, organization, SPACE, START } from "./harness.js";

expectBothOutcomes(import.meta.url);

const ORGANIZATION = `/v1/orgs/${ORG}`;
const SAML = `${ORGANIZATION}/saml`;

test("org-invite-links", async () => {
  const org = await organization();
  const ran = await org.run(orgInviteLinks);
  expect(ran.messages).toEqual(["invite links are allowed"]);
  expect(ran.failing[0]).toMatchObject({ object: { kind: "organization", id: ORG, title: "Harbor" }, within: null });
  await org.send("PATCH", ORGANIZATION, { inviteLinks: false });
  expect((await org.run(orgInviteLinks)).status).toBe("pass");
});

test("org-default-role-broad", async () => {
  const org = await organization();
  for (const [role, messages] of [
    ["admin", ["new members get the role admin"]],
    ["create", ["new members get the role create"]],
    ["edit", []],
    [null, []],
  ] as const) {
    await org.send("PATCH", ORGANIZATION, { defaultRole: role });
    expect((await org.run(orgDefaultRoleBroad)).messages).toEqual(messages);
  }
});

test("space-level-broad", async () => {
  const org = await organization();
  for (const [level, messages] of [
    ["admin", ["everybody in the organization has the level admin"]],
    ["create", ["everybody in the organization has the level create"]],
    ["edit", []],
    ["read", []],
  ] as const) {
    await org.send("PATCH", `/v1/spaces/${SPACE}`, { defaultLevel: level });
    expect((await org.run(spaceLevelBroad)).messages).toEqual(messages);
  }
});

const provider = (fields: object) => ({
  label: "Okta",
  entityID: "https://idp.example/saml",
  ssoURL: "https://idp.example/sso",
  certificate: CERTIFICATE,
  ...fields,
});

test("org-sso-off: only with a provider that is set up", async () => {
  const org = await organization();
  expect((await org.run(orgSsoOff)).status).toBe("pass");
  const { certificate, ...half } = provider({});
  const { id } = await org.send("POST", SAML, half);
  expect((await org.run(orgSsoOff)).status).toBe("pass");
  await org.send("PATCH", `${SAML}/${id}`, { certificate });
  expect((await org.run(orgSsoOff)).messages).toEqual(["Okta is set up, but single sign-on is not required"]);
  await org.send("PATCH", ORGANIZATION, { sso: true });
  expect((await org.run(orgSsoOff)).status).toBe("pass");
});

/** A provider as a service may answer it: its own one checks certificates. */
const answering = async (certificate: string | null | undefined): Promise<Organization> => {
  const org = await organization();
  org.reply(/\/saml/, 200, { count: 1, items: [{ object: "saml-provider", id: "idp1", label: "Okta", certificate }] });
  return org;
};

/** When the certificate ends. */
const UNTIL = Date.UTC(2120, 0, 1);

test("saml-cert-expiry: soon, past, and in time", async () => {
  const org = await organization();
  await org.send("POST", SAML, provider({}));
  expect((await org.run(samlCertExpiry)).status).toBe("pass");
  org.advance(UNTIL - START - 20 * DAY);
  const soon = await org.run(samlCertExpiry);
  expect(soon.messages[0]).toMatch(/^its certificate expires in 20 days, on 2120-01-01$/);
  expect(soon.failing[0]?.since).toBeNull();
  expect((await org.run(samlCertExpiry, { days: 5 })).status).toBe("pass");
});

test("saml-cert-expiry: base64 alone, and a chain whose last one has ended", async () => {
  const bare = EXPIRED_CERTIFICATE.replace(/-----[A-Z ]+-----|\s/g, "");
  for (const certificate of [bare, `${CERTIFICATE}\n${EXPIRED_CERTIFICATE}`]) {
    const ran = await (await answering(certificate)).run(samlCertExpiry);
    expect(ran.messages[0]).toMatch(/^its certificate expired [\d,]+ days ago, on \d{4}-\d\d-\d\d$/);
    expect(ran.failing[0]?.since).toMatch(/^\d{4}-\d\d-\d\dT/);
  }
  const good = CERTIFICATE.replace(/-----[A-Z ]+-----|\s/g, "");
  expect((await (await answering(good)).run(samlCertExpiry)).status).toBe("pass");
});

test("saml-cert-invalid", async () => {
  for (const [certificate, messages] of [
    ["not a certificate", ["its certificate: it cannot be read"]],
    [CERTIFICATE.slice(0, 80), ["its certificate: it has nothing between its header lines"]],
    [null, ["its certificate: it is empty"]],
    ["", ["its certificate: it is empty"]],
    [undefined, []],
    [CERTIFICATE, []],
    [EXPIRED_CERTIFICATE, []],
  ] as const) {
    expect((await (await answering(certificate)).run(samlCertInvalid)).messages).toEqual(messages);
  }
});

test("saml-cert-private-key: found in any form, and never shown", async () => {
  const body = KEY.replace(/-----[A-Z ]+-----|\s/g, "");
  for (const certificate of [`${KEY}${CERTIFICATE}`, `${CERTIFICATE}${KEY}`, KEY, body]) {
    const ran = await (await answering(certificate)).run(samlCertPrivateKey);
    expect(ran.messages).toEqual(["its certificate contains a private key"]);
    expect(JSON.stringify(ran.findings)).not.toContain(body.slice(0, 20));
  }
  for (const certificate of [CERTIFICATE, `${CERTIFICATE}${WEAK_CERTIFICATE}`, "", null]) {
    expect((await (await answering(certificate)).run(samlCertPrivateKey)).status).toBe("pass");
  }
  const untold = await (await answering(undefined)).run(samlCertPrivateKey);
  expect([untold.status, untold.findings[0]?.message]).toEqual([
    "not-evaluable",
    "not evaluable: the service does not show its certificate",
  ]);
});

test("saml-pending", async () => {
  const org = await organization();
  await org.send("POST", SAML, { label: "Okta" });
  expect((await org.run(samlPending)).status).toBe("pass");
  org.advance(8 * DAY);
  expect((await org.run(samlPending)).messages).toEqual(["pending for 8 days"]);
});

/** Specifications as a service answers them. */
async function withSpec(fields: object): Promise<Organization> {
  const org = await organization();
  const item = {
    object: "openapi-spec",
    id: "spec1",
    slug: "fleet",
    sourceURL: "https://api.example/openapi.yaml",
    processingState: "complete",
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-12T00:00:00.000Z",
    ...fields,
  };
  org.reply(/\/openapi/, 200, { count: 1, items: [item] });
  return org;
}

test("spec-failed", async () => {
  expect((await (await withSpec({})).run(specFailed)).status).toBe("pass");
  const ran = await (await withSpec({ lastProcessErrorCode: "FETCH_TIMEOUT" })).run(specFailed);
  expect(ran.messages).toEqual(["the last read failed: FETCH_TIMEOUT"]);
  expect(ran.failing[0]).toMatchObject({ object: { kind: "specification", title: "fleet" } });
});

test("spec-pending-long", async () => {
  expect((await (await withSpec({})).run(specPendingLong)).status).toBe("pass");
  const org = await withSpec({ processingState: "pending" });
  expect((await org.run(specPendingLong)).messages).toEqual(["pending for 3 days"]);
  expect((await org.run(specPendingLong, { days: 5 })).status).toBe("pass");
});

test("spec-insecure-source: http, without what follows the path", async () => {
  for (const [sourceURL, messages] of [
    ["https://api.example/openapi.yaml", []],
    ["http://api.example/openapi.yaml?key=secret", ["its source is http://api.example/openapi.yaml: not https"]],
    ["file:///srv/openapi.yaml", []],
    ["nonsense", []],
    [null, []],
  ] as const) {
    expect((await (await withSpec({ sourceURL })).run(specInsecureSource)).messages).toEqual(messages);
  }
});

test("spec-secret-in-address: passwords, tokens as user names, and parameters, none of which is repeated", async () => {
  const token = `glpat-${"x1".repeat(8)}`;
  for (const [address, what] of [
    ["https://api.example/x?version=2&page=token", undefined],
    ["https://git@api.example/x", undefined],
    ["https://a%zzb@api.example/x", undefined],
    [`https://api.example/x?${"y".repeat(60)}=${token}`, `a secret (${"y".repeat(40)})`],
    ["https://documentation-robot@api.example/x", undefined],
    ["https://api.example/x?token=", undefined],
    ["https://ada:hunter2@api.example/x", "a password"],
    [`https://${token}@api.example/x`, "a user name that looks like a token"],
    ["https://0123456789abcdef0123456789abcdef@api.example/x", "a user name that looks like a token"],
    ["https://api.example/x?version=2&private_token=hunter2", "a secret (private_token)"],
    ["https://api.example/x?X-Amz-Signature=hunter2", "a secret (X-Amz-Signature)"],
    [`https://api.example/x?a=${token}`, "a secret (a)"],
  ] as const) {
    const ran = await (await withSpec({ sourceURL: address })).run(specSecretInAddress);
    expect(ran.messages).toEqual(what ? [`the address of its source contains ${what}`] : []);
    expect(JSON.stringify(ran.findings)).not.toMatch(/hunter2|x1x1|abcdef/);
  }
});

test("saml-cert-weak: short keys, old signatures, and what is not valid yet", async () => {
  for (const [certificate, messages] of [
    [CERTIFICATE, []],
    [EXPIRED_CERTIFICATE, []],
    ["no certificate", []],
    [
      WEAK_CERTIFICATE,
      [
        "its certificate has an RSA key of 1024 bits; at least 2048 are needed",
        "its certificate is signed with SHA-1, which can be forged",
      ],
    ],
    [FUTURE_CERTIFICATE, ["its certificate is not valid before 2099-01-01"]],
    [`${CERTIFICATE}\n${FUTURE_CERTIFICATE}`, ["its certificate is not valid before 2099-01-01"]],
  ] as const) {
    expect((await (await answering(certificate)).run(samlCertWeak)).messages).toEqual(messages);
  }
});

test("saml-cert-weak: a kind of key that Node does not know is no weakness", () => {
  const { raw, validFrom } = new X509Certificate(WEAK_CERTIFICATE);
  const unknown = {
    raw,
    validFrom,
    get publicKey(): never {
      throw new Error("unsupported algorithm");
    },
  };
  // It has all that is looked at.
  const found = weaknessOf(unknown as unknown as X509Certificate, START);
  expect(found.map(({ key }) => key)).toEqual(["signature"]);
});

test("spec-unused: pages that are made of it, at any depth", async () => {
  const org = await withSpec({});
  await org.write({ "README.md": "# Start" });
  expect((await org.run(specUnused)).messages).toEqual(["no page uses it"]);
  const made = { id: "p2", computed: { dependencies: { spec: { ref: { kind: "openapi", spec: "spec1" } } } } };
  org.reply(/content\/pages/, 200, { pages: [{ id: "p1", pages: [made] }] });
  expect((await org.run(specUnused)).status).toBe("pass");
});

async function withTranslation(fields: object): Promise<Organization> {
  const org = await organization();
  const item = {
    object: "translation",
    id: "tr1",
    status: "completed",
    language: "fr",
    source: { space: SPACE, language: "en" },
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-12T00:00:00.000Z",
    ...fields,
  };
  org.reply(/\/translations/, 200, { count: 1, items: [item] });
  return org;
}

test("translation-failed and translation-pending-long", async () => {
  expect((await (await withTranslation({})).run(translationFailed)).status).toBe("pass");
  const failed = await withTranslation({ status: "failed" });
  expect((await failed.run(translationFailed)).messages).toEqual(["the last run into fr failed"]);
  const running = await withTranslation({ status: "running" });
  expect((await running.run(translationPendingLong)).messages).toEqual(["running for 3 days"]);
  expect((await running.run(translationPendingLong, { days: 4 })).status).toBe("pass");
});

test("translation-behind: the source was changed long after", async () => {
  const org = await withTranslation({});
  expect((await org.run(translationBehind)).status).toBe("pass");
  org.advance(20 * DAY);
  await org.send("PATCH", `/v1/spaces/${SPACE}`, { title: "Guide 2" });
  expect((await org.run(translationBehind)).messages).toEqual([
    "its source was changed 23 days after the last run into fr",
  ]);
  expect((await org.run(translationBehind, { days: 30 })).status).toBe("pass");
});

test("org-billing-failed and org-blocked", async () => {
  const org = await organization();
  expect((await org.run(orgBillingFailed)).status).toBe("pass");
  expect((await org.run(orgBlocked)).status).toBe("pass");
  org.reply(/orgs\/\w+$/, 200, {
    id: ORG,
    title: "Harbor",
    billing: { hasPaymentFailed: true },
    blocked: { reason: "phishing" },
  });
  expect((await org.run(orgBillingFailed)).messages).toEqual(["the last payment failed"]);
  expect((await org.run(orgBlocked)).messages).toEqual(["blocked by the service: phishing"]);
});
