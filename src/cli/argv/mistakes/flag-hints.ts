/** Flags that people expect a command to have, with what to use instead. This is a table of words, without code. */

const DOMAIN =
  "a site's own domain is set in the app: docs sites view SITE --web; its name below the organization's address: --basename";
const SEEN =
  "who sees a space is decided by its site: docs sites edit SITE --visibility public; its members' level: --default-level";
const PERSON = "people change their own names and addresses; their role: --role";

export const FLAG_HINTS: Readonly<Record<string, string>> = {
  "sites edit --hostname": DOMAIN,
  "sites edit --domain": DOMAIN,
  "sites edit --url": DOMAIN,
  "sites create --hostname": DOMAIN,
  "sites create --domain": DOMAIN,
  "sites edit --spaces": "spaces are added with: docs site-spaces add --content SPACE",
  "sites edit --published": "a site is published with: docs sites publish SITE",
  "spaces edit --visibility": SEEN,
  "spaces edit --public": SEEN,
  "spaces edit --private": SEEN,
  "spaces edit --parent": "a space moves into a collection with: docs spaces move SPACE --parent COLLECTION",
  "spaces edit --collection": "a space moves into a collection with: docs spaces move SPACE --parent COLLECTION",
  "collections edit --parent": "a collection moves with: docs collections move COLLECTION --parent COLLECTION",
  "sections edit --group": "a section joins a group with: docs section-groups add GROUP SECTION",
  "site-spaces edit --section": "add it to another section: docs site-spaces add --content SPACE --section SECTION",
  "members edit --name": PERSON,
  "members edit --email": PERSON,
  "members edit --team": "a member joins a team with: docs team-members edit TEAM --add USER",
  "teams edit --members": "members join a team with: docs team-members edit TEAM --add USER",
  "teams edit --add": "members join a team with: docs team-members edit TEAM --add USER",
  "cr create --title": "did you mean: --subject",
  "cr edit --title": "did you mean: --subject",
  "share-links edit --title": "did you mean: --name",
  "share-links create --title": "did you mean: --name",
  "openapi create --file": "a specification is read from an address: --source-url https://example.com/openapi.yaml",
  "openapi publish --file": "a specification is read from an address: --source-url https://example.com/openapi.yaml",
};
