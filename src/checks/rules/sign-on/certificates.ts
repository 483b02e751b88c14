/** Certificates as identity providers give them: with or without header lines, one or a chain. */
import { X509Certificate } from "node:crypto";

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

export type Certificates = { valid: readonly X509Certificate[] } | { problem: string };

export function certificatesIn(text: string): Certificates {
  const trimmed = text.trim();
  if (trimmed === "") return { problem: "it is empty" };
  // Node reads only the first certificate of a chain, and none without header lines.
  const blocks = trimmed.includes("-----BEGIN") ? (trimmed.match(BLOCK) ?? []) : [wrapped(trimmed)];
  try {
    const valid = blocks.map((block) => new X509Certificate(block));
    return valid.length === 0 ? { problem: "nothing between its header lines" } : { valid };
  } catch {
    return { problem: "it cannot be read" };
  }
}

const wrapped = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${base64.replace(/\s/g, "")}\n-----END CERTIFICATE-----`;

/** Milliseconds since the epoch. A chain ends with the first certificate that does. Node 20 has the time as text only. */
export const endOf = (certificates: readonly X509Certificate[]): number =>
  Math.min(...certificates.map(({ validTo }) => Date.parse(validTo)));
