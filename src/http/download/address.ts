import type { BlockList, LookupFunction } from "node:net";
import { isLoopback } from "../base-url.js";

/** Networks that are not part of the public Internet. */
const PRIVATE: readonly (readonly [string, number, "ipv4" | "ipv6"])[] = [
  ["0.0.0.0", 8, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.0.0.0", 24, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["198.18.0.0", 15, "ipv4"],
  ["224.0.0.0", 3, "ipv4"],
  ["::", 96, "ipv6"],
  ["64:ff9b::", 96, "ipv6"],
  ["64:ff9b:1::", 48, "ipv6"],
  // Teredo and 6to4: they lead to an embedded IPv4 address, which may be private.
  ["2001::", 32, "ipv6"],
  ["2002::", 16, "ipv6"],
  ["fec0::", 10, "ipv6"],
  ["fc00::", 7, "ipv6"],
  ["fe80::", 10, "ipv6"],
  ["ff00::", 8, "ipv6"],
];

let blocked: BlockList | undefined;

/** R60: an address of this machine or a local network. IPv4-mapped IPv6 addresses count as their IPv4 address. */
export function isPrivateAddress(address: string): boolean {
  const net = process.getBuiltinModule("node:net");
  if (!blocked) {
    blocked = new net.BlockList();
    for (const [network, prefix, family] of PRIVATE) blocked.addSubnet(network, prefix, family);
  }
  const family = net.isIP(address);
  if (family === 0) return true;
  return blocked.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** True if the host is a private address or a name of this machine; other names are judged when they are resolved. */
export function isPrivateHost(hostname: string): boolean {
  if (isLoopback(hostname) || hostname.endsWith(".localhost")) return true;
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return process.getBuiltinModule("node:net").isIP(bare) !== 0 && isPrivateAddress(bare);
}

/** A lookup that refuses private addresses. As it runs when connecting, a name cannot change its address after it. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  process.getBuiltinModule("node:dns").lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = addresses?.find(({ address }) => !isPrivateAddress(address));
    const allowed = (addresses ?? []).filter(({ address }) => !isPrivateAddress(address));
    if (error) return done(error, "");
    if (!found) return done(Object.assign(new Error("private address"), { code: "ERR_PRIVATE_ADDRESS" }), "");
    if (options.all) return done(null, allowed);
    return done(null, found.address, found.family);
  });
};
