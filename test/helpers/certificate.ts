import { onTestFinished, vi } from "vitest";

/**
 * A self-signed certificate for localhost, 127.0.0.1 and api.example.test, valid until 2120, with its key. It protects
 * nothing: it only lets tests speak TLS with themselves.
 */
export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgmhjQa+Ucycpcque4
QYkdlGGgkndRqw8phmgNItXRzvehRANCAATzF5NTWIy85HFJQ7r3DJPfXXnFtYVI
dkccZslRpOenypLZJmnpP0AYzDqmBn1RtEWQztNi+QaYpL6YgIDjeZnN
-----END PRIVATE KEY-----
`;

export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBeDCCAR+gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlkb2NzIHRl
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWRvY3MgdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPMXk1NYjLzkcUlD
uvcMk99decW1hUh2RxxmyVGk56fKktkmaek/QBjMOqYGfVG0RZDO02L5BpikvpiA
gON5mc2jYDBeMA8GA1UdEwEB/wQFMAMBAf8wLAYDVR0RBCUwI4IJbG9jYWxob3N0
ghBhcGkuZXhhbXBsZS50ZXN0hwR/AAABMB0GA1UdDgQWBBTOy9DhnXImqRrNdwsR
gYvLvzHXJjAKBggqhkjOPQQDAgNHADBEAiAf7SEfSSIQUv7Gzb4vAUZXTw1eYBlQ
RCpbSGg4tyTDTwIgVVx6luNjgMuKWknVt268eW6Ta3T1Akulq7vzPO9JrDo=
-----END CERTIFICATE-----
`;

/** Self-signed as well; expired with the year 2020. */
export const EXPIRED_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBQDCB5wIUCIsMTI4Ryp7/hAF69KgIAqCgj4owCgYIKoZIzj0EAwIwIzEhMB8G
A1UEAwwYRm9ybWVyIGlkZW50aXR5IHByb3ZpZGVyMB4XDTE5MDEwMTAwMDAwMFoX
DTIxMDEwMTAwMDAwMFowIzEhMB8GA1UEAwwYRm9ybWVyIGlkZW50aXR5IHByb3Zp
ZGVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAErgG+WWaQ3jQs9LYOy3a1w7Uz
N0vytXrqURxrGAxMH+cH1pLM5XerUmgHAH3dR1KgUFcZmeHkzwk54PNNW/qDSDAK
BggqhkjOPQQDAgNIADBFAiA8yCYBYXa71kuYVPmy1pCLbExiGRrWynGukERN9YFt
YgIhALo3moqcW2JoiDy5MCwFlG3eQCS8RLoTuH3USQfyUP8N
-----END CERTIFICATE-----
`;

/** An RSA key of 1024 bits, signed with SHA-1, valid until 2120. */
export const WEAK_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBjjCB+AIBATANBgkqhkiG9w0BAQUFADAPMQ0wCwYDVQQDDAR3ZWFrMCAXDTIw
MDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAPMQ0wCwYDVQQDDAR3ZWFrMIGf
MA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC87VxO/92+gPrzPWz3zbtWXBdGXhBD
196I02X6RthwajBBdgjNUjF8JzJwYpnQeVHoM1v8l1jcip8/7Qh7Vaw362UAvPu6
zvRHEon6nMDu1XnFmfaUNRf0lxLd0Lxwvk39brTMBM+Mj2s3b8kJ/pEKMWsb6fU2
5lBB5SthjM42PQIDAQABMA0GCSqGSIb3DQEBBQUAA4GBAFXWuApqgd5NVKD82ysg
dXaLuyIGrxaVL+DyK92QiGKcc3/FigFjfVX+4HuN4CBaaLoD5zzk+6Zq1Fnlxgc1
b92wvyyrxc3igWGoWpe0roTokbCZg4wN1fs88xXm8SS7T/hUuCppzLhHkhfDokx3
fsnkITbMI1m7nJTvClek6NGV
-----END CERTIFICATE-----
`;

/** Valid from 2099 on. */
export const FUTURE_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBCDCBsAIBATAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARuZXh0MCIYDzIwOTkw
MTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMA8xDTALBgNVBAMMBG5leHQwWTAT
BgcqhkjOPQIBBggqhkjOPQMBBwNCAAS183e0GdakCWRl6SN8QmA1IMRefsGZ7p/+
aanpvDXHXk9ae+M7kde2OEViKkOvXBtbAwCV9RAwofXCiR0gG4TKMAoGCCqGSM49
BAMCA0cAMEQCIGNAwc+ccU64kNzW0JsbNxDQnoT308I1Rg4YhwNrGDGfAiAXr5Br
SIPgy2xcanhvceffXZTg6ZCcw+FhDm1zRDJnvQ==
-----END CERTIFICATE-----
`;

/** A certificate of another authority, and a machine that trusts CERTIFICATE by itself. */
export function useOtherAuthority(): { ca: string } {
  const tls = process.getBuiltinModule("node:tls");
  const [ca = ""] = tls.rootCertificates;
  const builtin = process.getBuiltinModule;
  const own = { ...tls, rootCertificates: [CERTIFICATE] };
  vi.spyOn(process, "getBuiltinModule").mockImplementation(((name: string) =>
    // The overloads of the original: one module is replaced.
    name === "node:tls" ? own : builtin(name)) as typeof builtin);
  onTestFinished(() => void vi.restoreAllMocks());
  return { ca };
}
