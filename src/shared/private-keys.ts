/** Finds private keys in texts that should hold certificates, however they are written. Takes linear time. */
import { usage } from "../errors.js";
import { parseIfJson } from "./values.js";

/** PEM of any kind, OpenSSH, SSH2 (four hyphens), OpenPGP, PuTTY, JSON Web Keys and OpenSSL's text. */
const MARKS: readonly RegExp[] = [
  /-{4,5}\s?BEGIN [^-\r\n]{0,40}\b(?:PRIVATE|SECRET) KEY/i,
  /PuTTY-User-Key-File-\d/i,
  /"d"\s?:\s?"[\w-]{16}/,
  // Printed by `openssl pkey -text`.
  /\bPrivate-Key: \(/,
];

const BASE64 = /[A-Za-z0-9+/][A-Za-z0-9+/\s]{38,}/g;
const OPENSSH = "openssh-key-v1\0";

/** Checks whether a text holds a private key: with its header lines, in UTF-16, or as base64 of DER, OpenSSH or a whole PEM file. */
export function holdsPrivateKey(text: string): boolean {
  const plain = text.replaceAll("\0", "").replaceAll("\\n", "\n");
  if (hasMark(plain) || (plain.includes("<RSAKeyValue>") && plain.includes("<D>"))) return true;
  return (plain.match(BASE64) ?? []).some((run) => {
    const bytes = Buffer.from(run.replace(/\s/g, ""), "base64");
    const decoded = bytes.toString("latin1");
    return isKeyDer(bytes) || decoded.startsWith(OPENSSH) || hasMark(decoded);
  });
}

const hasMark = (text: string): boolean => MARKS.some((mark) => mark.test(text));

const [INTEGER, OCTET_STRING, OBJECT_ID, SEQUENCE] = [0x02, 0x04, 0x06, 0x30];
const VERSION = 0xa0;
const LAST_VERSION = 3;

/**
 * Checks whether DER begins as a private key does: PKCS#1, PKCS#8, SEC 1, DSA and PKCS#12 with a version, where a certificate has
 * a sequence; an encrypted PKCS#8 key with an algorithm and octets.
 */
function isKeyDer(der: Buffer): boolean {
  if (der[0] !== SEQUENCE) return false;
  const { from: first } = contentAt(der, 0);
  const inside = contentAt(der, first);
  // A longer number is the modulus of a public key.
  if (der[first] === INTEGER) return inside.to - inside.from === 1 && (der[inside.from] ?? Infinity) <= LAST_VERSION;
  return der[first] === SEQUENCE && der[inside.from] === OBJECT_ID && der[inside.to] === OCTET_STRING;
}

/** Finds a key or a certificate in bytes that are no UTF-8; undefined if there is none. */
export function keyMaterialIn(bytes: Buffer): "a private key" | "a certificate in binary form (DER)" | undefined {
  if (isKeyDer(bytes) || holdsPrivateKey(bytes.toString("latin1"))) return "a private key";
  if (bytes[0] !== SEQUENCE) return undefined;
  const { from } = contentAt(bytes, 0);
  const first = bytes[contentAt(bytes, from).from];
  // The part that is signed begins with its version, or with a serial number.
  const isCertificate = bytes[from] === SEQUENCE && (first === VERSION || first === INTEGER);
  return isCertificate ? "a certificate in binary form (DER)" : undefined;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

const keyFailure = (what: string) =>
  usage(
    `${what} contains a private key, which is never sent`,
    "pass the certificate alone: openssl x509 -in FILE -out certificate.pem",
  );

/**
 * The certificates of a PEM text, without what programs write around them; a text without header lines as it is.
 * @throws Failure usage for a private key, whose value is not in the message
 */
export function certificatesOf(text: string, what: string): string {
  if (holdsPrivateKey(text)) throw keyFailure(what);
  const blocks = text.match(CERTIFICATE);
  return blocks === null || text.replace(CERTIFICATE, "").trim() === "" ? text : `${blocks.join("\n")}\n`;
}

/**
 * For every request about SAML providers, however it was made.
 * @param body JSON, or its text
 * @throws Failure usage, which names the field
 */
export function refusePrivateKey(path: string, body: unknown): void {
  if (body === undefined || !/\/saml(?:\/|$)/i.test(decodePath(path))) return;
  const text = body instanceof Uint8Array ? Buffer.from(body).toString() : body;
  // A list and not a recursion: a body from a file may have any depth.
  const left: [string, unknown][] = [["the body", typeof text === "string" ? (parseIfJson(text) ?? text) : text]];
  for (const [name, value] of left) {
    if (typeof value === "string" && holdsPrivateKey(value)) throw keyFailure(name);
    if (typeof value === "object" && value !== null) left.push(...Object.entries(value));
  }
}

/** A path that cannot be decoded is refused elsewhere. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

// The part of DER, the binary form of certificates and keys, that tells its values apart.

/** Finds where the content of the value at an offset begins and ends (exclusive); beyond the bytes where they were cut. */
export function contentAt(der: Buffer, at: number): { from: number; to: number } {
  const first = der[at + 1] ?? 0;
  const more = first < 0x80 ? 0 : Math.min(first & 0x7f, 6);
  const from = at + 2 + more;
  if (more > 0 && from > der.length) return { from, to: from };
  return { from, to: from + (more === 0 ? first : der.readUIntBE(at + 2, more)) };
}
