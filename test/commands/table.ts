/**
 * The command line as it is promised: command, flags, endpoints of which it is the home. In paths, O is an organization,
 * T a site of it, C a collection, S a space, R a change request of it, SR both a space and a change request.
 */
const TABLE = `
orgs list | | GET /v1/orgs
orgs view [org] | | GET O
orgs edit [org] | title email-domains hostname default-role default-site logo sso no-sso ai no-ai invite-links no-invite-links | PATCH O
orgs search <text> | | GET O/search
orgs for-domain <domain> | | GET /v1/email-domains/{emailDomain}/orgs
orgs ping [org] | | POST O/ping
orgs delete-invite <invite> | yes confirm must-exist | DELETE O/link-invites/{inviteId}
spaces list | deleted limit page page-size sort | GET O/spaces
spaces view [space] | share-key web url | GET S
spaces edit [space] | title emoji edit-mode default-level language query field raw-field | PATCH S
spaces delete <space> | yes confirm must-exist | DELETE S
spaces restore <space> | | POST S/restore
spaces duplicate [space] | | POST S/duplicate
spaces move <space> | parent before after | POST S/move
spaces transfer <space> | to-org to-collection yes confirm must-exist | POST S/transfer
spaces search <text> | | GET S/search
spaces links | broken stats exit-code | GET S/links
spaces check [space] | older-than config report fail-on export-root max-warnings |
content view | cr no-metadata no-computed | GET SR/content
content import <url> | source cr | POST SR/content/import
content apply-template <template> | ref | POST S/content/template
pages list | cr no-metadata no-computed | GET SR/content/pages
pages view <page> | cr format evaluated no-evaluated no-metadata no-computed | GET SR/content/page/{pageId}
pages links <page> | cr stats | GET SR/content/page/{pageId}/links
pages backlinks <page> | | GET S/content/page/{pageId}/backlinks
files list | cr no-metadata no-computed | GET SR/content/files
files view <file> | cr no-metadata no-computed | GET SR/content/files/{fileId}
files backlinks <file> | cr | GET SR/content/files/{fileId}/backlinks
files download <file> | cr output-file force |
cr list | status contributor author search all-spaces | GET S/change-requests
cr view <cr> | comments | GET R
cr create | subject agent-task | POST S/change-requests
cr edit <cr> | subject status | PATCH R
cr diff <cr> | stat name-only all |
cr review <cr> | |
cr check <cr> | older-than config report fail-on export-root max-warnings |
cr close <cr> | query field |
cr reopen <cr> | query field |
cr comment <cr> | body body-file |
cr merge <cr> | yes if-ready update | POST R/merge
cr update <cr> | | POST R/update
cr pdf <cr> | page only output-file | GET R/pdf
cr commenters <cr> | | GET R/commenters
comments list | cr status order format page-id author | GET SR/comments
comments view <comment> | cr format | GET SR/comments/{commentId}
comments create | cr body body-file node page-id table-record table-definition | POST SR/comments
comments edit <comment> | cr body body-file | PUT SR/comments/{commentId}
comments delete <comment> | cr yes confirm must-exist | DELETE SR/comments/{commentId}
comments resolve <comment> | cr |
comments reopen <comment> | cr |
comments react <comment> | cr add remove |
replies list <comment> | cr format | GET R/comments/{commentId}/replies
replies view <comment> <reply> | cr format | GET SR/comments/{commentId}/replies/{commentReplyId}
replies create <comment> | cr body body-file | POST SR/comments/{commentId}/replies
replies edit <comment> <reply> | cr body body-file add-reaction remove-reaction resolved no-resolved | PUT SR/comments/{commentId}/replies/{commentReplyId}
replies delete <comment> <reply> | cr yes confirm must-exist | DELETE SR/comments/{commentId}/replies/{commentReplyId}
collections list | no-nested | GET O/collections
collections view <collection> | | GET C
collections create | title parent | POST O/collections
collections edit <collection> | title description default-level | PATCH C
collections delete <collection> | yes confirm must-exist | DELETE C
collections spaces <collection> | | GET C/spaces
collections move <collection> | parent before after | POST C/move
collections transfer <collection> | to-org yes confirm must-exist | POST C/transfer
sites list | containing-space title published no-published | GET O/sites
sites view [site] | | GET T
sites create | type title visibility spaces new-space | POST O/sites
sites edit [site] | title visibility basename adaptive-content no-adaptive-content agents-context default-site-space default-site-section proxy no-proxy | PATCH T
sites delete <site> | yes confirm must-exist | DELETE T
sites publish [site] | yes | POST T/publish
sites check [site] | older-than config report fail-on export-root max-warnings |
sites published [site] | share-key | GET T/published
sites export [site] | file all |
sites plan <file> | prune adopt plan exit-code |
sites apply <file> | prune adopt yes confirm |
adaptive-schema view | | GET T/adaptive-schema
adaptive-schema set | file | PUT T/adaptive-schema
adaptive-schema conditions | | GET T/adaptive-schema/template-conditions
sections list | share-key | GET T/sections
sections create | content title icon | POST T/sections
sections edit <section> | title path default-site-space condition no-condition icon no-icon description no-description | PATCH T/sections/{siteSectionId}
sections delete <section> | yes confirm must-exist | DELETE T/sections/{siteSectionId}
sections move <section> | before after | POST T/sections/{siteSectionId}/move
section-groups list | | GET T/section-groups
section-groups create | title icon sections | POST T/section-groups
section-groups edit <group> | title icon | PATCH T/section-groups/{siteSectionGroupId}
section-groups delete <group> | yes confirm must-exist | DELETE T/section-groups/{siteSectionGroupId}
section-groups add <group> <section> | | POST T/section-groups/{siteSectionGroupId}/sections
section-groups remove <group> <section> | | DELETE T/section-groups/{siteSectionGroupId}/sections/{siteSectionId}
section-groups move <group> | before after | POST T/section-groups/{siteSectionGroupId}/move
site-spaces list | share-key default no-default | GET T/site-spaces
site-spaces add | content section | POST T/site-spaces
site-spaces edit <site-space> | path condition no-condition content | PATCH T/site-spaces/{siteSpaceId}
site-spaces delete <site-space> | yes confirm must-exist | DELETE T/site-spaces/{siteSpaceId}
site-spaces move <site-space> | before after | POST T/site-spaces/{siteSpaceId}/move
share-links list | | GET T/share-links
share-links create | name | POST T/share-links
share-links edit <share-link> | name active no-active | PATCH T/share-links/{shareLinkId}
share-links delete <share-link> | yes confirm must-exist | DELETE T/share-links/{shareLinkId}
teams list | owner title | GET O/teams
teams view <team> | | GET O/teams/{teamId}
teams create | title members | PUT O/teams
teams edit <team> | title | PATCH O/teams/{teamId}
teams delete <team> | yes confirm must-exist | DELETE O/teams/{teamId}
teams sync <file> | prune adopt max-removals skip-unknown touch-me plan yes confirm |
team-members list <team> | | GET O/teams/{teamId}/members
team-members edit <team> | add remove role | PUT O/teams/{teamId}/members
team-members set <team> <user> | role | PUT O/teams/{teamId}/members/{userId}
team-members remove <team> <user> | yes confirm must-exist | DELETE O/teams/{teamId}/members/{userId}
members list | role search sort order | GET O/members
members view <user> | | GET O/members/{userId}
members edit <user> | role yes | PATCH O/members/{userId}
members remove <user> | yes confirm must-exist | DELETE O/members/{userId}
members sso <user> | | POST O/members/{userId}/sso
members spaces <user> | order | GET O/members/{userId}/spaces
members teams <user> | title | GET O/members/{userId}/teams
members offboard <user> | heir demote archive-drafts receipt max-removals plan yes confirm |
saml list | | GET O/saml
saml view <provider> | | GET O/saml/{samlProviderId}
saml create | label entity-id certificate-file sso-url default-team default-role | POST O/saml
saml edit <provider> | label entity-id certificate-file sso-url default-team default-role | PATCH O/saml/{samlProviderId}
saml delete <provider> | yes confirm must-exist | DELETE O/saml/{samlProviderId}
saml logins | | GET O/sso
openapi list | | GET O/openapi
openapi view <slug> | | GET O/openapi/{specSlug}
openapi create <slug> | source-url | POST O/openapi
openapi publish <slug> | source-url wait | PUT O/openapi/{specSlug}
openapi edit <slug> | visibility | PATCH O/openapi/{specSlug}
openapi delete <slug> | yes confirm must-exist | DELETE O/openapi/{specSlug}
openapi versions <slug> | | GET O/openapi/{specSlug}/versions
openapi version <slug> [version] | | GET O/openapi/{specSlug}/versions/latest, GET O/openapi/{specSlug}/versions/{versionId}
openapi content <slug> [version] | | GET O/openapi/{specSlug}/versions/latest/content, GET O/openapi/{specSlug}/versions/{versionId}/content
translations list | | GET O/translations
translations view <translation> | | GET O/translations/{translationId}
translations create | source-space source-language language instructions instructions-file wait | POST O/translations
translations edit <translation> | instructions instructions-file | PUT O/translations/{translationId}
translations delete <translation> | yes confirm must-exist | DELETE O/translations/{translationId}
`;

export interface Row {
  command: string;
  /** Number of words that stand for things, optional ones included. */
  targets: number;
  flags: string[];
  endpoints: string[];
}

const PREFIXES: Record<string, readonly string[]> = {
  O: ["/v1/orgs/{organizationId}"],
  T: ["/v1/orgs/{organizationId}/sites/{siteId}"],
  C: ["/v1/collections/{collectionId}"],
  S: ["/v1/spaces/{spaceId}"],
  R: ["/v1/spaces/{spaceId}/change-requests/{changeRequestId}"],
  SR: ["/v1/spaces/{spaceId}", "/v1/spaces/{spaceId}/change-requests/{changeRequestId}"],
};

function expand(endpoint: string): string[] {
  const [method = "", path = ""] = endpoint.split(" ");
  const [short = "", ...rest] = path.split("/");
  const below = rest.map((part) => `/${part}`).join("");
  return (PREFIXES[short] ?? [short]).map((prefix) => `${method} ${prefix}${below}`);
}

export const ROWS: readonly Row[] = TABLE.trim()
  .split("\n")
  .map((line) => {
    const [usage = "", flags = "", endpoints = ""] = line.split("|").map((part) => part.trim());
    const words = usage.split(" ");
    return {
      command: words.slice(0, 2).join(" "),
      targets: words.length - 2,
      flags: flags.split(" ").filter(Boolean),
      endpoints: endpoints.split(", ").filter(Boolean).flatMap(expand),
    };
  });
