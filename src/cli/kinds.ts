/**
 * The kinds of things that a command can act on. Each knows the path parameter that names it, the contexts that it lives
 * in, and the endpoint that lists its siblings (for pickers, titles and near matches).
 */
import { RESOURCES } from "../resources/index.js";
import { loadList, paramsIn, type Targeted } from "../resources/resource.js";
import type { ContextName, Kind, Lister } from "./kind.js";

export type { ContextName, Kind, Lister };

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

interface KindMore extends Partial<Pick<Kind, "context" | "called" | "normalize">> {
  list?: Partial<Omit<Lister, "load">>;
}

function toKind<R extends Targeted>(resource: R, { list, ...more }: KindMore = {}): KindOf<R> & { list: Lister } {
  const { name, noun, param, within, inCr, path, id, title, below } = resource;
  const listedIn = paramsIn(path);
  const lister: Lister = {
    load: () => loadList(resource, false),
    within: CONTEXT_NAMES.filter((context) => listedIn.includes(CONTEXT_PARAMS[context])),
    title,
    ...(inCr && { loadInCr: () => loadList(resource, true) }),
    ...(id && { id }),
    ...(below && { below }),
    ...list,
  };
  // TypeScript does not follow that `inCr` makes `cr` true.
  return { name, noun, param, within, cr: inCr === true, ...more, list: lister } as KindOf<R> & { list: Lister };
}

export const org = toKind(RESOURCES.organization, { context: "org" });

export const space = toKind(RESOURCES.space, { context: "space", list: { hint: ["visibility"] } });

/** For a restore. */
export const deletedSpace: typeof space = { ...space, name: "deleted space", deleted: true };

export const site = toKind(RESOURCES.site, { context: "site", list: { hint: ["visibility"], paths: ["basename"] } });

export const changeRequest = toKind(RESOURCES.change_request, {
  called: "number or id",
  normalize: (text) => text.replace(/^#(?=\d+$)/, ""),
  list: { hint: ["status"], queries: [{ status: "open" }, { status: "draft" }] },
});

export const collection = toKind(RESOURCES.collection);

export const comment = toKind(RESOURCES.comment, {
  called: "number (c1) or id",
  list: { hint: ["status"], untitled: true, handles: { letter: "c", query: { status: "all", order: "asc" } } },
});

const { list: _noList, ...namedReply } = toKind(RESOURCES.reply);
export const reply: Kind<"commentReplyId", readonly [], false> = namedReply;

export const page = toKind(RESOURCES.page, { list: { hint: ["path"], paths: ["path"], slugs: ["slug"] } });

/** A page, for endpoints that only know pages of the space itself. */
export const pageInSpace: Kind<"pageId", readonly ["space"], false> = { ...page, cr: false };

export const file = toKind(RESOURCES.file, { list: { hint: ["contentType"] } });

export const member = toKind(RESOURCES.member, { list: { title: ["user.email", "user.displayName"], hint: ["role"] } });

export const team = toKind(RESOURCES.team);

export const section = toKind(RESOURCES.section, { list: { hint: ["path"], paths: ["path"] } });

export const sectionGroup = toKind(RESOURCES.section_group);

export const siteSpace = toKind(RESOURCES.site_space, { list: { hint: ["path"], paths: ["path"] } });

export const shareLink = toKind(RESOURCES.share_link);

export const saml = toKind(RESOURCES.saml_provider);

export const openapi = toKind(RESOURCES.spec, {
  called: "slug",
  // People call it by its slug, which is its id too.
  list: { untitled: true, hint: ["processingState"] },
});

const { list: _existing, ...slugOnly } = openapi;
/** For one that does not exist yet. */
export const newOpenapi: Kind<"specSlug", readonly ["org"], false> = { ...slugOnly, created: true };

export const translation = toKind(RESOURCES.translation, { list: { hint: ["status"] } });

export const invite: Kind<"inviteId", readonly ["org"], false> = {
  name: "invite",
  noun: "orgs",
  param: "inviteId",
  within: ["org"],
  cr: false,
};

/** The kinds that can be contexts. */
export const CONTEXT_KINDS: Record<ContextName, Kind> = { org, space, site };

export const LISTED: readonly Kind[] = [
  ...[org, space, site, changeRequest, collection, page, file, member, team],
  ...[section, sectionGroup, siteSpace, shareLink, saml, openapi, translation],
];

/** The kinds that these path parameters name and whose things can be listed. */
export const kindsOf = (params: string | readonly string[]): readonly Kind[] =>
  LISTED.filter((kind) => [params].flat().includes(kind.param));
