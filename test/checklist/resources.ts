import type { Item } from "./general.js";

/** The same for each kind of thing. */
export const RESOURCES: Record<string, readonly Item[]> = {
  comments: [
    [
      "replies and commenters are listed under change requests only",
      "sandbox/replies: Listing replies and listing commenters exist only under a change request; there is no list of replies for space comments",
      "commands/replies: replies list exists under a change request only",
    ],
    [
      "a body is an object, which may be empty",
      "sandbox/comments: Comment body is an object {markdown} (or {}), not a string; required on create of comments and replies, optional on update; the empty object is accepted",
    ],
    [
      "resolving and taking it back",
      "sandbox/comments: Resolve is PUT resolved true: status resolved, resolvedAt, resolvedBy; resolved false takes it back",
    ],
    [
      "reactions come along with a text, and count a person once",
      "sandbox/comments: addedReactions / removedReactions are lists of emoji, may come together with body and resolved in one PUT; reactions carry count and users {user, reactedAt}",
      "sandbox/comments: Adding twice is not described (count once per user)",
    ],
    ["newest first, in every status", "sandbox/comments: Default order is desc, default status all"],
    [
      "counters hold open comments only",
      "sandbox/comments: Space.comments and ChangeRequest.comments count open comments only, so they move on resolve, unresolve and delete",
    ],
    [
      "a PUT leaves what it does not name",
      "sandbox/comments: Update of a comment is PUT although every field is optional (partial): fields left out stay",
      "checklist/commands: docs %s | comments edit",
    ],
  ],
  "change-requests": [
    [
      "drafts are not among the open ones",
      "sandbox/change-requests: the list shows open ones unless a status is given",
      "commands/cr: cr list: open ones unless a status is given",
    ],
    [
      "100 characters of subject when it is changed",
      "checklist/commands: a subject over 100 characters is the service's to judge when one is created",
      "sandbox/change-requests: a subject over 100 characters is 400",
    ],
    [
      "subject and status in one call",
      "sandbox/change-requests: status and subject change in one call and the counters follow",
    ],
    [
      "update pulls, edit changes",
      "commands/cr: cr update pulls the main content in",
      "sandbox/change-requests: it takes the main content in and is no longer behind",
    ],
    [
      "merge and update answer a revision",
      "checklist/commands: a merge and an update tell the revision, not a change request",
    ],
    [
      "revisions that are absent at first",
      "checklist/service: revisionMerged and revisionMergedAncestor are absent until there is one",
    ],
    [
      "numbers count up within a space",
      "sandbox/change-requests: a new one is a draft with the next number and starts from the main content",
      "sandbox/change-requests: numbers go on after a transfer and in each space by itself",
    ],
    [
      "a space counts all, open and draft ones",
      "sandbox/change-requests: status and subject change in one call and the counters follow",
      "sandbox/sample: counts comments and change requests of spaces, and comments of change requests",
    ],
    [
      "outdated while behind",
      "sandbox/change-requests: the space takes the content; other change requests are behind",
      "sandbox/change-requests: it takes the main content in and is no longer behind",
    ],
    [
      "no delete, no way back from a merge, and nothing is required to create one",
      "checklist/service: an empty body creates one, and a merge is never taken back",
    ],
  ],
  content: [
    [
      "metadata=false leaves out git",
      "sandbox/content-handlers: leaves out every git with metadata=false, and computed pages with computed=false",
    ],
    [
      "an import needs an address and a source",
      "sandbox/coverage/coverage: that have required fields answer 400 without one",
      "commands/content: content import",
    ],
    [
      "a template answers nothing and takes references by name",
      "sandbox/content-handlers: adds its pages, with references to files and specifications of the space",
      "commands/content: content apply-template prints nothing: the service answers 204",
    ],
    [
      "links come with statistics",
      "http/list: keeps the statistics beside the items",
      "wire/paging: keeps the statistics of a list of links on every page",
    ],
    [
      "backlinks of pages and links of a whole space are the space's only",
      "checklist/service: %s is not answered | change-requests/42/links",
      "checklist/commands: docs %s is exit 2 | pages backlinks XP6omSZeoJsbZDXfvayL --cr 42",
    ],
    [
      "a PDF is an address",
      "sandbox/content-pdf: answers the address of a PDF of all pages, a page with those below it, or one page",
      "commands/cr: cr pdf prints the address alone; --page is a page of the content",
    ],
  ],
  spaces: [
    [
      "organizations, spaces, members, invites and pages cannot be created",
      "checklist/service: %s is not answered | POST /v1/orgs",
      "sandbox/sites: spaces come from duplicate or the boolean of create site",
      "sandbox/sample: names the defaults of the sandbox profile",
    ],
    [
      "seven days to restore a space",
      "sandbox/spaces: restore works for 7 x 24 hours and not a millisecond longer",
      "sandbox/spaces: after seven days the next deletion removes it with its content",
    ],
    ["five fields can be changed", "sandbox/spaces: PATCH sets the five fields and nothing else"],
    [
      "six visibilities of spaces, four of sites",
      "sandbox/sites: Space visibility has six values, Site visibility four: in-collection and private are not site values",
    ],
    [
      "no null for a default level",
      "checklist/service: is a guest for roles of people, and no default level of a space",
    ],
  ],
  moves: [
    [
      "four ways to name a neighbor",
      "sandbox/collections: Position is {before: ref} or {after: ref}; type space + `space` for spaces AND collections",
      "sandbox/sections: Position: site-section + `siteSection`",
      "sandbox/section-groups: Position is {before: ref} or {after: ref}; site-section + `id` for groups",
      "sandbox/site-spaces: Position is {before: ref} or {after: ref}; site-space + `siteSpace`",
    ],
    [
      "three ways to be refused",
      "sandbox/coverage/coverage: %s, %s: %s",
      "sandbox/coverage/coverage: have a row for each error that the contract names",
    ],
    [
      "moving a section is deprecated and works",
      "sandbox/sections: Section move is deprecated but has to work",
      "commands/sections: sections move works and notes on standard error that it is deprecated",
      "sandbox/sections: sortSiteStructure must not be invented",
    ],
  ],
  collections: [
    [
      "nested ones are listed by default",
      "sandbox/collections: nested defaults to true: all nested collections are listed",
    ],
    [
      "created with a title and a parent only",
      "sandbox/collections: Create takes title and parent only; description and defaultLevel come by PATCH",
    ],
  ],
  sites: [
    [
      "a proxy has a path",
      "sandbox/sites: proxy pattern needs a path (company.com/docs), no scheme, no trailing slash",
    ],
    [
      "what cannot be patched, and publishing",
      "sandbox/sites: hostname, icon, ads, features, type and published cannot be patched",
      "sandbox/sites: there is no unpublish",
    ],
    ["basic unless said otherwise", "sandbox/sites: type defaults to basic on creation"],
    [
      "no schema before the first one is set",
      "sandbox/adaptive-schema: GET adaptive-schema before any PUT is an error (no visitor attributes schema found)",
    ],
    [
      "a schema of booleans, closed but for unsigned claims",
      "sandbox/adaptive-schema: adaptive jsonSchema has additionalProperties false and `unsigned` with boolean additional properties",
    ],
    [
      "default site spaces of the site and of a section",
      "sandbox/sites: defaultSiteSpace exists on the site: in the default section",
      "sandbox/sites: defaultSiteSpace exists on the site: at the root",
      "sandbox/sections: defaultSiteSpace exists on a section (default in that section)",
    ],
  ],
  sections: [
    [
      "conditions of sections and site spaces",
      "sandbox/sections: condition: absent leaves, null removes, 1 to 1024 characters; for sections",
      "sandbox/site-spaces: condition: absent leaves, null removes, 1 to 1024 characters; for site spaces",
    ],
    ["limits of texts", "sandbox/sections: title 2-128, path 1-100, description <=256, icon <=50"],
    [
      "single ones are read through their list",
      "sandbox/sections: There is no GET for a single section, section group, site space or share link",
    ],
    [
      "taking a section out of a group leaves it on the site",
      "sandbox/section-groups: Removing a section from a group is 204 also when it was not in it; the section stays on the site",
      "sandbox/section-groups: Deleting a section group keeps its sections at root level",
    ],
    [
      "a section names its group",
      "sandbox/section-groups: sectionGroup on the section is the id of its group; a section created or added shows it",
    ],
  ],
  "site-spaces": [
    [
      "where a space goes",
      "sandbox/site-spaces: POST without sectionId: default section, with sectionId: that section",
      "sandbox/site-spaces: POST without sectionId: root level when the site has no sections",
    ],
    ["its content can be replaced", "sandbox/site-spaces: PATCH spaceId repoints the content; absent leaves it"],
  ],
  teams: [
    [
      "a PUT creates one each time and is not repeated blindly",
      "sandbox/teams: PUT /teams creates and answers 201 each time (not idempotent)",
      "http/outcomes: R1 R12 a lost creation is never sent again",
      "catalog/retry-class: is written down here for 139 operations",
    ],
    ["a title of 1 to 64 characters", "sandbox/teams: title 1-64, required on create and on PATCH"],
    [
      "many members at once; removing wins",
      "sandbox/teams: Bulk members PUT: add and remove take user ids or e-mails",
      "sandbox/teams: memberships maps a user to {role}",
      "sandbox/teams: in both add and remove -> removed; 204",
    ],
    [
      "first members by id",
      "sandbox/teams: create.members are organization member ids (e-mails are not mentioned there)",
    ],
    [
      "filters by owner and by title",
      "sandbox/teams: owner filter: only teams that member can manage (role owner)",
      "sandbox/teams: title filter: contains, any case",
    ],
    [
      "memberships have no id",
      "sandbox/teams: Membership item is {organization: Member, team: {role}, permissions: {view}}: no top-level id",
    ],
  ],
  members: [
    ["the id of a member is the user's in paths", "sandbox/members: Member.id is the {userId} of the paths"],
    [
      "newest first; by last visit active ones only",
      "sandbox/members: Default order desc by joinedAt",
      "sandbox/members: sort by lastSeenAt lists only active members",
    ],
    [
      "a ping may answer no token",
      "checklist/commands: a ping may answer a token for visitors or none",
      "sandbox/organizations: ping answers an object; the token for visitors is an option that is off",
    ],
    [
      "invite links can be deleted, and nothing else",
      "sandbox/organizations: deleting an invite link is 204, known or not, twice, without a body",
      "checklist/service: %s is not answered | /link-invites",
    ],
  ],
  organizations: [
    [
      "trial is deprecated",
      "checklist/commands: trial is deprecated: no column of an organization, but it is not thrown away",
    ],
  ],
  openapi: [
    [
      "PATCH for visibility, PUT for the source",
      "sandbox/openapi: PATCH changes visibility only, PUT changes source only (or creates); slug cannot change",
    ],
    ["slugs", "sandbox/openapi: slug pattern: lower case letters, digits, single hyphens inside"],
  ],
  translations: [
    [
      "instructions are a document",
      "sandbox/translations: instructions is a document object, not text or markdown; PUT takes only instructions",
      "commands/translations: translations life cycle: instructions are a document",
    ],
  ],
  saml: [
    [
      "six fields to change, null for guests",
      "sandbox/saml: PATCH takes the same six fields as create",
      "sandbox/saml: defaultRole null = guests",
    ],
  ],
  scope: [
    [
      "nothing is invented",
      "checklist/service: %s is not answered | /unpublish",
      "checklist/commands: docs %s is exit 2 | sections sort",
      "checklist/commands: docs %s is exit 2 | sites unpublish",
      "checklist/commands: docs %s is exit 2 | webhooks list",
      "catalog/interface: defines the 139 endpoints, none missing and none extra",
      "commands/coverage: and only those, beside the tool's own",
    ],
  ],
};
