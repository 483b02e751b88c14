import type { LookupFunction } from "node:net";
import { isPrivateAddress } from "../shared/local-address.js";

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
