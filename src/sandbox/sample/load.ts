import sample from "virtual:sample";
import { type StoredProvider, samlAddresses } from "../handlers/saml.js";
import { addVersion, specUrls } from "../openapi/specs.js";
import { ORIGIN } from "../origin.js";
import { commentPermissions, permissionsFor } from "../rights/levels.js";
import { refreshAddresses } from "../sites/addresses.js";
import type { HandlerContext } from "../types.js";
import { loadSpaces, pageId } from "./spaces.js";
import { daysAgo, person, SAMPLE, user } from "./tools.js";
import type {
  CommentSource,
  Discussion,
  Holding,
  MemberSource,
  PageSource,
  ReplySource,
  SectionSource,
  SiteSource,
  SiteSpaceSource,
  SpaceSource,
  TeamSource,
} from "./types.js";

/**
 * Fills an empty store with the sample: a robot maker that uses everything the service offers, and a small customer of
 * theirs. Times are relative to `context.now()`, ids are always the same (sample/). Runs in the caller's
 * transaction.
 */
export function loadSample(context: HandlerContext): void {
  loadOrganizations(context);
  loadPeople(context);
  loadSpaces(context);
  loadDiscussions(context);
  loadSites(context);
  loadOpenapi(context);
  loadTranslation(context);
  loadSaml(context);
}

/** Single sign-on of the default organization: the provider in use, and the previous one. */
function loadSaml(context: HandlerContext): void {
  for (const { id, label, path, certificate, created, defaultTeam } of sample.samlProviders) {
    const provider: StoredProvider = {
      object: "saml-provider",
      id,
      label,
      ssoURL: `https://login.halden-robotics.example/saml/${path}`,
      entityID: "https://login.halden-robotics.example/saml",
      certificate,
      defaultTeam,
      defaultRole: "read",
      createdAt: daysAgo(context, created),
      status: "active",
      ...samlAddresses(SAMPLE.org, id),
    };
    context.store.put("saml-provider", id, SAMPLE.org, provider);
  }
}

/** A translation of the default organization. The space of the result must exist already. */
function loadTranslation(context: HandlerContext): void {
  const { org } = SAMPLE;
  const { id, source, result, language, created, updated, stats, instructions } = sample.translation;
  context.store.put("translation", id, org, {
    object: "translation",
    id,
    status: "completed",
    source: { space: source, language: "en" },
    language,
    instructions,
    result: { space: result, revision: context.store.get<{ revision: string }>("space", result)?.revision },
    createdAt: daysAgo(context, created),
    updatedAt: daysAgo(context, updated),
    stats,
    permissions: permissionsFor("translation", "admin"),
    urls: { location: `${ORIGIN}/v1/orgs/${org}/translations/${id}` },
  });
}

/** Specifications of the default organization, with their versions. */
function loadOpenapi(context: HandlerContext): void {
  const { org } = SAMPLE;
  for (const { created, processed, versions: _, ...spec } of sample.specifications) {
    context.store.put("openapi-spec", `${org}/${spec.slug}`, org, {
      object: "openapi-spec",
      ...spec,
      createdAt: daysAgo(context, created),
      updatedAt: daysAgo(context, processed),
      lastProcessedAt: daysAgo(context, processed),
      permissions: permissionsFor("openapi-spec", "admin"),
      urls: specUrls(org, spec.slug, spec.visibility),
    });
  }
  for (const { slug, versions } of sample.specifications) {
    for (const { id, created, text } of versions) {
      const file = { name: "openapi.json", text, document: JSON.parse(text) };
      addVersion(context, { org, slug, id, createdAt: daysAgo(context, created), ...file });
    }
  }
}

const PRICE = { monthly: 0, yearly: 0 };

/** Two organizations; the calling member is an admin of both. */
function loadOrganizations(context: HandlerContext): void {
  for (const { id, created, site, plan, paymentFailed = false, members: _, ...source } of sample.organizations) {
    context.store.put("organization", id, "root", {
      object: "organization",
      id,
      ...source,
      createdAt: daysAgo(context, created),
      type: "business",
      useCase: "docs",
      defaultRole: "read",
      ...(site && { defaultContent: { type: "site", site } }),
      ai: true,
      inviteLinks: true,
      plan,
      billing: {
        interval: "yearly",
        endDate: daysAgo(context, -200),
        hasPaymentFailed: paymentFailed,
        isScheduledToCancel: false,
        pricing: {
          members: { plus_2024: PRICE, pro_2024: PRICE },
          sites: { premium: PRICE, ultimate: PRICE },
        },
        usageAddons: {},
      },
      urls: { location: `${ORIGIN}/v1/orgs/${id}`, app: `${ORIGIN}/o/${id}` },
      permissions: permissionsFor("organization", "admin"),
    });
  }
}

const isIn = (team: TeamSource, name: string) => [...team.owners, ...team.members].includes(name);

function loadMember(context: HandlerContext, org: string, source: MemberSource): void {
  const { id } = person(source.person);
  context.store.put("member", `${org}/${id}`, org, {
    object: "member",
    id,
    role: source.role,
    user: user(source.person),
    disabled: source.disabled ?? false,
    joinedAt: daysAgo(context, source.joined),
    ...(source.seen !== null && { lastSeenAt: daysAgo(context, source.seen) }),
    sso: source.sso ?? false,
    // Counted when it is answered, from the spaces and teams at that time (access.ts).
    spaces: 0,
    teams: sample.teams.filter((team) => team.org === org && isIn(team, source.person)).length,
  });
}

function loadTeam(context: HandlerContext, team: TeamSource): void {
  const { store } = context;
  store.put("team", team.id, team.org, {
    object: "team",
    id: team.id,
    title: team.title,
    members: team.owners.length + team.members.length,
    spaces: team.spaces.length,
    createdAt: daysAgo(context, team.created),
    permissions: permissionsFor("team", "admin"),
  });
  const put = (name: string, role: "owner" | "member") => {
    const { id } = person(name);
    store.put("team-membership", `${team.id}/${id}`, team.id, { user: id, role });
  };
  for (const name of team.owners) put(name, "owner");
  for (const name of team.members) put(name, "member");
  for (const { id, permission } of team.spaces) {
    store.put("team-space", `${team.id}/${id}`, team.id, { space: id, permission });
  }
}

/** Members, teams, memberships and the spaces granted to teams. */
function loadPeople(context: HandlerContext): void {
  for (const { id, members } of sample.organizations) {
    for (const member of members) loadMember(context, id, member);
  }
  for (const team of sample.teams) loadTeam(context, team);
}

function findPage(
  pages: readonly PageSource[],
  slug: string,
  above = "",
): { page: PageSource; path: string } | undefined {
  for (const page of pages) {
    const path = above + page.slug;
    const found = page.slug === slug ? { page, path } : findPage(page.pages, slug, `${path}/`);
    if (found) return found;
  }
  return undefined;
}

/** A space of the sample by id. */
function spaceSource(
  id: string,
  holds: Holding[] = sample.trees.flatMap((tree) => tree.holds),
): SpaceSource | undefined {
  for (const holding of holds) {
    const found = "space" in holding ? holding : spaceSource(id, holding.holds);
    if (found?.space === id) return found;
  }
  return undefined;
}

/** The target of a comment. @throws Error for a page that the space lacks: a mistake in the sample */
function target(context: HandlerContext, { space, change }: Discussion, slug: string | undefined) {
  const { store } = context;
  const place = {
    ...(change && { changeRequest: change }),
    space,
    revision: store.get<{ revision: string }>(change ? "change-request" : "space", change ?? space)?.revision,
  };
  if (slug === undefined) return place;
  const source = spaceSource(space);
  const found = source && findPage(source.book.pages, slug);
  if (!found) throw new Error(`sample space "${space}" has no page "${slug}"`);
  const { title, emoji } = found.page;
  const createdAt = daysAgo(context, source.created);
  const page = { id: pageId(space, slug), title, ...(emoji && { emoji }), createdAt, updatedAt: createdAt };
  return { ...place, page: { ...page, path: found.path, outdated: false } };
}

/** The common members of comments and replies. */
function base(context: HandlerContext, source: ReplySource) {
  const postedAt = daysAgo(context, source.days);
  const reactions = Object.entries(source.reactions ?? {}).map(([emoji, people]) => ({
    emoji,
    count: people.length,
    users: people.map((name) => ({ user: user(name), reactedAt: postedAt })),
  }));
  return {
    id: source.id,
    postedBy: user(source.by),
    postedAt,
    reactions,
    body: { markdown: source.text },
    permissions: commentPermissions("admin", person(source.by).id === context.actor),
  };
}

function loadComment(context: HandlerContext, discussion: Discussion, source: CommentSource): void {
  const { store } = context;
  const { space, change } = discussion;
  const { resolved, edited, page, replies = [] } = source;
  const above =
    change === undefined ? `${ORIGIN}/v1/spaces/${space}` : `${ORIGIN}/v1/spaces/${space}/change-requests/${change}`;
  const location = `${above}/comments/${source.id}`;
  store.put("comment", source.id, change ?? space, {
    object: "comment",
    ...base(context, source),
    ...(edited !== undefined && { editedAt: daysAgo(context, edited) }),
    replies: replies.length,
    target: target(context, discussion, page),
    urls: { location },
    status: resolved ? "resolved" : "open",
    ...(resolved && { resolvedAt: daysAgo(context, resolved.days), resolvedBy: user(resolved.by) }),
  });
  for (const reply of replies) {
    store.put("comment-reply", reply.id, source.id, {
      object: "comment-reply",
      ...base(context, reply),
      urls: { location: `${location}/replies/${reply.id}` },
    });
  }
}

/** Comments, replies and reactions of spaces and change requests, oldest first. */
function loadDiscussions(context: HandlerContext): void {
  for (const discussion of sample.discussions) {
    for (const comment of discussion.comments) loadComment(context, discussion, comment);
  }
}

/** The address of the default organization's sites; nothing is served there. */
const PUBLISHED = "https://docs.halden-robotics.example";

const publishedUrls = (site: SiteSource, path: string) => (site.published ? { published: `${PUBLISHED}/${path}` } : {});

function loadSite(context: HandlerContext, site: SiteSource): void {
  const { id, org, title, basename, visibility, created, agentsContext } = site;
  context.store.put("site", id, org, {
    object: "site",
    id,
    title,
    type: "basic",
    ...(site.published && { hostname: new URL(PUBLISHED).hostname }),
    basename,
    visibility,
    published: site.published,
    siteSpaces: [...site.spaces, ...site.sections.flatMap(({ spaces }) => spaces)].length,
    createdAt: daysAgo(context, created),
    adaptiveContent: { enabled: site.adaptive },
    ads: { status: "disabled", submittable: false },
    agentsContext,
    features: [],
    urls: {
      location: `${ORIGIN}/v1/orgs/${org}/sites/${id}`,
      app: `${ORIGIN}/o/${org}/sites/${id}`,
      ...publishedUrls(site, ""),
    },
  });
  if (!site.adaptive) return;
  context.store.put("site-adaptive-schema", id, id, {
    object: "site-adaptive-schema",
    jsonSchema: sample.visitorSchema,
    updatedAt: daysAgo(context, 50),
  });
}

function loadSection(context: HandlerContext, site: SiteSource, source: SectionSource): void {
  const { id, title, path, icon, description, condition, group } = source;
  context.store.put("site-section", id, site.id, {
    object: "site-section",
    id,
    title,
    ...(description && { description }),
    default: source.default ?? false,
    path,
    ...(condition && { condition }),
    ...(group && { sectionGroup: group }),
    ...(icon && { icon }),
    urls: publishedUrls(site, path),
  });
  for (const space of source.spaces) loadSiteSpace(context, site, space, source);
}

/** `space` is an id here; answers contain the space in its current state. */
function loadSiteSpace(
  context: HandlerContext,
  site: SiteSource,
  source: SiteSpaceSource,
  section?: SectionSource,
): void {
  const { id, space, path, condition } = source;
  context.store.put("site-space", id, section?.id ?? site.id, {
    object: "site-space",
    id,
    path,
    ...(section && { section: section.id }),
    space,
    title: context.store.get<{ title: string }>("space", space)?.title,
    default: source.default ?? false,
    ...(condition && { condition }),
    hasAdvancedCustomizationFeature: false,
    urls: publishedUrls(site, section ? `${section.path}/${path}` : path),
  });
}

/** Sites and everything in them. The spaces must exist already. */
function loadSites(context: HandlerContext): void {
  const { store } = context;
  for (const site of sample.sites) {
    loadSite(context, site);
    for (const section of site.sections) loadSection(context, site, section);
    for (const space of site.spaces) loadSiteSpace(context, site, space);
    for (const group of site.groups) {
      store.put("site-section-group", group.id, site.id, { object: "site-section-group", ...group });
    }
    for (const { id, name, active, created } of site.shareLinks) {
      const urls = publishedUrls(site, `?shareKey=${id}`);
      store.put("share-link", id, site.id, {
        object: "share-link",
        id,
        createdAt: daysAgo(context, created),
        name,
        active,
        urls,
      });
    }
  }
  for (const organization of store.ids("organization", "root")) refreshAddresses(context.store, organization);
}
