/** The order of a site's parts. Sections and groups share one order; a group's sections appear in its place. */
import type { HandlerContext } from "../types.js";
import type { StoredSection, StoredSiteSpace } from "./find.js";

const ROOT_KINDS = ["site-section", "site-section-group"] as const;

/** Sections at the root (no group) or of one group, in order. */
export function sectionsIn(
  { store }: Pick<HandlerContext, "store">,
  site: string,
  group: string | undefined,
): StoredSection[] {
  if (group !== undefined) return store.all<StoredSection>("site-section", site, { sectionGroup: group });
  // In a snapshot, the list of groups may be missing.
  const isIn = (one: string | null | undefined) => one && store.scopeOf("site-section-group", one) === site;
  return store.all<StoredSection>("site-section", site).filter(({ sectionGroup }) => !isIn(sectionGroup));
}

/** Ids of sibling sections and groups: those at the root, or the sections of one group. */
export function levelOf(context: Pick<HandlerContext, "store">, site: string, group: string | undefined): string[] {
  const sections = new Set(sectionsIn(context, site, group).map(({ id }) => id));
  return context.store
    .siblings(site, ROOT_KINDS)
    .filter(({ kind, id }) => sections.has(id) || (group === undefined && kind === "site-section-group"))
    .map(({ id }) => id);
}

/** All sections of a site, in the order in which visitors see them. */
export function orderedSections(context: Pick<HandlerContext, "store">, site: string): StoredSection[] {
  const { store } = context;
  return levelOf(context, site, undefined).flatMap((id) => {
    if (store.scopeOf("site-section-group", id) === site) return sectionsIn(context, site, id);
    const section = store.get<StoredSection>("site-section", id);
    return section ? [section] : [];
  });
}

/** All site spaces of a site: those at the root, then section by section. */
export function orderedSiteSpaces(context: Pick<HandlerContext, "store">, site: string): StoredSiteSpace[] {
  const scopes = [site, ...orderedSections(context, site).map(({ id }) => id)];
  return scopes.flatMap((scope) => context.store.all<StoredSiteSpace>("site-space", scope));
}

/** Marks exactly one as the default: the stored one, or else the first. */
export function withDefault<T extends { default: boolean }>(parts: readonly T[]): T[] {
  const chosen = parts.find((part) => part.default) ?? parts[0];
  return parts.map((part) => ({ ...part, default: part === chosen }));
}
