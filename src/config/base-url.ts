import { Failure, type FailureKind } from "../errors.js";
import { isLoopback } from "../shared/local-address.js";

/** A host without a scheme: it has a dot or a port, or is this machine. */
const HOST = /^(?=[^/]*[.:]|localhost\b)[a-z0-9][a-z0-9.-]*(:\d{1,5})?(\/[^?#]*)?$/i;

/**
 * R51: the base URL that the user gave, without /v1 and without a trailing slash; https if it names no
 * scheme. `note` is for stderr.
 * @throws Failure of the given kind: `usage` for a flag, `config` for the environment or a profile.
 */
export function parseBaseUrl(text: string, kind: FailureKind = "usage"): { baseUrl: string; note?: string } {
  const refuse = (why: string) =>
    new Failure(kind, `base URL: ${why}`, { hint: "pass one like https://api.example.com" });
  const given = HOST.test(text.trim()) ? `https://${text.trim()}` : text.trim();
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url) throw refuse("not an absolute URL");
  // The URL parser accepts and rewrites these; people and other programs may read them differently.
  if (/[\\\s\p{Cc}]/u.test(text.trim())) throw refuse("must not contain \\, spaces or control characters");
  if (url.username !== "" || url.password !== "") throw refuse(`${url.host} must not contain a user name or password`);
  if (text.includes("?")) throw refuse(`${url.host} must not contain a query`);
  if (text.includes("#")) throw refuse(`${url.host} must not contain a fragment`);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refuse(`${url.protocol} is not https`);
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw refuse(`http is only allowed on this machine, ${url.host} needs https`);
  }
  const path = url.pathname.replace(/\/+$/, "");
  const bare = path.replace(/\/v1$/, "");
  const baseUrl = url.origin + bare;
  return bare === path ? { baseUrl } : { baseUrl, note: `the base URL is given without /v1; using ${baseUrl}` };
}
