import type { WrittenItems } from "../../lists.js";
import { ORIGIN } from "../../origin.js";
import { callerView } from "../../rights/caller-view.js";
import type { HandlerContext, HandlerInput } from "../../types.js";
import type { StoredPage, StoredReusable } from "../types.js";
import type { TargetPages, Version } from "./links.js";
import type { Target } from "./targets.js";

/*
 * References as JSON text. Each includes its organization and its space, which make up most of a list of links: they are
 * serialized once, and a NUL takes their place.
 */

interface ReferenceTexts {
  /** Contract, "Reference". */
  pages: WrittenItems<StoredPage>;
  /** Contract, "Link item": one per target, with the places that name it. */
  links: WrittenItems<TargetPages>;
}

const pageOf = ({ id, title, emoji, icon, type, path }: StoredPage) => ({ id, title, emoji, icon, type, path });
const contentOf = ({ id, title, git }: StoredReusable) => ({ id, title, ...(git && { git }) });

/** The members of a target beside those of its place; `kind` comes first. */
function ownMembers({ page, file, reusable, anchor, path }: Target): [kind: string, own: object] {
  if (file) return ["file", { file }];
  if (reusable) return ["reusable-content", { reusableContent: contentOf(reusable) }];
  if (page && anchor !== undefined) return ["anchor", { page: pageOf(page), anchor }];
  if (page) return ["page", { page: pageOf(page) }];
  return [/\.(md|markdown)$|(^|\/)[^.]*$/i.test(path ?? "") ? "page" : "file", { path }];
}

/** How the caller sees the references in one version, with the origin of the request. */
export function referenceTexts(
  context: HandlerContext,
  { params, origin = ORIGIN }: Pick<HandlerInput, "params" | "origin">,
  version: Version,
): ReferenceTexts {
  const { store } = context;
  const space = store.get<{ organization?: string }>("space", version.space);
  const organization = store.get<object>("organization", space?.organization ?? "");
  const see = callerView(context, { endpoint: { method: "GET" }, params });
  const write = (value: unknown) => JSON.stringify(value).replaceAll(ORIGIN, origin);
  const versionContext = { type: "revision", revision: version.revision };
  const around = { organization, space, versionContext };
  const repeated = Buffer.from(write(see ? see(JSON.stringify(around)) : around).slice(1, -1));
  const reference = (kind: string, own: object) => `{"kind":"${kind}",\0,${write(own).slice(1)}`;
  const pages = (all: Iterable<StoredPage>) =>
    Array.from(all, (page) => `{"kind":"page",\0,"page":${JSON.stringify(pageOf(page))}}`).join(",");
  const link = ({ target, pages: from }: TargetPages) => {
    const { status, url } = target;
    const to = url === undefined ? reference(...ownMembers(target)) : write({ kind: "url", url });
    const head = `{"status":"${status}","relation":"reference","targetReference":${to}`;
    return `${head},"locationReferences":[${pages(from)}]}`;
  };
  return { pages: { texts: pages, repeated }, links: { texts: (items) => items.map(link).join(","), repeated } };
}
