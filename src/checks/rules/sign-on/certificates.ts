/** Certificates as identity providers give them: with or without header lines, one or a chain. */
import { X509Certificate } from "node:crypto";

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

export type Certificates = { valid: readonly X509Certificate[] } | { problem: string };

export function certificatesIn(text: string): Certificates {
  const trimmed = text.trim();
  if (trimmed === "") return { problem: "it has none" };
  // Node reads the first of a chain only, and nothing without its lines.
  const blocks = trimmed.includes("-----BEGIN") ? (trimmed.match(BLOCK) ?? []) : [wrapped(trimmed)];
  try {
    const valid = blocks.map((block) => new X509Certificate(block));
    return valid.length === 0 ? { problem: "no certificate between its lines" } : { valid };
  } catch {
    return { problem: "it cannot be read" };
  }
}

const wrapped = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${base64.replace(/\s/g, "")}\n-----END CERTIFICATE-----`;

/** Milliseconds since the epoch: the first end of a chain is the end of all. Node 20 tells it as text only. */
export const endOf = (certificates: readonly X509Certificate[]): number =>
  Math.min(...certificates.map(({ validTo }) => Date.parse(validTo)));
