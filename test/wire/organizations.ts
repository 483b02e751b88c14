import { organization } from "./answers.js";
import { list, PAGED, ROLES, read, write } from "./helper.js";

const at = "/v1/orgs/o1";
const hit = { id: "s1", title: "Guides", pages: [{ id: "p1", title: "Home", sections: [] }] };

export const rows = [
  list("orgs list", "GET /v1/orgs?limit=1000", [organization]),
  list(`orgs list ${PAGED}`, "GET /v1/orgs?page=c%2F2%2B%3D&limit=25", [organization]),
  read("orgs view", `GET ${at}`, organization),
  write(
    "orgs edit --title Acme --email-domains example.com,example.org --hostname acme.example.com --default-role edit --default-site t1 --logo https://example.com/logo.png --sso --ai --invite-links --yes",
    `PATCH ${at}`,
    {
      title: "Acme",
      emailDomains: ["example.com", "example.org"],
      hostname: "acme.example.com",
      defaultRole: "edit",
      defaultContent: { type: "site", site: "t1" },
      logo: "https://example.com/logo.png",
      sso: true,
      ai: true,
      inviteLinks: true,
    },
    200,
    organization,
  ),
  write(
    'orgs edit o1 --email-domains "" --no-default-role --no-sso --no-ai --no-invite-links --yes',
    `PATCH ${at}`,
    { emailDomains: [], defaultRole: null, sso: false, ai: false, inviteLinks: false },
    200,
    organization,
  ),
  write("orgs edit o1 --title Acme", `PATCH ${at}`, { title: "Acme" }, 200, organization),
  ...ROLES.map((role) =>
    write(`orgs edit --default-role ${role} --yes`, `PATCH ${at}`, { defaultRole: role }, 200, organization),
  ),
  write("orgs delete-invite i1 --yes", `DELETE ${at}/link-invites/i1`, undefined, 204),
  list("orgs search battery", `GET ${at}/search?limit=1000&query=battery`, [hit]),
  list(`orgs search "rate limits" ${PAGED}`, `GET ${at}/search?page=c%2F2%2B%3D&limit=25&query=rate+limits`, [hit]),
  list("orgs for-domain example.com", "GET /v1/email-domains/example.com/orgs", [organization], {
    organizations: [organization],
  }),
  write("orgs ping", `POST ${at}/ping`, undefined, 200, { serviceVisitorClaims: "a.b.c" }),
  write("orgs ping", `POST ${at}/ping`, undefined, 200, {}),
];
