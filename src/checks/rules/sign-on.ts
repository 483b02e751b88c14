/** Rules about single sign-on and its certificates. */
import { X509Certificate } from "node:crypto";
import { listMembers } from "../../catalog/members.js";
import { listSamlProviders } from "../../catalog/saml.js";
import { contentAt, holdsPrivateKey } from "../../shared/private-keys.js";
import { count } from "../../shared/wrap.js";
import type { Facts } from "../data-source.js";
import { requireKnown, withholdIf } from "../not-evaluable.js";
import type { ItemOf } from "../subjects.js";
import { defineRule, type Subject } from "../types.js";
import { isActive } from "./members.js";

// Certificates as identity providers give them: with or without header lines, one or a chain.

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

type Certificates = { valid: readonly X509Certificate[] } | { problem: string };

function certificatesIn(text: string): Certificates {
  const trimmed = text.trim();
  if (trimmed === "") return { problem: "it is empty" };
  // Node reads only the first certificate of a chain, and none without header lines.
  const blocks = trimmed.includes("-----BEGIN") ? (trimmed.match(BLOCK) ?? []) : [toPem(trimmed)];
  try {
    const valid = blocks.map((block) => new X509Certificate(block));
    return valid.length === 0 ? { problem: "it has nothing between its header lines" } : { valid };
  } catch {
    return { problem: "it cannot be read" };
  }
}

const toPem = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${base64.replace(/\s/g, "")}\n-----END CERTIFICATE-----`;

/** Milliseconds since the epoch. A chain ends with the first certificate that does. Node 20 has the time as text only. */
const endOf = (certificates: readonly X509Certificate[]): number =>
  Math.min(...certificates.map(({ validTo }) => Date.parse(validTo)));

const LEAST_BITS = 2048;

/** Signature algorithms that can be forged, as the hex of their object identifiers. */
const FORGEABLE: Readonly<Record<string, string>> = {
  "2a864886f70d010104": "MD5",
  "2a864886f70d010105": "SHA-1",
  "2a8648ce380403": "SHA-1",
  "2a8648ce3d0401": "SHA-1",
};

interface Weakness {
  message: string;
  key: string;
}

/** @param now milliseconds since the epoch */
export function weaknessOf(certificate: X509Certificate, now: number): Weakness[] {
  const { asymmetricKeyType: type = "", asymmetricKeyDetails: details } = keyOf(certificate) ?? {};
  const bits = details?.modulusLength;
  const signed = FORGEABLE[signatureOf(certificate.raw)];
  const begin = Date.parse(certificate.validFrom);
  const isShort = /^(?:rsa|rsa-pss|dsa)$/.test(type) && bits !== undefined && bits < LEAST_BITS;
  const name = type.slice(0, 3).toUpperCase();
  return [
    ...(isShort
      ? [{ message: `has an ${name} key of ${bits} bits; at least ${LEAST_BITS} are needed`, key: "key" }]
      : []),
    ...(signed ? [{ message: `is signed with ${signed}, which can be forged`, key: "signature" }] : []),
    ...(begin > now
      ? [{ message: `is not valid before ${new Date(begin).toISOString().slice(0, 10)}`, key: "begin" }]
      : []),
  ];
}

/** Undefined for a kind of key that this Node does not know. */
function keyOf(certificate: X509Certificate): X509Certificate["publicKey"] | undefined {
  try {
    return certificate.publicKey;
  } catch {
    return undefined;
  }
}

/** Hex of the object identifier: what follows the certificate proper. Node tells it from version 24 on. */
function signatureOf(der: Buffer): string {
  const inside = contentAt(der, contentAt(der, 0).from);
  const algorithm = contentAt(der, inside.to);
  const id = contentAt(der, algorithm.from);
  return der.subarray(id.from, id.to).toString("hex");
}

type Provider = ItemOf<"saml-provider">;

const WEEK = 7 * 86_400_000;

/** Why people could not sign in with it, now or within a week. */
function problemOf({ status, certificate }: Provider, now: number): string | undefined {
  if (status !== "active") return "it is not active";
  const found = certificatesIn(certificate ?? "");
  if (!("valid" in found)) return `its certificate: ${found.problem}`;
  // A time that cannot be read is NaN, which is in no range.
  const isValid = found.valid.every(
    ({ validFrom, validTo }) => Date.parse(validFrom) <= now && Date.parse(validTo) >= now + WEEK,
  );
  return isValid ? undefined : "its certificate is not valid for a week";
}

/** Why requiring single sign-on could lock everybody out; undefined if it could not. */
async function whyNot(
  { params }: Subject<"organization">,
  providers: readonly Provider[],
  facts: Facts,
  now: number,
): Promise<string | undefined> {
  const problems = providers.map((provider) => problemOf(provider, now));
  const [problem] = problems;
  if (problem !== undefined && !problems.includes(undefined)) {
    return providers.length === 1 ? problem : `none of the providers can be used: ${problem}`;
  }
  const members = await facts.list(listMembers, params);
  return members.some((member) => isActive(member) && member.sso === true)
    ? undefined
    : "nobody has signed in with it yet";
}

export const orgSsoOff = defineRule({
  id: "org-sso-off",
  severity: "warning",
  tag: "sign-on",
  summary: "A SAML provider is set up, but single sign-on is not required",
  why: "People can still bypass the identity provider, and are not locked out by it when they leave.",
  fix: "docs orgs edit ORG --sso",
  planned: {
    consequence: "people who do not sign in with the provider are locked out",
    condition: "a provider is active, its certificate is valid for another week, and a member signs in with it",
    risk: "locks out",
  },
  example: "Okta is set up, but single sign-on is not required",
  of: "organization",
  needs: [listSamlProviders, { endpoint: listMembers, when: "a provider can be used" }],
  async check(organization, { facts, now }) {
    const { item, params, thing } = organization;
    if (requireKnown(item.sso, "whether single sign-on is required")) return [];
    const providers = (await facts.list(listSamlProviders, params)).filter(({ status }) => status !== "pending");
    const [first] = providers;
    if (!first) return [];
    const which = providers.length === 1 ? `${first.label || first.id} is` : `${providers.length} SAML providers are`;
    const withheld = await withholdIf(
      whyNot(organization, providers, facts, now),
      "it could not be determined whether anyone signs in with it",
    );
    return [
      {
        message: `${which} set up, but single sign-on is not required`,
        fix:
          withheld === undefined
            ? {
                words: ["orgs", "edit", thing.id, "--sso"],
                change: { endpoint: "updateOrg", params: { organizationId: thing.id }, body: { sso: true } },
              }
            : { words: ["saml", "list"], ...withheld },
      },
    ];
  },
});

const DAY = 86_400_000;

export const samlCertExpiry = defineRule({
  id: "saml-cert-expiry",
  severity: "error",
  tag: "sign-on",
  summary: "The certificate of a SAML provider has expired, or expires soon",
  why: "From that day nobody can sign in with it, perhaps not even those who could replace the certificate.",
  fix: "docs saml edit PROVIDER --certificate-file FILE",
  example: "its certificate expires in 12 days, on 2026-06-30",
  of: "saml-provider",
  decidedBy: ["certificate"],
  needs: [],
  days: 30,
  check({ item, thing }, { days, now }) {
    const found = certificatesIn(item.certificate ?? "");
    if (!("valid" in found)) return [];
    const end = endOf(found.valid);
    const left = Math.floor((end - now) / DAY);
    if (Number.isNaN(end) || left > days) return [];
    const day = new Date(end).toISOString().slice(0, 10);
    const past = Math.ceil((now - end) / DAY);
    return [
      {
        message:
          end < now
            ? `its certificate expired ${count(past, "day")} ago, on ${day}`
            : `its certificate expires in ${count(left, "day")}, on ${day}`,
        ...(end < now && { since: new Date(end).toISOString() }),
        key: day,
        fix: { words: ["saml", "edit", thing.id, "--certificate-file", "FILE"] },
      },
    ];
  },
});

export const samlCertInvalid = defineRule({
  id: "saml-cert-invalid",
  severity: "error",
  tag: "sign-on",
  summary: "The certificate of a SAML provider is not valid",
  why: "The service cannot verify that an answer comes from the identity provider: either nobody can sign in, or everybody can.",
  fix: "docs saml edit PROVIDER --certificate-file FILE",
  example: "its certificate: it cannot be read",
  of: "saml-provider",
  decidedBy: ["certificate"],
  needs: [],
  check({ item, thing }) {
    // If the service does not show it, nothing is wrong.
    if (item.certificate === undefined) return [];
    const found = certificatesIn(item.certificate ?? "");
    if ("valid" in found) return [];
    return [
      {
        message: `its certificate: ${found.problem}`,
        fix: { words: ["saml", "edit", thing.id, "--certificate-file", "FILE"] },
      },
    ];
  },
});

export const samlCertPrivateKey = defineRule({
  id: "saml-cert-private-key",
  severity: "error",
  tag: "sign-on",
  summary: "The certificate of a SAML provider comes with its private key",
  why: "Everyone who can read the provider can sign in as anyone: replace the key at the identity provider, then the certificate.",
  fix: "docs saml edit PROVIDER --certificate-file FILE",
  example: "its certificate contains a private key",
  of: "saml-provider",
  decidedBy: ["certificate"],
  needs: [],
  check({ item, thing }) {
    if (!holdsPrivateKey(item.certificate ?? "")) return [];
    return [
      {
        message: "its certificate contains a private key",
        fix: { words: ["saml", "edit", thing.id, "--certificate-file", "FILE"] },
      },
    ];
  },
});

export const samlCertWeak = defineRule({
  id: "saml-cert-weak",
  severity: "warning",
  tag: "sign-on",
  summary: "The certificate of a SAML provider is weak, or not valid yet",
  why: "A forged certificate lets anyone sign in as anyone. Before it is valid, nobody can sign in.",
  fix: "docs saml edit PROVIDER --certificate-file FILE",
  example: "its certificate has an RSA key of 1024 bits; at least 2048 are needed",
  of: "saml-provider",
  decidedBy: ["certificate"],
  needs: [],
  check({ item, thing }, { now }) {
    const found = certificatesIn(item.certificate ?? "");
    if (!("valid" in found)) return [];
    const weaknesses = new Map(found.valid.flatMap((one) => weaknessOf(one, now)).map((one) => [one.key, one]));
    return [...weaknesses.values()].map(({ message, key }) => ({
      message: `its certificate ${message}`,
      key,
      fix: { words: ["saml", "edit", thing.id, "--certificate-file", "FILE"] },
    }));
  },
});

export const samlPending = defineRule({
  id: "saml-pending",
  severity: "info",
  tag: "sign-on",
  summary: "A SAML provider is not set up yet",
  why: "Single sign-on seems to be in place, but people still sign in by other means.",
  fix: "docs saml view PROVIDER",
  example: "pending for 21 days",
  of: "saml-provider",
  decidedBy: ["status", "createdAt"],
  needs: [],
  days: 7,
  check({ item, thing }, { isOld, age }) {
    if (item.status !== "pending" || !isOld(item.createdAt)) return [];
    return [
      {
        message: `pending for ${age(item.createdAt)} days`,
        since: item.createdAt,
        fix: { words: ["saml", "view", thing.id] },
      },
    ];
  },
});
