/** Limits the history to one read for each change, and to no proof that takes more. */
import type { Proofs } from "../../absence/absence.js";
import { Failure } from "../../errors.js";
import type { Reader } from "../../http/types.js";

/** Milliseconds: whoever typed a command does not wait longer than this for what only its undo needs. */
const PATIENCE = 5000;

const notRead = () => new Failure("forbidden", "it takes more than one request");

/** A list of which the token may change something is one that it sees; a thing that it does not see may be there. */
export const PROOFS: Proofs = {
  proveThing: () => Promise.reject(new Failure("forbidden", "it does not exist, or cannot be seen")),
  proveList: () => Promise.reject(new Failure("forbidden", "its list does not exist, or cannot be seen")),
  proveComplete: () => Promise.resolve(),
};

export const NO_READS: Reader = {
  call: () => Promise.reject(notRead()),
  list: () => {
    throw notRead();
  },
};

/** Answers one GET, or one page of a list that has no more: nobody waits longer for a change. */
export function singleRead(client: Reader): Reader {
  let isSpent = false;
  const options = () => {
    if (isSpent) throw notRead();
    isSpent = true;
    return { signal: AbortSignal.timeout(PATIENCE), maxWait: 0, silent: true } as const;
  };
  return {
    call: async (endpoint, input) => client.call(endpoint, input, options()),
    list(endpoint, input) {
      const listing = client.list(endpoint, input, { ...options(), pageSize: 1000, ahead: false });
      return {
        ...listing,
        async *pages() {
          for await (const page of listing.pages()) {
            if (page.next !== undefined) throw notRead();
            yield page;
          }
        },
      };
    },
  };
}
