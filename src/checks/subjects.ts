/** The kinds of things that rules check, and where they are listed. */
import type { AnyEndpoint, ResponseOf } from "../catalog/endpoint.js";
import { endpoints } from "../catalog/index.js";
import { RESOURCES } from "../resources/index.js";
import type { Resource, Targeted } from "../resources/resource.js";

interface Kind {
  /** The list, or the endpoint of the single thing. */
  endpoint: AnyEndpoint;
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

/** Open change requests and drafts, unless the space counts none. */
const liveFilters = (space: { changeRequestsOpen?: number | null; changeRequestsDraft?: number | null }) => [
  ...(space.changeRequestsOpen === 0 ? [] : [{ status: "open" }]),
  ...(space.changeRequestsDraft === 0 ? [] : [{ status: "draft" }]),
];

/** The resources, by the names that rules and reports use. */
const SUBJECTS = {
  organization: RESOURCES.organization,
  member: RESOURCES.member,
  team: RESOURCES.team,
  collection: RESOURCES.collection,
  space: RESOURCES.space,
  "change-request": RESOURCES.change_request,
  site: RESOURCES.site,
  section: RESOURCES.section,
  "site-space": RESOURCES.site_space,
  "share-link": RESOURCES.share_link,
  "saml-provider": RESOURCES.saml_provider,
  specification: RESOURCES.spec,
  translation: RESOURCES.translation,
} as const;

function toKind({ list, get = "", param, id, title, within }: Targeted): Kind {
  // There is one organization, which has no list of its own kind.
  const endpoint = endpoints[param === "organizationId" ? get : list];
  if (!endpoint) throw new TypeError(`the catalog has no ${list}`);
  const of = within.find((context) => context !== "org");
  return {
    ...{ endpoint, param, title, ...(id && { id }), ...(of && { of }) },
    ...(param === "changeRequestId" && { queries: liveFilters }),
  };
}

export type SubjectKind = keyof typeof SUBJECTS;

/** By name. */
export const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries<Targeted>(SUBJECTS).map(([name, resource]) => [name, toKind(resource)]),
);

export function kindOf(name: SubjectKind): Kind {
  const kind = KINDS.get(name);
  if (!kind) throw new TypeError(`no kind ${name}`);
  return kind;
}

type ModuleOf<R extends Resource> = Awaited<ReturnType<R["load"]>>;
type EndpointOf<R extends Resource> = R extends { list: infer Name extends keyof ModuleOf<R> }
  ? ModuleOf<R>[Name]
  : never;
type AnswerOf<E> = E extends AnyEndpoint ? ResponseOf<E> : never;
export type ItemOf<K extends SubjectKind> = AnswerOf<EndpointOf<(typeof SUBJECTS)[K]>>;

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
