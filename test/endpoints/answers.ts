/* Answers of the service, short: what matters here is that they come back as they are. */

export const user = { object: "user", id: "u1", displayName: "Ada", email: "ada@example.com" };
export const member = {
  object: "member",
  id: "u1",
  role: null,
  user,
  disabled: false,
  sso: false,
  spaces: 2,
  teams: 1,
};
export const space = { object: "space", id: "s1", title: "Guides", parent: "k1", comments: 0, future: { kept: true } };
export const collection = { object: "collection", id: "k1", title: "Products", organization: "o1" };
export const changeRequest = { object: "change-request", id: "c1", number: 7, status: "open", subject: "Fix typos" };
export const comment = {
  object: "comment",
  id: "cm1",
  postedBy: user,
  replies: 1,
  body: { markdown: "Nice" },
  status: "open",
  reactions: [{ emoji: "1f44d", count: 1, users: [{ user, reactedAt: "2024-05-01T10:00:00.000Z" }] }],
};
export const reply = { object: "comment-reply", id: "r1", postedBy: user, body: { markdown: "Thanks" } };
export const page = { id: "p1", title: "Home", type: "document", path: "home", pages: [{ id: "p2", pages: [] }] };
export const file = {
  id: "f1",
  name: "a.png",
  contentType: "image/png",
  size: 12,
  dimensions: { width: 1, height: 2 },
};
export const revision = { object: "revision", id: "rev1", parents: [], pages: [page], files: [file], type: "edits" };
export const reference = { kind: "file", space, file, versionContext: { type: "revision", revision: "rev1" } };
export const link = {
  status: "broken",
  relation: "reference",
  targetReference: { kind: "url" },
  locationReferences: [],
};
export const linkStats = { total: 3, broken: { total: 1, changeRequest: 0 } };
export const organization = {
  object: "organization",
  id: "o1",
  title: "Acme",
  emailDomains: ["example.com"],
  sso: false,
};
export const team = { object: "team", id: "g1", title: "Writers", members: 2, spaces: 0 };
export const site = { object: "site", id: "t1", title: "Docs", type: "basic", siteSpaces: 1, published: false };
export const siteSpace = { object: "site-space", id: "n1", path: "guides", space, default: true };
export const section = { object: "site-section", id: "x1", title: "Guides", siteSpaces: [siteSpace] };
export const group = { object: "site-section-group", id: "y1", title: "More", sections: [section] };
export const shareLink = { object: "share-link", id: "l1", name: "Partners", active: true };
export const provider = { object: "saml-provider", id: "a1", label: "Okta", defaultTeam: team, defaultRole: null };
export const spec = { object: "openapi-spec", id: "api1", slug: "pet-store", processingState: "pending" };
export const version = { object: "openapi-spec-version", id: "b1", url: "https://files.example.com/v1.json" };
export const versionContent = { filesystem: { "openapi.json": {} }, url: "https://files.example.com/v1.json" };
export const translation = { object: "translation", id: "z1", status: "pending", language: "fr", stats: { runs: 0 } };
