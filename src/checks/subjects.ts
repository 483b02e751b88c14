/** The kinds of things that rules check, and where they are listed. */
import { listChangeRequests } from "../catalog/change-requests.js";
import { listOrgCollections } from "../catalog/collections.js";
import type { AnyEndpoint, ResponseOf } from "../catalog/endpoint.js";
import { listMembers } from "../catalog/members.js";
import { listOpenapiSpecs } from "../catalog/openapi.js";
import { getOrg } from "../catalog/organizations.js";
import { listSamlProviders } from "../catalog/saml.js";
import { listSiteSections } from "../catalog/sections.js";
import { listShareLinks } from "../catalog/share-links.js";
import { listSiteSpaces } from "../catalog/site-spaces.js";
import { listSites } from "../catalog/sites.js";
import { listOrgSpaces } from "../catalog/spaces.js";
import { listTeams } from "../catalog/teams.js";
import { listTranslations } from "../catalog/translations.js";

interface Kind<E extends AnyEndpoint = AnyEndpoint> {
  /** The list, or the endpoint of the single thing. */
  endpoint: E;
  /** The path parameter that identifies such a thing. */
  param: string;
  /** The member that identifies it in paths, where it is not `id`. */
  id?: string;
  /** Dotted paths of possible titles; the first one present counts. */
  title: readonly string[];
  /** The kind of thing that has such a list; absent: the organization has the only one. */
  of?: "space" | "site";
  /** The queries to list it with; none if the list is known to be empty. */
  // biome-ignore lint/suspicious/noExplicitAny: an item of whichever kind `of` names
  queries?: (above: any) => readonly Readonly<Record<string, string>>[];
}

const kind = <E extends AnyEndpoint>(made: Kind<E>): Kind<E> => made;

/** Open change requests and drafts, unless the space counts none. */
const liveFilters = (space: { changeRequestsOpen?: number | null; changeRequestsDraft?: number | null }) => [
  ...(space.changeRequestsOpen === 0 ? [] : [{ status: "open" }]),
  ...(space.changeRequestsDraft === 0 ? [] : [{ status: "draft" }]),
];

export const KINDS = {
  organization: kind({ endpoint: getOrg, param: "organizationId", title: ["title"] }),
  member: kind({ endpoint: listMembers, param: "userId", title: ["user.displayName", "user.email"] }),
  team: kind({ endpoint: listTeams, param: "teamId", title: ["title"] }),
  collection: kind({ endpoint: listOrgCollections, param: "collectionId", title: ["title"] }),
  space: kind({ endpoint: listOrgSpaces, param: "spaceId", title: ["title"] }),
  "change-request": kind({
    endpoint: listChangeRequests,
    param: "changeRequestId",
    title: ["subject", "number"],
    of: "space",
    queries: liveFilters,
  }),
  site: kind({ endpoint: listSites, param: "siteId", title: ["title"] }),
  section: kind({ endpoint: listSiteSections, param: "siteSectionId", title: ["title"], of: "site" }),
  "site-space": kind({ endpoint: listSiteSpaces, param: "siteSpaceId", title: ["title", "space.title"], of: "site" }),
  "share-link": kind({ endpoint: listShareLinks, param: "shareLinkId", title: ["name"], of: "site" }),
  "saml-provider": kind({ endpoint: listSamlProviders, param: "samlProviderId", title: ["label"] }),
  specification: kind({ endpoint: listOpenapiSpecs, param: "specSlug", id: "slug", title: ["slug"] }),
  translation: kind({ endpoint: listTranslations, param: "translationId", title: ["language"] }),
} as const;

export type SubjectKind = keyof typeof KINDS;
export type ItemOf<K extends SubjectKind> = ResponseOf<(typeof KINDS)[K]["endpoint"]>;

export const kindOf = (name: SubjectKind): Kind => KINDS[name];

/** Something that a finding can point to. */
export interface Thing {
  kind: string;
  id: string;
  title: string;
  /** Its page in the app. */
  url: string | null;
}

/** One thing that a rule checks. */
export interface Subject<K extends SubjectKind = SubjectKind> {
  thing: Thing;
  item: ItemOf<K>;
  /** Path parameters that lead to it. */
  params: Readonly<Record<string, string>>;
  /** The space or the site that it is in. */
  within?: Thing | undefined;
}
