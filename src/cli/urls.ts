/** Ids out of addresses: an API location or a page of the app names a thing and the contexts that it lives in. */

/** Path segment to the path parameter of what follows it. */
const API_SEGMENTS: Record<string, string> = {
  orgs: "organizationId",
  spaces: "spaceId",
  collections: "collectionId",
  sites: "siteId",
  "change-requests": "changeRequestId",
  comments: "commentId",
  replies: "commentReplyId",
  page: "pageId",
  files: "fileId",
  sections: "siteSectionId",
  "section-groups": "siteSectionGroupId",
  "site-spaces": "siteSpaceId",
  "share-links": "shareLinkId",
  teams: "teamId",
  members: "userId",
  saml: "samlProviderId",
  openapi: "specSlug",
  versions: "versionId",
  translations: "translationId",
  "link-invites": "inviteId",
};

const APP_SEGMENTS: Record<string, string> = {
  o: "organizationId",
  s: "spaceId",
  changes: "changeRequestId",
  sites: "siteId",
  c: "collectionId",
  p: "pageId",
};

/**
 * Path parameters that an address names, or undefined when the text is not an address.
 * `.../v1/spaces/a/change-requests/b` gives `{ spaceId: "a", changeRequestId: "b" }`.
 */
export function idsInUrl(text: string): Record<string, string> | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const parts = new URL(text).pathname.split("/").filter(Boolean);
  const api = parts.indexOf("v1");
  const table = api >= 0 ? API_SEGMENTS : APP_SEGMENTS;
  const rest = api >= 0 ? parts.slice(api + 1) : parts.slice(Math.max(parts.indexOf("o"), 0));
  const found: Record<string, string> = {};
  for (let at = 0; at + 1 < rest.length; at++) {
    const param = table[rest[at] ?? ""];
    const id = rest[at + 1];
    if (!param || id === undefined) continue;
    found[param] = decodeSegment(id);
    at++;
  }
  return found;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A stray percent sign: the path check refuses it with a message of its own.
    return segment;
  }
}
