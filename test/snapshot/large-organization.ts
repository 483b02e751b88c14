import { fileURLToPath } from "node:url";
import { importFolder } from "../../src/sandbox/import/import-markdown.js";
import type { Loader } from "../../src/sandbox/open.js";
import { permissionsFor } from "../../src/sandbox/rights/levels.js";
import { ORG, putSpace, SPACE, smallOrganization, type TestSandbox } from "../helpers/sandbox.js";

const TREE = fileURLToPath(new URL("../../node_modules/undici/docs", import.meta.url));
export const NOTES = "testSpace00000000002";

/** An organization of two spaces, one with the public documentation of a library. */
export const loadLarge: Loader = async (context) => {
  smallOrganization(context);
  const permissions = permissionsFor("organization", "admin");
  context.store.update<object>("organization", ORG, (value) => ({ ...value, permissions }));
  putSpace(context, { id: NOTES, title: "Notes" });
  await importFolder(context, { folder: TREE, organization: ORG, space: SPACE });
};

export const markdown = (name: string, text: string) => ({
  url: `data:text/markdown;name=${name}.md,${encodeURIComponent(text)}`,
  source: "markdown",
});

/** A team, a site, comments, and change requests of every kind, made through the interface. */
export async function peopleLarge({ call }: Pick<TestSandbox, "call">): Promise<void> {
  const send = async (method: string, path: string, body: object = {}) => {
    const { status, json } = await call(method, `/v1${path}`, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
    return json;
  };
  const made = (path: string, body: object = {}) => send("POST", path, body);
  const [ada] = (await call("GET", `/v1/orgs/${ORG}/members`)).json.items;
  const team = await send("PUT", `/orgs/${ORG}/teams`, { title: "Writers" });
  await send("PUT", `/orgs/${ORG}/teams/${team.id}/members`, { add: [ada.id] });
  const site = await made(`/orgs/${ORG}/sites`, { title: "Library", spaces: [SPACE, NOTES] });
  await made(`/orgs/${ORG}/sites/${site.id}/publish`);
  await made(`/orgs/${ORG}/sites/${site.id}/share-links`, { name: "Partners" });
  for (const text of ["Is this still so?", "Yes"]) {
    await made(`/spaces/${SPACE}/comments`, { body: { markdown: text } });
  }
  for (const status of ["open", "draft", "archived", "merged"]) {
    const base = `/spaces/${SPACE}/change-requests`;
    const change = await made(base, { subject: `To be ${status}` });
    await made(`${base}/${change.id}/content/import`, markdown(status, `# A page that is ${status}`));
    const comment = await made(`${base}/${change.id}/comments`, { body: { markdown: "Why?" } });
    await made(`${base}/${change.id}/comments/${comment.id}/replies`, { body: { markdown: "Because" } });
    if (status === "merged") await made(`${base}/${change.id}/merge`);
    else await send("PATCH", `${base}/${change.id}`, { status });
  }
}
