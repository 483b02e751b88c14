import { section, site } from "./answers.js";
import { list, PAGED, read, write } from "./helper.js";

const all = "/v1/orgs/o1/sites";
const at = "/v1/orgs/o1/sites/t1";
/** What the file that is named on the command line holds. */
const jsonSchema = { type: "object", properties: { isBeta: { type: "boolean" } }, additionalProperties: false };
const schema = { object: "site-adaptive-schema", jsonSchema, updatedAt: "2024-05-01T10:00:00.000Z" };
const condition = { description: "Beta users", condition: "visitor.claims.isBeta" };
const published = {
  object: "published-content-site",
  site,
  structure: { type: "sections", structure: [section] },
  customizations: {
    site: { title: "Docs", styling: { theme: "clean", tint: { color: { light: "#fff" } } } },
    siteSpaces: {},
  },
  scripts: [{ script: "https://x.example.com/a.js", contentSecurityPolicy: "", cookies: true }],
};

export const rows = [
  list("sites list", `GET ${all}?limit=1000`, [site]),
  list(
    `sites list --containing-space s1 --title "A b" --no-published ${PAGED}`,
    `GET ${all}?page=c%2F2%2B%3D&limit=25&space=s1&title=A+b&published=false`,
    [site],
  ),
  list("sites list --published", `GET ${all}?published=true&limit=1000`, [site]),
  write(
    "sites create --title Docs --type basic --visibility share-link --spaces s1,s2 --new-space",
    `POST ${all}`,
    { type: "basic", title: "Docs", visibility: "share-link", spaces: ["s1", "s2"], newSpace: true },
    201,
    site,
  ),
  write("sites create --title Docs --no-new-space", `POST ${all}`, { title: "Docs", newSpace: false }, 201, site),
  write("sites create --title Docs --type deluxe", `POST ${all}`, { title: "Docs", type: "deluxe" }, 201, site),
  ...["public", "unlisted", "share-link", "visitor-auth"].flatMap((visibility) => [
    write(
      `sites create --title Docs --visibility ${visibility}`,
      `POST ${all}`,
      { title: "Docs", visibility },
      201,
      site,
    ),
    write(`sites edit t1 --visibility ${visibility}`, `PATCH ${at}`, { visibility }, 200, site),
  ]),
  read("sites view", `GET ${at}`, site),
  write(
    "sites edit --title Docs --visibility visitor-auth --basename docs --adaptive-content --agents-context excluded --default-site-space n1 --default-site-section x1 --proxy company.com/docs",
    `PATCH ${at}`,
    {
      title: "Docs",
      visibility: "visitor-auth",
      basename: "docs",
      adaptiveContent: { enabled: true },
      agentsContext: "excluded",
      defaultSiteSpace: "n1",
      defaultSiteSection: "x1",
      proxy: "company.com/docs",
    },
    200,
    site,
  ),
  write(
    "sites edit t1 --no-adaptive-content --no-proxy --agents-context included",
    `PATCH ${at}`,
    { adaptiveContent: { enabled: false }, proxy: null, agentsContext: "included" },
    200,
    site,
  ),
  write("sites edit t1 --title Docs", `PATCH ${at}`, { title: "Docs" }, 200, site),
  write("sites delete t1 --yes", `DELETE ${at}`, undefined, 204),
  read("adaptive-schema view", `GET ${at}/adaptive-schema`, schema),
  write("adaptive-schema set --file schema.json", `PUT ${at}/adaptive-schema`, { jsonSchema }, 200, schema),
  list("adaptive-schema conditions", `GET ${at}/adaptive-schema/template-conditions`, [condition], {
    items: [condition],
  }),
  read("sites published", `GET ${at}/published`, published),
  read("sites published --share-key key1", `GET ${at}/published?shareKey=key1`, published),
  write("sites publish --yes", `POST ${at}/publish`, undefined, 200, { ...site, published: true }),
];
