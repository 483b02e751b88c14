import {
  createSamlProvider,
  deleteSamlProvider,
  getSamlProvider,
  listSamlProviders,
  listSsoLogins,
  updateSamlProvider,
} from "../catalog/saml.js";
import { defineCommand, defineNoun } from "../cli/command.js";
import { saml } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { requireUrl } from "../cli/targets/target-shape.js";
import { usage } from "../errors.js";
import { roleName } from "../shared/choices.js";
import { certificatesOf } from "../shared/private-keys.js";
import { shellWord } from "../shared/shell-words.js";
import { plainVerbs } from "./plain-verbs.js";

const COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Label", path: "label" },
  { header: "Status", path: "status", as: "state" },
  { header: "Default role", path: "defaultRole", as: "state", value: (item) => roleName(item.defaultRole) },
  { header: "Default team", path: "defaultTeam.title", drop: 1 },
  { header: "Created", path: "createdAt", as: "time", drop: 2 },
];

const DETAILS: readonly Column[] = [
  ...COLUMNS,
  { header: "Entity ID", path: "entityID" },
  { header: "SSO URL", path: "ssoURL", as: "url" },
  { header: "Service entity ID", path: "service.entityID" },
  { header: "ACS URL", path: "service.acsURL", as: "url" },
  { header: "Start URL", path: "service.startURL", as: "url" },
];

/** @throws Failure usage for the name of a file, and for a private key */
function certificateOf(text: string, name: string): string {
  if (!/^\S+\.(pem|crt|cer|der)$/i.test(text)) return certificatesOf(text, name);
  throw usage(`--certificate ${text} is a text, not the file`, `did you mean: --certificate-file ${shellWord(text)}`);
}

const WORDS = {
  label: "name shown at login",
  entityID: { describe: "entity id of the identity provider", value: "id" },
  certificate: {
    describe: "certificate of the identity provider, as PEM",
    value: "pem",
    file: true,
    parse: certificateOf,
  },
  ssoURL: {
    describe: "URL of the login page",
    value: "url",
    parse: (text: string, name: string) => requireUrl(text, name, "members are sent there"),
  },
  defaultTeam: { describe: "team of new members", value: "team", id: "teamId" },
  defaultRole: "role of new members",
} as const;

const verbs = plainVerbs({ kind: saml, arg: "provider", columns: COLUMNS, details: DETAILS, read: getSamlProvider });

const list = verbs.list(listSamlProviders, {
  summary: "List the SAML providers of an organization",
  empty: "no SAML providers",
  examples: ["docs saml list", "docs saml list --json", "docs saml list -q '.[].label'"],
});

const view = verbs.view(getSamlProvider, {
  summary: "Show SAML providers",
  examples: ["docs saml view PROVIDER", "docs saml view PROVIDER -q .service.acsURL", "docs saml view PROVIDER --json"],
});

const create = verbs.create(createSamlProvider, {
  summary: "Create a SAML provider",
  fields: { ...WORDS, label: { describe: WORDS.label, required: true } },
  examples: [
    'docs saml create --label "Okta" --entity-id ID --certificate-file okta.pem --sso-url https://...',
    'docs saml create --label "Okta" --default-role guest --json',
    'docs saml create --label "Okta" --certificate-file okta.pem --default-team TEAM --dry-run',
  ],
});

const edit = verbs.edit(updateSamlProvider, {
  summary: "Change fields of SAML providers",
  fields: WORDS,
  examples: [
    "docs saml edit PROVIDER --certificate-file new.pem",
    "docs saml edit PROVIDER --default-role guest",
    'docs saml edit PROVIDER --label "Okta (new)" --default-team TEAM',
  ],
});

const remove = verbs.remove(deleteSamlProvider, {
  summary: "Delete SAML providers",
  warning: "People can no longer log in through it.",
  examples: [
    "docs saml delete PROVIDER",
    'docs saml delete PROVIDER --confirm "Okta"',
    "docs saml delete PROVIDER --dry-run",
  ],
});

const logins = defineCommand({
  name: "logins",
  summary: "List the single sign-on logins of an organization",
  endpoints: [listSsoLogins],
  within: ["org"],
  examples: ["docs saml logins", "docs saml logins -q '.[].startURL'", "docs saml logins --json"],
  run: ({ scope, api, out }) =>
    out.list(api.list(listSsoLogins, { params: scope }), {
      columns: [
        { header: "ID", path: "id", as: "id" },
        { header: "Label", path: "label" },
        { header: "Start URL", path: "startURL", as: "url" },
      ],
      empty: "no single sign-on logins",
    }),
});

export default defineNoun(list, view, create, edit, remove, logins);
