/** A client whose answers hold no token of this run, for what is stored: people paste tokens into pages and comments. */
import { Failure } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { MASK } from "../../shared/secret-places.js";
import { holdsSecret, maskSecrets } from "../secrets.js";

/** Masks the strings of an answer; names of members stay. */
function maskStrings<T>(value: T): T {
  // Strings stay strings, arrays arrays and objects objects.
  if (typeof value === "string") return maskSecrets(value) as T;
  if (Array.isArray(value)) return value.map(maskStrings) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskStrings(member)])) as T;
}

export function createMaskedClient(client: Reader): Reader {
  return {
    call: async (...asked) => maskStrings(await client.call(...asked)),
    list(...asked) {
      const listing = client.list(...asked);
      return {
        ...listing,
        async *pages() {
          for await (const page of listing.pages()) yield { ...page, items: page.items.map(maskStrings) };
        },
      };
    },
  };
}

type Download = (link: string, most: number) => Promise<Uint8Array>;

/** A file that holds a token is left out, and so is one whose link does. @throws Failure refused, and those of the download */
export const createMaskedDownload =
  (download: Download): Download =>
  async (link, most) => {
    if (link.includes(MASK)) throw new Failure("refused", "its link contains the access token of this run");
    const bytes = await download(link, most);
    if (!holdsSecret(Buffer.from(bytes).toString("latin1"))) return bytes;
    throw new Failure("refused", "it contains the access token of this run");
  };
