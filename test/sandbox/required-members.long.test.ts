import { beforeAll, expect, it } from "vitest";
import { MEMBERS } from "../catalog/documented-members.js";
import { contract } from "../endpoints/all.js";
import type { TestSandbox } from "../helpers/sandbox.js";
import { useOnce } from "../helpers/set-ups.js";
import { copies } from "./coverage/service.js";
import { idsFor } from "./walk-helper.js";

/* The contract marks two members as optional; all others are there but where there is nothing that they could say. */

type Json = Record<string, unknown>;
type Name = keyof typeof MEMBERS | keyof typeof PARTS;

/** Members of members that are objects of their own. */
const PARTS = {
  Reaction: "emoji count users",
  Styling: `theme primaryColor infoColor successColor warningColor dangerColor tint corners depth links font
    monospaceFont icons sidebar search`,
  Favicon: "icon",
  Header: "logo links",
  Footer: "logo groups copyright",
  Announcement: "enabled message link style",
  SocialPreview: "url",
  PageTree: "pages",
  TemplateConditions: "items",
  SsoLogins: "items",
  OrganizationsByDomain: "organizations",
  CommentTarget: "space revision",
  TargetPage: "id title createdAt updatedAt path outdated",
  SpaceUrls: "location app",
  ChangeRequestUrls: "app location",
  SiteUrls: "location app",
};

/** What is there only when something happened, was chosen or exists; an empty one would say something else. */
const WHEN: Partial<Record<Name, string>> = {
  User: "photoURL",
  Member: "lastSeenAt",
  Comment: "editedAt resolvedAt resolvedBy",
  CommentReply: "editedAt",
  Space: "emoji deletedAt parent language gitSync visitorAuth",
  Collection: "parent",
  ChangeRequest: "revisionMergedAncestor revisionMerged",
  Revision: "git",
  // The text comes with one page, layouts and variables with those that have their own.
  Page: "emoji icon markdown git layout cover variables computed computedSeed",
  File: "dimensions git",
  LinkItem: "",
  Reference: "file",
  Organization: "communityType defaultContent trial customHostname blocked internal_billingMigration",
  Site: "icon hostname proxy",
  // Null removes these.
  SiteSection: "description condition sectionGroup icon",
  SiteSectionGroup: "icon",
  SiteSpace: "section condition",
  OpenAPISpec: "lastVersion lastProcessedAt lastProcessErrorCode",
  SamlProvider: "defaultTeam ssoURL entityID certificate",
  Translation: "instructions result",
  Announcement: "link",
  // One that is off is left out.
  Customization: "announcement",
};

/** Which of an object's members are, or hold, objects of another kind. */
const HOLDS: Partial<Record<Name, Record<string, Name>>> = {
  Member: { user: "User" },
  Comment: { postedBy: "User", resolvedBy: "User", reactions: "Reaction", target: "CommentTarget" },
  CommentTarget: { page: "TargetPage" },
  CommentReply: { postedBy: "User", reactions: "Reaction" },
  Space: { urls: "SpaceUrls" },
  ChangeRequest: { createdBy: "User", urls: "ChangeRequestUrls" },
  Revision: { pages: "Page", files: "File" },
  Page: { pages: "Page" },
  PageTree: { pages: "Page" },
  Reference: { organization: "Organization", space: "Space", file: "File" },
  OrganizationSearchItem: { pages: "SpaceSearchItem" },
  OrganizationsByDomain: { organizations: "Organization" },
  TeamMembership: { organization: "Member" },
  MemberSpace: { space: "Space" },
  MemberTeam: { team: "Team" },
  Site: { urls: "SiteUrls" },
  SiteSection: { siteSpaces: "SiteSpace" },
  SiteSectionGroup: { sections: "SiteSection" },
  SiteSpace: { space: "Space" },
  PublishedSiteProfile: { site: "Site" },
  Customization: {
    styling: "Styling",
    favicon: "Favicon",
    header: "Header",
    footer: "Footer",
    announcement: "Announcement",
    socialPreview: "SocialPreview",
    privacyPolicy: "SocialPreview",
  },
  TemplateConditions: { items: "TemplateCondition" },
  SsoLogins: { items: "SsoLogin" },
  SamlProvider: { defaultTeam: "Team" },
};

const words = (text = "") => text.split(/\s+/).filter(Boolean);

/** `Space.defaultLevel` for everything that is missing in an answer; null is a value. */
function* missing(name: Name, value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    for (const one of value) yield* missing(name, one);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const thing = value as Json;
  const all = { ...MEMBERS, ...PARTS }[name];
  for (const member of words(all)) {
    if (thing[member] === undefined && !words(WHEN[name]).includes(member)) yield `${name}.${member}`;
  }
  for (const [member, inner] of Object.entries(HOLDS[name] ?? {})) yield* missing(inner, thing[member]);
  if (name !== "PublishedSiteProfile") return;
  const { site, siteSpaces } = thing.customizations as { site: Json; siteSpaces: Json };
  yield* missing("Customization", [site, ...Object.values(siteSpaces)]);
  yield* missing("SiteSection", (thing.structure as { structure: Json[] }).structure);
}

const services = useOnce(copies);
let service: TestSandbox;
beforeAll(() => {
  service = services.shared;
});

const reads = contract.filter(({ method }) => method === "GET");

it("every answer has the members that the contract gives it", async () => {
  const found = new Map<string, string>();
  const answered = new Set<string>();
  for (const { id, path, response } of reads) {
    // The contract's names of resources are those of the table.
    const name = (response.resource === "inline" ? response.name : response.resource) as Name;
    for (const address of await idsFor(service, path)) {
      const { status, json } = await service.call("GET", address);
      // A site may have no profile or visitor schema, a specification no version.
      if (status === 404 && /\/(published|adaptive-schema|versions\/latest(\/content)?)$/.test(address)) continue;
      expect([address, status]).toEqual([address, 200]);
      answered.add(id);
      for (const one of missing(name, response.list ? json.items : json)) {
        if (!found.has(one)) found.set(one, address);
      }
    }
  }
  expect(Object.fromEntries(found)).toEqual({});
  expect([...answered].sort()).toEqual(reads.map(({ id }) => id).sort());
});

it("what is there only sometimes is there sometimes", () => {
  for (const [name, members] of Object.entries(WHEN)) {
    const all = words({ ...MEMBERS, ...PARTS }[name as Name]);
    expect([name, words(members).filter((member) => !all.includes(member))]).toEqual([name, []]);
  }
});
