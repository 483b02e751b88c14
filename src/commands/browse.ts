import { getChangeRequest, listChangeRequests } from "../catalog/change-requests.js";
import { getCollection, listOrgCollections } from "../catalog/collections.js";
import { getOrg } from "../catalog/organizations.js";
import { getChangeRequestPage, getSpacePage, listSpacePages } from "../catalog/pages.js";
import { getSite, listSites } from "../catalog/sites.js";
import { getSpace, listOrgSpaces } from "../catalog/spaces.js";
import { defineCommand, defineNoun, optionalWord } from "../cli/command.js";
import type { Context } from "../cli/context.js";
import { only } from "../cli/flags.js";
import { idsInUrl, isAddress } from "../cli/targets/addresses.js";
import { Failure, usage } from "../errors.js";
import { type Candidate, candidatesOf } from "./browse/candidates.js";

type Ids = Readonly<Record<string, string | undefined>>;

const browse = defineCommand({
  name: "browse",
  summary: "Open a thing's page in the app, in the browser",
  description: [
    "A thing is an address, the number of a change request of the space, or an id, title, slug or path of a space, site or collection, or of a page or change request of the space.",
    "Without one it is the site of --site, else the space, else the organization.",
    "Requests: one for an address or a number; for anything else one list each of spaces, sites, collections, pages and change requests.",
  ].join("\n"),
  endpoints: [],
  uses: [
    ...[getOrg, getSpace, getSite, getCollection, getChangeRequest, getSpacePage, getChangeRequestPage],
    ...[listOrgSpaces, listSites, listOrgCollections, listSpacePages, listChangeRequests],
  ],
  composite: true,
  args: { thing: optionalWord("thing to open") },
  flags: {
    url: only("print the address instead of opening it"),
    noOpen: only("the same as --url"),
  },
  answer: ["url"],
  examples: [
    "docs browse 42",
    "docs browse 'Tern User Guide'",
    "docs browse getting-started/charging --url",
    "docs browse",
  ],
  run: async (input) => {
    const { args, flags, out } = input;
    const found = await find(input, args.thing);
    if (!found.url) throw new Failure("not-found", `${found.what} has no page in the app`);
    if (flags.url || flags.noOpen) {
      if (["json", "jsonl", "yaml"].includes(out.format)) return out.item({ url: found.url }, {});
      return out.lines([found.url]);
    }
    await input.browse(found.url);
    out.done(`Opening ${found.what}: ${found.url}`);
  },
});

/** @throws Failure usage for several things and for none that can be looked for, not-found */
async function find(input: Context, thing: string | undefined): Promise<Candidate> {
  const { globals, settings } = input;
  const context: Ids = {
    organizationId: idOf("organizationId", globals.place.org ?? settings.org),
    spaceId: idOf("spaceId", globals.place.space ?? settings.space),
    siteId: idOf("siteId", globals.place.site),
  };
  if (thing === undefined) return fetch(input, context);
  if (isAddress(thing)) {
    const ids = idsInUrl(thing);
    if (!ids || Object.keys(ids).length === 0)
      throw usage(`this address does not belong to anything in the service: ${thing}`);
    return fetch(input, ids);
  }
  const number = /^#?(\d+)$/.exec(thing)?.[1];
  if (number === undefined) return findOne(input, thing, context);
  if (context.spaceId === undefined) throw usage("a change request needs its space", "pass --space SPACE");
  return fetch(input, { spaceId: context.spaceId, changeRequestId: number });
}

const idOf = (param: string, given: string | undefined): string | undefined =>
  given !== undefined && isAddress(given) ? idsInUrl(given)?.[param] : given;

/** The thing that the ids name most closely. */
async function fetch({ api }: Context, ids: Ids): Promise<Candidate> {
  const { organizationId, spaceId, siteId, collectionId, changeRequestId, pageId } = ids;
  if (spaceId !== undefined && pageId !== undefined) {
    const page =
      changeRequestId === undefined
        ? await api.call(getSpacePage, { params: { spaceId, pageId } })
        : await api.call(getChangeRequestPage, { params: { spaceId, changeRequestId, pageId } });
    return toFound(`page ${page.title ?? pageId}`, page);
  }
  if (spaceId !== undefined && changeRequestId !== undefined) {
    const change = await api.call(getChangeRequest, { params: { spaceId, changeRequestId } });
    return toFound(`change request #${change.number ?? changeRequestId} ${change.subject ?? ""}`.trim(), change);
  }
  if (organizationId !== undefined && siteId !== undefined) {
    const site = await api.call(getSite, { params: { organizationId, siteId } });
    return toFound(`site ${site.title ?? siteId}`, site);
  }
  if (collectionId !== undefined) {
    const collection = await api.call(getCollection, { params: { collectionId } });
    return toFound(`collection ${collection.title ?? collectionId}`, collection);
  }
  if (spaceId !== undefined) {
    const space = await api.call(getSpace, { params: { spaceId } });
    return toFound(`space ${space.title ?? spaceId}`, space);
  }
  if (organizationId === undefined) throw usage("nothing to open", "name a thing, or pass --space or --org");
  const org = await api.call(getOrg, { params: { organizationId } });
  return toFound(`organization ${org.title ?? organizationId}`, org);
}

const toFound = (
  what: string,
  { urls }: { urls?: { app?: string | null | undefined } | null | undefined },
): Candidate => ({
  what,
  id: "",
  url: urls?.app ?? undefined,
});

/** What is called so, if it is one thing. */
async function findOne({ api, next }: Context, text: string, ids: Ids): Promise<Candidate> {
  if (ids.organizationId === undefined && ids.spaceId === undefined) {
    throw usage(`${JSON.stringify(text)} is looked for in an organization and a space`, "pass --org or --space");
  }
  const { found, gap } = await candidatesOf(api, text, ids);
  const [first, ...others] = found;
  if (first === undefined && gap !== undefined) {
    throw new Failure("cannot-tell", `cannot tell whether something here is called ${JSON.stringify(text)}: ${gap}`);
  }
  if (first === undefined) {
    throw new Failure("not-found", `nothing here is called ${JSON.stringify(text)}`, {
      hint: `see: ${next("spaces list")}`,
    });
  }
  if (others.length === 0) return first;
  const candidates = found.map(({ what, id, url }) => ({ what, id, url }));
  throw new Failure(
    "usage",
    [`${found.length} things have that name`, ...found.map(({ what, id }) => `${id}  ${what}`)],
    {
      hint: "pass its id or its address",
      details: { candidates },
    },
  );
}

export default defineNoun(browse);
