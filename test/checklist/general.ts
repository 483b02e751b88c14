/*
 * What is easy to miss in the interface, in short words, and the tests that prove it: "folder/file: title", where the
 * file is test/folder/file.test.ts. Where a title stands for many rows, " | " is followed by a part of the row that counts.
 */
export type Item = readonly [what: string, ...proofs: readonly [string, ...string[]]];

export const GENERAL: Record<string, readonly Item[]> = {
  protocol: [
    [
      "the base URL comes without /v1; prefixes and slashes at its end are handled",
      "http/url: R51 takes %s",
      "http/url: R51 takes /v1 off %s, with a note",
      "http/url: R50 keeps the prefix of the base and never doubles a slash",
      "checklist/protocol: every path starts with /v1 and a known kind of thing",
    ],
    [
      "every endpoint gets the bearer token",
      "wire/wire: %s, %s",
      "sandbox/coverage/coverage: R67 answer 401 without a token and with a wrong one, before anything else is looked at",
    ],
    [
      "Accept always, Content-Type with a body only",
      "wire/wire: %s, %s",
      "http/wire: R19 sends exactly the headers of a read",
    ],
    [
      "endpoints without a body get none",
      "checklist/protocol: %s sends no body and no Content-Type",
      "checklist/protocol: the posts without a body are those of the contract",
    ],
    [
      "19 deletes answer 204 twice, and nobody claims what was not seen",
      "checklist/service: all 19 answer 204 without content, the first time and the second",
      "sandbox/engine-deletes: 204 without content for what is absent, %s",
      "checklist/commands: docs %s says the same of what was there and of what was not",
      "http/outcomes: R13 a DELETE answered 204 tells nothing of that",
    ],
    [
      "22 endpoints answer 204 and no body is parsed",
      "checklist/protocol: are those of the contract",
      "checklist/protocol: %s: whatever stands in the body is left alone",
    ],
    ["any 2xx is a success", "checklist/protocol: is any 2xx for every endpoint: %i"],
    [
      "PUT is a partial update, a creation, an upsert, a bulk edit or a replacement",
      "sandbox/comments: Update of a comment is PUT although every field is optional (partial): fields left out stay",
      "sandbox/teams: PUT /teams creates and answers 201 each time (not idempotent)",
      "sandbox/openapi: PATCH changes visibility only, PUT changes source only (or creates); slug cannot change",
      "sandbox/teams: Bulk members PUT: add and remove take user ids or e-mails",
      "sandbox/adaptive-schema: PUT replaces the schema",
    ],
    [
      "some answers carry no object member",
      "checklist/service: carry object where the contract says so, and nowhere else",
    ],
    [
      "five lists have no envelope and take no pages",
      "checklist/service: %s is a list without an envelope and knows no pages",
      "wire/paging: R20 sends neither page nor limit to a list without the envelope",
    ],
  ],
  pagination: [
    [
      "the cursor is opaque and encoded",
      "wire/paging: R22 R23 encodes the cursor and repeats every other query parameter",
    ],
    [
      "a limit is 1 to 1000",
      "sandbox/coverage/coverage: that list in pages take a limit of 1 to 1000 and their own cursors only",
      "http/list: R23 refuses %j before anything is sent",
    ],
    [
      "page means a page of the content for a PDF and for comments",
      "http/list: R20 the page of a PDF is an id: sent once, and never a list",
      "catalog/retry-class: takes page and limit, and nothing else does but the pdf's page",
    ],
  ],
  query: [
    [
      "booleans are sent when they are said, true or false",
      "checklist/commands: docs %s | collections list --nested",
      "cli/values: three states of a field | pages list --no-metadata",
      "http/url: repeats arrays, sends false, leaves out what is absent",
    ],
    [
      "the default and the published filter have three states",
      "sandbox/site-spaces: Site-spaces default filter is a tri-state: true, false, absent",
      "sandbox/sites: Sites published filter likewise: a tri-state: true, false, absent",
      "commands/site-spaces: site-spaces list: the default filter has three states",
      "commands/sites: sites list: the published filter has three states",
    ],
    ["each list has its own filters", "catalog/interface: %s is what the contract says", "wire/coverage: %s"],
    [
      "share keys go to four endpoints",
      "sandbox/published: shareKey is on sections and site-spaces; not on section groups or share links",
      "catalog/interface: %s is what the contract says",
    ],
    [
      "comments are listed in every status, change requests when open",
      "sandbox/comments: Default order is desc, default status all",
      "sandbox/change-requests: the list shows open ones unless a status is given",
    ],
  ],
  body: [
    [
      "null takes away, absent leaves",
      "cli/values: three states of a field",
      "http/answers: sends false and null, and leaves out what is absent",
      "sandbox/sections: condition: absent leaves, null removes, 1 to 1024 characters; for sections",
    ],
    [
      "an empty text is not null",
      "sandbox/sections: Empty string is not null: condition has at least 1 character, path 1, section title 2",
      "cli/values: limits of the contract, told before anything is sent | --condition ''",
    ],
    [
      "a section's title may be null only when it is created",
      "sandbox/sections: Section title may be null on create but not on update",
      "checklist/commands: docs %s is exit 2 | sections edit ePnY5bz4286QHs81sB1N --no-title",
    ],
    [
      "fields that go in and come out in different shapes",
      "sandbox/sites: proxy string -> {origin, target}; proxy null removes",
      "sandbox/site-spaces: spaceId -> space (Space) / siteSpaces; sectionId -> section",
      "sandbox/section-groups: creates a group: sections ids -> SiteSection objects",
      "sandbox/saml: creates a provider, 201; a default team given by id is answered as a Team",
      "sandbox/organizations: every field; the logo is answered as urls.logo",
      "sandbox/teams: create.members are organization member ids (e-mails are not mentioned there)",
    ],
    [
      "numbers that look like lists",
      "catalog/resources: keeps numbers that look like lists numbers, and lists lists",
      "sandbox/published: Site.siteSpaces is a number; SiteSection.siteSpaces and SiteSectionGroup.sections are arrays",
    ],
    [
      "icons have at most 50 characters, those of groups too",
      "sandbox/section-groups: Icon names are at most 50 characters everywhere, also for section groups",
      "checklist/commands: docs %s is exit 2 | section-groups create --title A --icon",
    ],
  ],
  path: [
    [
      "an id or a number of a change request",
      "checklist/service: an id and a number name the same one in all 24 endpoints below it",
      "commands/cr: cr view takes a number, #number, an id and addresses, several at once",
    ],
    ["page, pages and files", "wire/coverage: %s", "checklist/service: %s is not answered | content/file/"],
    [
      "specifications have slugs, in the path too",
      "sandbox/openapi: slug pattern: lower case letters, digits, single hyphens inside",
      "checklist/commands: docs %s is exit 2 | openapi publish pet--store",
    ],
  ],
};
