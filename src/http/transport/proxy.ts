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
    .some((entry) => entry === "*" || (entry !== "" && matches(entry, hostname.replace(/\.$/, ""), port)));
}

/** As curl reads an entry: a host with its subdomains, an address, or a network such as 10.0.0.0/8; all but that with a port. */
function matches(entry: string, hostname: string, port: string): boolean {
  const { isIP } = process.getBuiltinModule("node:net");
  const address = hostname.replace(/^\[(.*)\]$/, "$1");
  const [, network, bits] = /^\[?([^\]/]+)\]?\/(\d{1,3})$/.exec(entry) ?? [];
  if (network !== undefined) return isInNetwork(address, network, Number(bits));
  if (isIP(entry) === 6) return address === shortenIpv6(entry);
  const [, ipv6, name = "", only] = /^(?:\[([^\]]*)\]|(?:\*?\.)?([^:]*?)\.?)(?::(\d+))?$/.exec(entry) ?? [];
  if (only !== undefined && only !== port) return false;
  if (ipv6 !== undefined) return isIP(ipv6) === 6 && address === shortenIpv6(ipv6);
  return name !== "" && (hostname === name || (isIP(address) === 0 && hostname.endsWith(`.${name}`)));
}

/** In the form that the URL parser gives it. */
const shortenIpv6 = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

function isInNetwork(address: string, network: string, bits: number): boolean {
  const { BlockList, isIP } = process.getBuiltinModule("node:net");
  const family = isIP(network);
  if (family === 0 || isIP(address) !== family || bits > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(network, bits, family === 4 ? "ipv4" : "ipv6");
  return list.check(address, family === 4 ? "ipv4" : "ipv6");
}
