/** R105: a private key is found however it is written, and a certificate is never taken for one. */
import { execFileSync } from "node:child_process";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { certificatesOf, holdsPrivateKey, refusePrivateKey } from "../../src/shared/private-keys.js";
import { CERTIFICATE, EXPIRED_CERTIFICATE, KEY, WEAK_CERTIFICATE } from "../helpers/certificate.js";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const ed25519 = generateKeyPairSync("ed25519");
const dsa = generateKeyPairSync("dsa", { modulusLength: 1024, divisorLength: 160 });

const ENCRYPTED = { cipher: "aes-256-cbc", passphrase: "hunter2" };
// With these options the answer is a text.
const pem = (key: KeyObject, options: object): string => key.export({ format: "pem", ...options } as never) as string;
const der = (key: KeyObject, options: object): string =>
  (key.export({ format: "der", ...options } as never) as Buffer).toString("base64");

/** What ssh-keygen writes. */
function sshKey(...options: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "docs-ssh-key-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "key");
  execFileSync("ssh-keygen", ["-q", "-N", "", "-f", file, ...options]);
  return readFileSync(file, "utf8");
}

const body = (text: string): string => text.replace(/-----[A-Z ]+-----|\s/g, "");

const PGP = "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\nlQOYBF\n-----END PGP PRIVATE KEY BLOCK-----";
const PUTTY = "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 1\nAAAAIEx\n";
const SSH2 = "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: x\nP2/56w\n---- END SSH2 ENCRYPTED PRIVATE KEY ----";
const XML = "<RSAKeyValue><Modulus>0Z</Modulus><Exponent>AQAB</Exponent><D>Gv7</D></RSAKeyValue>";

const KEYS: readonly [string, () => string][] = [
  ["PKCS#8", () => KEY],
  ["PKCS#1 (RSA)", () => pem(rsa.privateKey, { type: "pkcs1" })],
  ["SEC 1 (EC)", () => pem(ec.privateKey, { type: "sec1" })],
  ["DSA, in PKCS#8", () => pem(dsa.privateKey, { type: "pkcs8" })],
  ["encrypted PKCS#8", () => pem(rsa.privateKey, { type: "pkcs8", ...ENCRYPTED })],
  ["encrypted PKCS#1", () => pem(rsa.privateKey, { type: "pkcs1", ...ENCRYPTED })],
  ["OpenSSH", () => sshKey("-t", "ed25519")],
  ["PEM by ssh-keygen", () => sshKey("-t", "rsa", "-b", "2048", "-m", "PEM")],
  ["OpenPGP", () => PGP],
  ["PuTTY", () => PUTTY],
  ["SSH2", () => SSH2],
  ["XML", () => XML],
  ["JSON Web Key", () => JSON.stringify(ec.privateKey.export({ format: "jwk" }))],
  ["base64 of PKCS#8", () => der(ed25519.privateKey, { type: "pkcs8" })],
  ["base64 of PKCS#1", () => der(rsa.privateKey, { type: "pkcs1" })],
  ["base64 of SEC 1", () => der(ec.privateKey, { type: "sec1" })],
  ["base64 of encrypted PKCS#8", () => der(rsa.privateKey, { type: "pkcs8", ...ENCRYPTED })],
  ["base64 of OpenSSH", () => body(sshKey("-t", "ed25519"))],
  ["base64 of a PEM file", () => Buffer.from(KEY).toString("base64")],
  ["header lines of a certificate", () => KEY.replaceAll("PRIVATE KEY", "CERTIFICATE")],
  ["header lines in lower case", () => KEY.toLowerCase()],
  ["lines that end with CR LF", () => KEY.replaceAll("\n", "\r\n")],
  ["line ends as \\n", () => KEY.replaceAll("\n", "\\n")],
  ["lines that were indented", () => KEY.replaceAll("\n", "\n    ")],
  ["a byte order mark", () => `\ufeff${KEY}`],
  ["UTF-16 without a mark", () => Buffer.from(KEY, "utf16le").toString("utf8")],
  ["OpenSSL's text", () => "Private-Key: (256 bit)\npriv:\n    9a:18:d0\n"],
];

const NO_KEYS: readonly [string, () => string][] = [
  ["a certificate", () => CERTIFICATE],
  ["a certificate of RSA", () => WEAK_CERTIFICATE],
  ["a chain", () => `${CERTIFICATE}\n${EXPIRED_CERTIFICATE}`],
  ["base64 of a certificate", () => body(CERTIFICATE)],
  ["half a certificate", () => CERTIFICATE.slice(0, 200)],
  ["a public key", () => pem(rsa.publicKey, { type: "spki" })],
  ["a public key of RSA", () => pem(rsa.publicKey, { type: "pkcs1" })],
  ["nothing", () => ""],
  ["words about keys", () => "How to rotate a PRIVATE KEY: begin with -----"],
];

describe("R105 a private key", () => {
  it.each(KEYS)("is found: %s", (_, write) => {
    const key = write();
    expect(holdsPrivateKey(key)).toBe(true);
    expect(holdsPrivateKey(`${CERTIFICATE}${key}`)).toBe(true);
    expect(holdsPrivateKey(`${key}\n${CERTIFICATE}`)).toBe(true);
    expect(() => certificatesOf(`${key}\n${CERTIFICATE}`, "--certificate")).toThrow(
      "--certificate contains a private key, which is never sent",
    );
  });

  it.each(NO_KEYS)("is not found in %s", (_, write) => {
    expect(holdsPrivateKey(write())).toBe(false);
    expect(certificatesOf(write(), "--certificate")).toBe(write());
  });

  it("is refused in each field of a request about SAML providers, at any depth, and only there", () => {
    const path = "/v1/orgs/o1/saml";
    for (const field of ["certificate", "label"]) {
      expect(() => refusePrivateKey(path, { [field]: KEY })).toThrow(`${field} contains a private key`);
      expect(() => refusePrivateKey(path, JSON.stringify({ [field]: KEY }))).toThrow(`${field} contains a private key`);
    }
    for (const other of [`${path}/p1`, "/v1/orgs/o1/%73aml", "/v1/orgs/o1/SAML/"]) {
      expect(() => refusePrivateKey(other, { certificate: KEY })).toThrow("private key");
    }
    expect(() => refusePrivateKey(path, Buffer.from(KEY))).toThrow("the body contains a private key");
    const deep = `${'{"a":'.repeat(20_000)}${JSON.stringify(KEY)}${"}".repeat(20_000)}`;
    expect(() => refusePrivateKey(path, deep)).toThrow("a contains a private key");
    refusePrivateKey(path, { certificate: CERTIFICATE });
    refusePrivateKey("/v1/spaces/s1/comments", { body: { markdown: KEY } });
    refusePrivateKey("/v1/spaces/s1%zz/comments", "{");
  });

  it("leaves the certificates of a file, without what OpenSSL writes around them", () => {
    const attributes = "Bag Attributes\n    localKeyID: 54 69 6D\nsubject=CN = t\n";
    expect(certificatesOf(`${attributes}${CERTIFICATE}${attributes}${EXPIRED_CERTIFICATE}`, "x")).toBe(
      `${CERTIFICATE}${EXPIRED_CERTIFICATE}`,
    );
  });
});
