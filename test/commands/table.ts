/**
 * The command line as it is promised: command, flags, endpoints of which it is the home. In paths, O is an organization,
 * T a site of it, C a collection, S a space, R a change request of it, SR both a space and a change request. Below each,
 * command lines that are tried, with ids of the sample: those that start with ! print nothing, for a 204.
 */
const TABLE = `
orgs list | | GET /v1/orgs
  orgs list
orgs view [org] | | GET O
  orgs view
orgs edit [org] | title email-domains hostname default-role default-site logo sso no-sso ai no-ai invite-links no-invite-links | PATCH O
  orgs edit --title Halden
orgs search <text> | | GET O/search
  orgs search battery
orgs for-domain <domain> | | GET /v1/email-domains/{emailDomain}/orgs
  orgs for-domain lindenhof.example
orgs ping [org] | | POST O/ping
  orgs ping
orgs delete-invite <invite> | yes confirm must-exist | DELETE O/link-invites/{inviteId}
  ! orgs delete-invite someInvite --yes
spaces list | deleted limit page page-size sort | GET O/spaces
  spaces list
spaces view [space] | share-key web url | GET S
  spaces view
spaces edit [space] | title emoji edit-mode default-level language query field raw-field | PATCH S
  spaces edit --title Guide
spaces delete <space> | yes confirm must-exist | DELETE S
  ! spaces delete pkNn494pi8HgB36Wxyf8 --yes
spaces restore <space> | | POST S/restore
  spaces restore pckJFg4CoAX5S93XtNo9
spaces duplicate [space] | | POST S/duplicate
  spaces duplicate
spaces move <space> | parent before after | POST S/move
  spaces move pPP4WDv78L8RNnQG4tYR --parent c7WuyRt44QJyE3zm4taW
spaces transfer <space> | to-org to-collection yes confirm must-exist | POST S/transfer
  spaces transfer p3sfu86N4L96J7SLYxrq --to-org osAgpp53c2y4hH7jymzf --yes
spaces search <text> | | GET S/search
  spaces search battery
spaces links | broken stats exit-code | GET S/links
  spaces links
spaces check [space] | older-than config report fail-on export-root max-warnings |
content view | cr no-metadata no-computed | GET SR/content
  content view
  content view --cr 42
content import <url> | source cr | POST SR/content/import
  content import data:text/markdown;name=new.md,%23%20New --source markdown
  content import data:text/markdown;name=new.md,%23%20New --source markdown --cr 42
content apply-template <template> | ref | POST S/content/template
  ! content apply-template product-docs
pages list | cr no-metadata no-computed | GET SR/content/pages
  pages list
  pages list --cr 42
pages view <page> | cr format evaluated no-evaluated no-metadata no-computed | GET SR/content/page/{pageId}
  pages view VRzPFXWE6YaDDdpwosnD
  pages view VRzPFXWE6YaDDdpwosnD --cr 42 --format markdown
pages links <page> | cr stats | GET SR/content/page/{pageId}/links
  pages links XP6omSZeoJsbZDXfvayL
  pages links XP6omSZeoJsbZDXfvayL --cr 42
pages backlinks <page> | | GET S/content/page/{pageId}/backlinks
  pages backlinks XP6omSZeoJsbZDXfvayL
files list | cr no-metadata no-computed | GET SR/content/files
  files list
  files list --cr 42
files view <file> | cr no-metadata no-computed | GET SR/content/files/{fileId}
  files view fT6kXw2NbRz9QmVd4LhG
  files view fT6kXw2NbRz9QmVd4LhG --cr 42
files backlinks <file> | cr | GET SR/content/files/{fileId}/backlinks
  files backlinks fT6kXw2NbRz9QmVd4LhG
  files backlinks fT6kXw2NbRz9QmVd4LhG --cr 42
files download <file> | cr output-file force |
cr list | status contributor author search all-spaces | GET S/change-requests
  cr list
  cr list --status all --all-spaces
cr view <cr> | comments | GET R
  cr view 42
  cr view 42 --comments
cr create | subject agent-task | POST S/change-requests
  cr create --subject New
cr edit <cr> | subject status | PATCH R
  cr edit 42 --subject New
cr diff <cr> | stat name-only all |
  cr diff 42
  cr diff 42 --stat
cr review <cr> | |
cr check <cr> | older-than config report fail-on export-root max-warnings |
cr close <cr> | query field |
  cr close 42
cr reopen <cr> | query field |
  cr reopen 42
cr comment <cr> | body body-file |
  cr comment 42 --body Hello
cr merge <cr> | yes if-ready update | POST R/merge
  cr merge 42
cr update <cr> | | POST R/update
  cr update 43
cr pdf <cr> | page only output-file | GET R/pdf
  cr pdf 42
cr commenters <cr> | | GET R/commenters
  cr commenters 42
comments list | cr status order format page-id author | GET SR/comments
  comments list
  comments list --cr 42
comments view <comment> | cr format | GET SR/comments/{commentId}
  comments view mN9hRc4qVxL6WzTk2BdY
  comments view mV4dLs8xTqH6ZnRb3KwP --cr 42
comments create | cr body body-file node page-id table-record table-definition | POST SR/comments
  comments create --body Hello
  comments create --body Hello --cr 42
comments edit <comment> | cr body body-file | PUT SR/comments/{commentId}
  comments edit mN9hRc4qVxL6WzTk2BdY --body Hello
  comments edit mV4dLs8xTqH6ZnRb3KwP --body Hello --cr 42
comments delete <comment> | cr yes confirm must-exist | DELETE SR/comments/{commentId}
  ! comments delete mN9hRc4qVxL6WzTk2BdY --yes
  ! comments delete mV4dLs8xTqH6ZnRb3KwP --cr 42 --yes
comments resolve <comment> | cr |
  comments resolve mN9hRc4qVxL6WzTk2BdY
comments reopen <comment> | cr |
  comments reopen mN9hRc4qVxL6WzTk2BdY
comments react <comment> | cr add remove |
  comments react mN9hRc4qVxL6WzTk2BdY --add 👍
replies list <comment> | cr format | GET R/comments/{commentId}/replies
  replies list mV4dLs8xTqH6ZnRb3KwP --cr 42
replies view <comment> <reply> | cr format | GET SR/comments/{commentId}/replies/{commentReplyId}
  replies view mZk3WvY7dRt5QnBx9JpG yH8mPz2cLxV5TqKw7NdR
  replies view mV4dLs8xTqH6ZnRb3KwP yL3nTx6qJdV8WzKb4RfS --cr 42
replies create <comment> | cr body body-file | POST SR/comments/{commentId}/replies
  replies create mZk3WvY7dRt5QnBx9JpG --body Yes
  replies create mV4dLs8xTqH6ZnRb3KwP --body Yes --cr 42
replies edit <comment> <reply> | cr body body-file add-reaction remove-reaction resolved no-resolved | PUT SR/comments/{commentId}/replies/{commentReplyId}
  replies edit mZk3WvY7dRt5QnBx9JpG yH8mPz2cLxV5TqKw7NdR --body Yes
  replies edit mV4dLs8xTqH6ZnRb3KwP yL3nTx6qJdV8WzKb4RfS --body Yes --cr 42
replies delete <comment> <reply> | cr yes confirm must-exist | DELETE SR/comments/{commentId}/replies/{commentReplyId}
  ! replies delete mZk3WvY7dRt5QnBx9JpG yH8mPz2cLxV5TqKw7NdR --yes
  ! replies delete mV4dLs8xTqH6ZnRb3KwP yL3nTx6qJdV8WzKb4RfS --cr 42 --yes
collections list | no-nested | GET O/collections
  collections list
collections view <collection> | | GET C
  collections view c7WuyRt44QJyE3zm4taW
collections create | title parent | POST O/collections
  collections create --title New
collections edit <collection> | title description default-level | PATCH C
  collections edit c7WuyRt44QJyE3zm4taW --title New
collections delete <collection> | yes confirm must-exist | DELETE C
  ! collections delete cxFhGxM3216Qsn5jm8q8 --yes
collections spaces <collection> | | GET C/spaces
  collections spaces cC27v54cXpR684GxcEvU
collections move <collection> | parent before after | POST C/move
  collections move cS7ormSW7G774f2RtAZg --parent c7WuyRt44QJyE3zm4taW
collections transfer <collection> | to-org yes confirm must-exist | POST C/transfer
  collections transfer cS7ormSW7G774f2RtAZg --to-org osAgpp53c2y4hH7jymzf --yes
sites list | containing-space title published no-published | GET O/sites
  sites list
sites view [site] | | GET T
  sites view
sites create | type title visibility spaces new-space | POST O/sites
  sites create --title New
sites edit [site] | title visibility basename adaptive-content no-adaptive-content agents-context default-site-space default-site-section proxy no-proxy | PATCH T
  sites edit --title New
sites delete <site> | yes confirm must-exist | DELETE T
  ! sites delete s37xwST38AhXPnB2Pj9h --yes
sites publish [site] | yes | POST T/publish
  sites publish --yes
sites check [site] | older-than config report fail-on export-root max-warnings |
sites published [site] | share-key | GET T/published
  sites published
sites export [site] | file all |
sites plan <file> | prune adopt plan exit-code |
sites apply <file> | prune adopt yes confirm |
adaptive-schema view | | GET T/adaptive-schema
  adaptive-schema view
adaptive-schema set | file | PUT T/adaptive-schema
  adaptive-schema set --file schema.json
adaptive-schema conditions | | GET T/adaptive-schema/template-conditions
  adaptive-schema conditions
sections list | share-key | GET T/sections
  sections list
sections create | content title icon | POST T/sections
  sections create --content pkNn494pi8HgB36Wxyf8
sections edit <section> | title path default-site-space condition no-condition icon no-icon description no-description | PATCH T/sections/{siteSectionId}
  sections edit ePnY5bz4286QHs81sB1N --title New
sections delete <section> | yes confirm must-exist | DELETE T/sections/{siteSectionId}
  ! sections delete e9wwZ81xpiN1wVFC1a85 --yes
sections move <section> | before after | POST T/sections/{siteSectionId}/move
  sections move e9wwZ81xpiN1wVFC1a85 --before ePnY5bz4286QHs81sB1N
section-groups list | | GET T/section-groups
  section-groups list
section-groups create | title icon sections | POST T/section-groups
  section-groups create --title New
section-groups edit <group> | title icon | PATCH T/section-groups/{siteSectionGroupId}
  section-groups edit g9Zk69pwo7ZbFpG91Mm2 --title New
section-groups delete <group> | yes confirm must-exist | DELETE T/section-groups/{siteSectionGroupId}
  ! section-groups delete g9Zk69pwo7ZbFpG91Mm2 --yes
section-groups add <group> <section> | | POST T/section-groups/{siteSectionGroupId}/sections
  section-groups add g9Zk69pwo7ZbFpG91Mm2 ePnY5bz4286QHs81sB1N
section-groups remove <group> <section> | | DELETE T/section-groups/{siteSectionGroupId}/sections/{siteSectionId}
  ! section-groups remove g9Zk69pwo7ZbFpG91Mm2 e3w5wrLbFu5YnBs1w1Z3
section-groups move <group> | before after | POST T/section-groups/{siteSectionGroupId}/move
  section-groups move g9Zk69pwo7ZbFpG91Mm2 --before ePnY5bz4286QHs81sB1N
site-spaces list | share-key default no-default | GET T/site-spaces
  site-spaces list
site-spaces add | content section | POST T/site-spaces
  site-spaces add --content pkNn494pi8HgB36Wxyf8
site-spaces edit <site-space> | path condition no-condition content | PATCH T/site-spaces/{siteSpaceId}
  site-spaces edit wK753MQjk728HC5r1Zw6 --path v2
site-spaces delete <site-space> | yes confirm must-exist | DELETE T/site-spaces/{siteSpaceId}
  ! site-spaces delete w3t2772867dpfQ9GJ11v --yes
site-spaces move <site-space> | before after | POST T/site-spaces/{siteSpaceId}/move
  site-spaces move w5w5ukJs4omN22u4893H --before wK753MQjk728HC5r1Zw6
share-links list | | GET T/share-links
  share-links list
share-links create | name | POST T/share-links
  share-links create --name New
share-links edit <share-link> | name active no-active | PATCH T/share-links/{shareLinkId}
  share-links edit k4417hK4FrRVS9ezeUW3 --name New
share-links delete <share-link> | yes confirm must-exist | DELETE T/share-links/{shareLinkId}
  ! share-links delete k4417hK4FrRVS9ezeUW3 --yes
teams list | owner title | GET O/teams
  teams list
teams view <team> | | GET O/teams/{teamId}
  teams view t3QuiTd9yR8G95e1tUaj
teams create | title members | PUT O/teams
  teams create --title New
teams edit <team> | title | PATCH O/teams/{teamId}
  teams edit t3QuiTd9yR8G95e1tUaj --title New
teams delete <team> | yes confirm must-exist | DELETE O/teams/{teamId}
  ! teams delete t3QuiTd9yR8G95e1tUaj --yes
teams sync <file> | prune adopt max-removals skip-unknown touch-me plan yes confirm |
team-members list <team> | | GET O/teams/{teamId}/members
  team-members list t3aVFS211n5tKAH88D12
team-members edit <team> | add remove role | PUT O/teams/{teamId}/members
  ! team-members edit t3aVFS211n5tKAH88D12 --add u4ZZnH5G9tKzy5NnAxaX
team-members set <team> <user> | role | PUT O/teams/{teamId}/members/{userId}
  ! team-members set t3aVFS211n5tKAH88D12 u4ZZnH5G9tKzy5NnAxaX
team-members remove <team> <user> | yes confirm must-exist | DELETE O/teams/{teamId}/members/{userId}
  ! team-members remove t3aVFS211n5tKAH88D12 u5s6yviydT27vWkB4r3J --yes
members list | role search sort order | GET O/members
  members list
members view <user> | | GET O/members/{userId}
  members view u4ZZnH5G9tKzy5NnAxaX
members edit <user> | role yes | PATCH O/members/{userId}
  members edit u4ZZnH5G9tKzy5NnAxaX --role read
members remove <user> | yes confirm must-exist | DELETE O/members/{userId}
  ! members remove u4ZZnH5G9tKzy5NnAxaX --yes
members sso <user> | | POST O/members/{userId}/sso
  members sso u4ZZnH5G9tKzy5NnAxaX
members spaces <user> | order | GET O/members/{userId}/spaces
  members spaces u4ZZnH5G9tKzy5NnAxaX
members teams <user> | title | GET O/members/{userId}/teams
  members teams u4ZZnH5G9tKzy5NnAxaX
members offboard <user> | heir demote archive-drafts receipt max-removals plan yes confirm |
saml list | | GET O/saml
  saml list
saml view <provider> | | GET O/saml/{samlProviderId}
  saml view maSb3364sqMD95UzH113
saml create | label entity-id certificate-file sso-url default-team default-role | POST O/saml
  saml create --label New
saml edit <provider> | label entity-id certificate-file sso-url default-team default-role | PATCH O/saml/{samlProviderId}
  saml edit maSb3364sqMD95UzH113 --label New
saml delete <provider> | yes confirm must-exist | DELETE O/saml/{samlProviderId}
  ! saml delete maSb3364sqMD95UzH113 --yes
saml logins | | GET O/sso
  saml logins
openapi list | | GET O/openapi
  openapi list
openapi view <slug> | | GET O/openapi/{specSlug}
  openapi view harbor-api
openapi create <slug> | source-url | POST O/openapi
  openapi create pets --source-url https://pets.example/openapi.yaml
openapi publish <slug> | source-url wait | PUT O/openapi/{specSlug}
  openapi publish harbor-api --source-url https://pets.example/openapi.yaml
openapi edit <slug> | visibility | PATCH O/openapi/{specSlug}
  openapi edit harbor-api --visibility private
openapi delete <slug> | yes confirm must-exist | DELETE O/openapi/{specSlug}
  ! openapi delete harbor-api --yes
openapi versions <slug> | | GET O/openapi/{specSlug}/versions
  openapi versions harbor-api
openapi version <slug> [version] | | GET O/openapi/{specSlug}/versions/latest, GET O/openapi/{specSlug}/versions/{versionId}
  openapi version harbor-api
  openapi version harbor-api v8aWDpo1129BGSAf21ds
openapi content <slug> [version] | | GET O/openapi/{specSlug}/versions/latest/content, GET O/openapi/{specSlug}/versions/{versionId}/content
  openapi content harbor-api
  openapi content harbor-api v8aWDpo1129BGSAf21ds
translations list | | GET O/translations
  translations list
translations view <translation> | | GET O/translations/{translationId}
  translations view lkEDBVz72E62zj22Hd4M
translations create | source-space source-language language instructions instructions-file wait | POST O/translations
  translations create --source-space tG4nVx8YqLz2RkWd7JmS --language ja
translations edit <translation> | instructions instructions-file | PUT O/translations/{translationId}
  translations edit lkEDBVz72E62zj22Hd4M --instructions New
translations delete <translation> | yes confirm must-exist | DELETE O/translations/{translationId}
  ! translations delete lkEDBVz72E62zj22Hd4M --yes
`;

export interface Row {
  command: string;
  /** Number of words that stand for things, optional ones included. */
  targets: number;
  flags: string[];
  endpoints: string[];
  /** Command lines of it that are tried; see json-lines.ts. */
  lines: string[];
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
  .split(/\n(?! )/)
  .map((row) => {
    const [line = "", ...lines] = row.split("\n").map((text) => text.trim());
    const [usage = "", flags = "", endpoints = ""] = line.split("|").map((part) => part.trim());
    const words = usage.split(" ");
    return {
      command: words.slice(0, 2).join(" "),
      targets: words.length - 2,
      flags: flags.split(" ").filter(Boolean),
      endpoints: endpoints.split(", ").filter(Boolean).flatMap(expand),
      lines,
    };
  });
