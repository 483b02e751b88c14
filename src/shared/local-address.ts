/** Hosts that only people on one machine or in one network reach. Host names are as a parsed address has them. */
/** True for 127.0.0.0/8, [::1] and localhost, compared with the whole parsed host name (R51). */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

/** Networks that are not part of the public Internet. */
const PRIVATE: readonly (readonly [string, number, "ipv4" | "ipv6"])[] = [
  ["0.0.0.0", 8, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.0.0.0", 24, "ipv4"],
  ["192.0.2.0", 24, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["198.18.0.0", 15, "ipv4"],
  ["198.51.100.0", 24, "ipv4"],
  ["203.0.113.0", 24, "ipv4"],
  ["224.0.0.0", 3, "ipv4"],
  ["::", 96, "ipv6"],
  // IPv4 addresses in other forms: translated ones, and those with a prefix of NAT64.
  ["::ffff:0:0:0", 96, "ipv6"],
  ["64:ff9b::", 96, "ipv6"],
  ["64:ff9b:1::", 48, "ipv6"],
  ["100::", 64, "ipv6"],
  ["2001:db8::", 32, "ipv6"],
  // Teredo and 6to4: they lead to an embedded IPv4 address, which may be private.
  ["2001::", 32, "ipv6"],
  ["2002::", 16, "ipv6"],
  ["fec0::", 10, "ipv6"],
  ["fc00::", 7, "ipv6"],
  ["fe80::", 10, "ipv6"],
  ["ff00::", 8, "ipv6"],
];

function blockedNetworks() {
  const list = new (process.getBuiltinModule("node:net").BlockList)();
  for (const [network, prefix, family] of PRIVATE) list.addSubnet(network, prefix, family);
  return list;
}

let blocked: ReturnType<typeof blockedNetworks> | undefined;

/** No name of a public service resolves to an IPv4-mapped address. As a subnet of a list it would stand for all of IPv4. */
const isMapped = (address: string): boolean =>
  new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.startsWith("[::ffff:");

/** R60: an address of this machine, of a local network, or of none. */
export function isPrivateAddress(address: string): boolean {
  blocked ??= blockedNetworks();
  const family = process.getBuiltinModule("node:net").isIP(address);
  if (family === 0 || (family === 6 && isMapped(address))) return true;
  return blocked.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** True if the host is a private address or a name of this machine; other names are judged when they are resolved. */
export function isPrivateHost(hostname: string): boolean {
  if (isLoopback(hostname) || hostname.endsWith(".localhost")) return true;
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return process.getBuiltinModule("node:net").isIP(bare) !== 0 && isPrivateAddress(bare);
}

/** Checks whether it is the reader's own computer, by any name. */
export const isOwnComputer = (hostname: string): boolean =>
  isLoopback(hostname) || hostname.endsWith(".localhost") || hostname === "0.0.0.0" || hostname === "[::]";

const LOCAL_NAME = /^(?:.*\.(?:local|internal|lan|home\.arpa)|[^.:[\]]+)$/;

/** Checks whether the host, or the name of one, is of a local network. */
export const isLocalHost = (hostname: string): boolean => isPrivateHost(hostname) || LOCAL_NAME.test(hostname);

/** Checks whether it stands for another one in an example. */
export const isExampleHost = (hostname: string): boolean =>
  /(^|\.)(example|test|invalid|example\.(com|net|org))$/.test(hostname);
