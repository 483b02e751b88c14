/** Request headers that only the client sets: they say who calls, where to, and how the body is framed. */
export const OWN_HEADERS: readonly string[] = [
  "authorization",
  "proxy-authorization",
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "upgrade",
  "cookie",
];

/**
 * A preference (RFC 7240) of checks, which the service in this process honors: of the links of a space, only broken ones and
 * includes. Most checks read no others, and writing and reading all of them takes most of a run's time and memory.
 */
export const BROKEN_AND_INCLUDES = "links=broken-and-includes";
