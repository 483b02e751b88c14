import { isLoopback } from "../../shared/local-address.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * R18: the proxy for an address, from the environment only; undefined: none. Loopback addresses never use a
 * proxy. NO_PROXY lists hosts (which include their subdomains), `host:port`, or `*`.
 */
export function proxyFor(url: URL, env: Environment): string | undefined {
  const hostname = url.hostname.toLowerCase();
  if (isLoopback(hostname) || isMappedLoopback(hostname) || hostname.endsWith(".localhost")) return undefined;
  const proxy = url.protocol === "https:" ? readVariable(env, "https_proxy") : readVariable(env, "http_proxy");
  if (proxy === undefined) return undefined;
  return isExcluded(hostname, url, readVariable(env, "no_proxy") ?? "") ? undefined : proxy;
}

function readVariable(env: Environment, name: string): string | undefined {
  const value = env[name] || env[name.toUpperCase()];
  return value?.trim() || undefined;
}

/** ::ffff:127.x.y.z, in the form that the URL parser gives it. */
function isMappedLoopback(hostname: string): boolean {
  return /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(hostname);
}

function isExcluded(hostname: string, url: URL, list: string): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const [, name = entry, only] = /^(.*?)(?::(\d+))?$/.exec(entry.replace(/^\*?\./, "")) ?? [];
      if (only !== undefined && only !== port && !entry.startsWith("[")) return false;
      return hostname === name || hostname === `[${name}]` || hostname.endsWith(`.${name}`);
    });
}
