/** Certificates as identity providers give them: with or without header lines, one or a chain. */
import { X509Certificate } from "node:crypto";
import { contentAt } from "../../../shared/private-keys.js";

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

type Certificates = { valid: readonly X509Certificate[] } | { problem: string };

export function certificatesIn(text: string): Certificates {
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
export const endOf = (certificates: readonly X509Certificate[]): number =>
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
