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
