import {
  createSamlProvider,
  deleteSamlProvider,
  getSamlProvider,
  listSamlProviders,
  listSsoLogins,
  updateSamlProvider,
} from "../catalog/saml.js";
import { defineCommand, defineNoun, many } from "../cli/command.js";
import { body } from "../cli/flags.js";
import { saml } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { certificatesOf } from "../shared/private-keys.js";
import { roleName } from "../shared/roles.js";
import { madeLine } from "./shared.js";

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

const WORDS = {
  label: "name shown at login",
  entityID: { describe: "entity id of the identity provider", value: "id" },
  certificate: {
    describe: "certificate of the identity provider, as PEM",
    value: "pem",
    file: true,
    parse: certificatesOf,
  },
  ssoURL: { describe: "address of the login page", value: "url" },
  defaultTeam: { describe: "team of new members", value: "team", id: "teamId" },
  defaultRole: "role of new members",
} as const;

const list = defineCommand({
  name: "list",
  summary: "List the SAML providers of an organization",
  endpoints: [listSamlProviders],
  within: ["org"],
  paged: true,
  examples: ["docs saml list", "docs saml list --json", "docs saml list -q '.[].label'"],
  run: ({ scope, query, api, out }) =>
    out.list(api.list(listSamlProviders, { params: scope, query }), { columns: COLUMNS, empty: "no SAML providers" }),
});

const view = defineCommand({
  name: "view",
  summary: "Show SAML providers",
  endpoints: [getSamlProvider],
  args: { provider: many(saml) },
  examples: ["docs saml view PROVIDER", "docs saml view PROVIDER -q .service.acsURL", "docs saml view PROVIDER --json"],
  run: ({ args, api, show }) =>
    show(args.provider, ({ params }) => api.call(getSamlProvider, { params }), { columns: DETAILS }),
});

const create = defineCommand({
  name: "create",
  summary: "Create a SAML provider",
  endpoints: [createSamlProvider],
  within: ["org"],
  flags: body(createSamlProvider, { ...WORDS, label: { describe: WORDS.label, required: true } }),
  examples: [
    'docs saml create --label "Okta" --entity-id ID --certificate-file okta.pem --sso-url https://...',
    'docs saml create --label "Okta" --default-role guest --json',
    'docs saml create --label "Okta" --certificate-file okta.pem --default-team TEAM --dry-run',
  ],
  run: async ({ scope, body, api, out }) => {
    const created = await api.call(createSamlProvider, { params: scope, body });
    await out.result(created, {
      columns: DETAILS,
      done: madeLine("Created SAML provider", created.id, created.label),
    });
  },
});

const edit = defineCommand({
  name: "edit",
  summary: "Change fields of SAML providers",
  endpoints: [updateSamlProvider],
  args: { provider: many(saml) },
  flags: body(updateSamlProvider, WORDS),
  needsField: true,
  examples: [
    "docs saml edit PROVIDER --certificate-file new.pem",
    "docs saml edit PROVIDER --default-role guest",
    'docs saml edit PROVIDER --label "Okta (new)" --default-team TEAM',
  ],
  run: ({ args, body, api, out }) =>
    out.each(args.provider, ({ params }) => api.call(updateSamlProvider, { params, body }), {
      columns: DETAILS,
      changes: "SAML provider",
    }),
});

const remove = defineCommand({
  name: "delete",
  summary: "Delete SAML providers",
  endpoints: [deleteSamlProvider],
  args: { provider: many(saml) },
  destructive: true,
  examples: [
    "docs saml delete PROVIDER",
    'docs saml delete PROVIDER --confirm "Okta"',
    "docs saml delete PROVIDER --dry-run",
  ],
  run: ({ args, api, remove }) =>
    remove(args.provider, {
      what: "SAML provider",
      read: ({ params }) => api.call(getSamlProvider, { params }),
      title: (item) => (typeof item.label === "string" ? item.label : undefined),
      warning: "People can no longer log in through it.",
      send: ({ params }, options) => api.call(deleteSamlProvider, { params }, options),
    }),
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
