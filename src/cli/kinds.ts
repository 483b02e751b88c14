/**
 * The kinds of things that a command can act on. Each knows the path parameter that names it, the contexts that it lives
 * in, and the endpoint that lists its siblings (for pickers, titles and near matches).
 */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { RESOURCES } from "../resources/index.js";
import {
  type ContextName,
  isTargeted,
  loadList,
  paramsIn,
  type Resource,
  type Targeted,
} from "../resources/resource.js";

// A kind of thing: what it is called, where it lives and which endpoint lists it.

export type { ContextName };

export interface Lister {
  load: () => Promise<AnyEndpoint>;
  /** The list inside a change request, for things that can be in one. */
  loadInCr?: () => Promise<AnyEndpoint>;
  /** Path parameters that the list needs. */
  within: readonly ContextName[];
  /** Queries that together list everything people may mean, run one after the other. Default: one without parameters. */
  queries?: readonly Record<string, string>[];
  /** Member that holds an item's children. */
  below?: string;
  /** The titles only describe the things: they cannot be used as names. */
  untitled?: true;
  /** Without titles they are counted instead: `c1`, `c2` ..., in the order of this query, whatever a list shows of them. */
  handles?: { letter: string; query: Record<string, string> };
  /** Member that identifies an item; default `id`. */
  id?: string;
  /** Members shown and matched as the title. */
  title: readonly string[];
  /** Members shown as a hint about the state. */
  hint?: readonly string[];
  /** Members with a thing's path, and with the last part of that path; people may name a thing by either. */
  paths?: readonly string[];
  slugs?: readonly string[];
  /** Members with the URL at which readers find it. */
  urls?: readonly string[];
}

export interface Kind<
  Param extends string = string,
  Within extends readonly ContextName[] = readonly ContextName[],
  Cr extends boolean = boolean,
> {
  /** Its name for people: "change request". */
  name: string;
  /** Noun of the commands that handle it. */
  noun: string;
  param: Param;
  within: Within;
  /** It can be in a change request: takes `--cr`. */
  cr: Cr;
  /** The flag that can name it in place of a positional target. */
  context?: ContextName;
  /** The field that identifies it for people if that is not its id: "slug". */
  called?: string;
  /** Turns typed text into what the service takes: `#42` into `42`. @throws Failure usage for what it never takes */
  normalize?: (text: string) => string;
  list?: Lister;
  /** It is about to be created: what exists is not offered. */
  created?: true;
  /** Its things are those that were deleted from this machine: the service does not list them. */
  deleted?: true;
}

export const CONTEXT_PARAMS = { org: "organizationId", space: "spaceId", site: "siteId" } as const;
type ContextParam = typeof CONTEXT_PARAMS;
export const CONTEXT_NAMES = ["org", "space", "site"] as const satisfies readonly ContextName[];

/** Path parameters of a thing's contexts, without its own. */
export type WithinParams<W extends readonly ContextName[], Cr extends boolean> = Record<
  ContextParam[W[number]],
  string
> &
  (Cr extends true ? { changeRequestId?: string } : unknown);

/** Path parameters that name one thing. */
type ParamsOf<K extends Kind> =
  K extends Kind<infer P, infer W, infer Cr> ? Record<P, string> & WithinParams<W, Cr> : never;

/** A thing named on the command line. */
export interface Target<K extends Kind = Kind> {
  /** The form that the service takes. */
  id: string;
  /** The form that was typed, for messages. */
  label: string;
  params: ParamsOf<K>;
}

export interface TargetArg<K extends Kind = Kind, Arity extends "one" | "many" = "one" | "many"> {
  kind: K;
  arity: Arity;
  describe?: string;
}

/** A word that does not name a thing: search text, a version, a path. */
export interface WordArg<Optional extends boolean = boolean> {
  word: string;
  optional: Optional;
  /** Values that completion offers, as for flags. */
  value?: "path" | "folder" | "snapshot";
  /** All words to the end of the command line are one text. */
  joined?: true;
  /** Checks what is typed, before anything is asked for. @throws Failure usage */
  parse?: (text: string, name: string) => string;
}

/** Any number of such words: the rest of the command line. */
export interface WordsArg extends WordArg<true> {
  several: true;
}

export type Arg = TargetArg | WordArg | WordsArg;
export type Args = Record<string, Arg>;

type KindOf<R extends Targeted> = Kind<R["param"], R["within"], R extends { inCr: true } ? true : false>;
type Resources = typeof RESOURCES;
type Name = keyof Resources;
type Kinds = {
  readonly [N in Name as Resources[N] extends Targeted ? N : never]: KindOf<Extract<Resources[N], Targeted>>;
};

interface KindMore extends Partial<Pick<Kind, "context" | "called" | "normalize">> {
  list?: Partial<Omit<Lister, "load">>;
}

function toKind(resource: Targeted, { list, ...more }: KindMore = {}): Kind {
  const { name, noun, param, within, inCr } = resource;
  const lister = toLister(resource);
  return {
    ...{ name, noun, param, within, cr: inCr === true, ...more },
    ...(lister && { list: { ...lister, ...list } }),
  };
}

/** Undefined for replies, which are listed in a comment: that is no context. */
function toLister(resource: Targeted): Lister | undefined {
  const { path, inCr, id, title, below } = resource;
  const listedIn = paramsIn(path);
  const within = CONTEXT_NAMES.filter((context) => listedIn.includes(CONTEXT_PARAMS[context]));
  if (within.length < listedIn.length) return undefined;
  return {
    load: () => loadList(resource, false),
    within,
    title,
    ...(inCr && { loadInCr: () => loadList(resource, true) }),
    ...(id && { id }),
    ...(below && { below }),
  };
}

/** Members of a kind that its resource does not give. */
const MORE: { readonly [N in Name]?: KindMore } = {
  organization: { context: "org" },
  space: { context: "space", list: { hint: ["visibility"], urls: ["urls.published"] } },
  site: { context: "site", list: { hint: ["visibility"], paths: ["basename"], urls: ["urls.published"] } },
  change_request: {
    called: "number or id",
    normalize: (text) => text.replace(/^#?0*(?=\d+$)/, ""),
    list: { hint: ["status"], queries: [{ status: "open" }, { status: "draft" }] },
  },
  comment: {
    called: "number (c1) or id",
    list: { hint: ["status"], untitled: true, handles: { letter: "c", query: { status: "all", order: "asc" } } },
  },
  page: { list: { hint: ["path"], paths: ["path"], slugs: ["slug"] } },
  file: { list: { hint: ["contentType"] } },
  member: { list: { title: ["user.email", "user.displayName"], hint: ["role"] } },
  section: { list: { hint: ["path"], paths: ["path"] } },
  site_space: { list: { hint: ["path"], paths: ["path"] } },
  // People call it by its slug, which is its id too.
  spec: { called: "slug", list: { untitled: true, hint: ["processingState"] } },
  translation: { list: { hint: ["status"] } },
};

/** The kind of each resource that commands handle, by its name. */
export const KINDS = Object.fromEntries(
  Object.entries<Resource>(RESOURCES).flatMap(([name, resource]) =>
    isTargeted(resource) ? [[name, toKind(resource, MORE[name as Name])]] : [],
  ),
  // TypeScript does not follow which of the entries stay.
) as unknown as Kinds;

export const { organization: org, space, site, collection, comment, page, file, member, team, section } = KINDS;
export const { change_request: changeRequest, section_group: sectionGroup, site_space: siteSpace } = KINDS;
export const { share_link: shareLink, saml_provider: saml, spec: openapi, translation, reply } = KINDS;

/** For a restore. */
export const deletedSpace: typeof space = { ...space, name: "deleted space", deleted: true };

/** A page, for endpoints that only know pages of the space itself. */
export const pageInSpace: Kind<"pageId", readonly ["space"], false> = { ...page, cr: false };

const { list: _existing, ...slugOnly } = openapi;
/** For one that does not exist yet. */
export const newOpenapi: Kind<"specSlug", readonly ["org"], false> = { ...slugOnly, created: true };

export const invite: Kind<"inviteId", readonly ["org"], false> = {
  name: "invite",
  noun: "orgs",
  param: "inviteId",
  within: ["org"],
  cr: false,
};

/** The kinds that can be contexts. */
export const CONTEXT_KINDS: Record<ContextName, Kind> = { org, space, site };

export const kindOf = (param: string | undefined): Kind | undefined =>
  Object.values<Kind>(KINDS).find((kind) => kind.param === param);

/** The kinds that people call by name; comments and replies have none. */
export const NAMED: readonly Kind[] = [
  ...new Set<Kind>([...Object.values(CONTEXT_KINDS), ...Object.values<Kind>(KINDS)]),
].filter((kind) => kind !== comment && kind !== KINDS.reply);

/** The kinds that these path parameters name and whose things can be listed. */
export const kindsOf = (params: string | readonly string[]): readonly Kind[] =>
  NAMED.filter((kind) => [params].flat().includes(kind.param));
