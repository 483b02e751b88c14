/** Things that a word may mean, out of the lists of an organization and a space. */
import { listChangeRequests } from "../../catalog/change-requests.js";
import { listOrgCollections } from "../../catalog/collections.js";
import { listSpacePages } from "../../catalog/pages.js";
import { listSites } from "../../catalog/sites.js";
import { listOrgSpaces } from "../../catalog/spaces.js";
import type { Api } from "../../cli/context.js";
import { countItems } from "../../shared/list-gap.js";

export interface Candidate {
  /** With its kind, for messages. */
  what: string;
  id: string;
  /** Its page in the app. */
  url: string | undefined;
}

interface Item {
  id?: string | null | undefined;
  title?: string | null | undefined;
  subject?: string | null | undefined;
  emoji?: string | null | undefined;
  slug?: string | null | undefined;
  path?: string | null | undefined;
  urls?: { app?: string | null | undefined } | null | undefined;
  pages?: readonly Item[] | null | undefined;
}

type Listing = { pages(): AsyncIterable<{ items: readonly Item[]; count?: number | undefined }> };

const fold = (text: string): string => text.normalize("NFC").toLocaleLowerCase("en");

interface Candidates {
  found: Candidate[];
  /** Why there may be more. */
  gap: string | undefined;
}

/** All that are called `text`; one whose id it is stands alone. */
export async function candidatesOf(
  api: Api,
  text: string,
  { organizationId, spaceId }: Readonly<Record<string, string | undefined>>,
): Promise<Candidates> {
  const lists: [kind: string, listing: Listing][] = [];
  if (organizationId !== undefined) {
    const input = { params: { organizationId } };
    lists.push(["space", api.list(listOrgSpaces, input)]);
    lists.push(["site", api.list(listSites, input)]);
    lists.push(["collection", api.list(listOrgCollections, input)]);
  }
  if (spaceId !== undefined) {
    const input = { params: { spaceId } };
    lists.push(["page", api.list(listSpacePages, input)]);
    lists.push(["change request", api.list(listChangeRequests, input)]);
  }
  const found: Candidate[] = [];
  let gap: string | undefined;
  for (const [kind, listing] of lists) {
    const listed = await collectItems(listing);
    gap ??= listed.gap;
    for (const item of listed.items) {
      const match = {
        what: `${kind} ${item.title ?? item.subject ?? item.id}`,
        id: item.id ?? "",
        url: item.urls?.app ?? undefined,
      };
      if (item.id === text) return { found: [match], gap: undefined };
      if (namesOf(item).some((name) => fold(name) === fold(text))) found.push(match);
    }
  }
  return { found, gap };
}

function namesOf({ title, subject, emoji, slug, path }: Item): string[] {
  const names = [title, subject, slug, path, emoji && title ? `${emoji} ${title}` : undefined];
  return names.filter((name): name is string => typeof name === "string" && name !== "");
}

async function collectItems(listing: Listing): Promise<{ items: Item[]; gap: string | undefined }> {
  const items: Item[] = [];
  const listed = countItems();
  const below = (some: readonly Item[]): void => {
    for (const item of some) {
      items.push(item);
      below(item.pages ?? []);
    }
  };
  for await (const page of listing.pages()) {
    below(page.items);
    listed.add(page);
  }
  return { items, gap: listed.gap() };
}
