/** Change requests as editors leave them, and the gate that checks them. */
import { crBrokenLinks } from "../../src/checks/rules/changed-links.js";
import type { AnyRule } from "../../src/checks/types.js";
import { getRevision, writeRevision } from "../../src/sandbox/content/revisions.js";
import type { StoredPage, StoredRevision } from "../../src/sandbox/content/types.js";
import { type Organization, organization, SPACE } from "./harness.js";

export const CRS = `/v1/spaces/${SPACE}/change-requests`;

export const FILES = {
  "README.md": "# Start\n\nSee [install](setup.md#install), [setup](setup.md) and [gone](gone.md).\n",
  "setup.md": "# Setup\n\n## Install\n\nRun it.\n",
  "picture.md": "# Picture\n\n![a plan](.gitbook/assets/plan.png)\n",
  "limits.md": '# Limits\n\n{% include ".gitbook/includes/limits.md" %}\n',
  "price.md": "# Price\n\nIt costs {{ space.vars.price }}.\n",
  "other.md": "# Other\n\nNothing.\n",
  ".gitbook/assets/plan.png": "png",
  ".gitbook/includes/limits.md": "---\ntitle: Limits\n---\n\nAt most ten.\n",
  ".gitbook/vars.yaml": "price: 10\n",
};

/** An organization with a page of every kind, and an open change request; its id. */
export async function opened(files: Record<string, string> = FILES): Promise<{ org: Organization; id: string }> {
  const org = await organization();
  await org.write(files);
  org.advance(60_000);
  const { id } = await org.send("POST", CRS, { subject: "Words" });
  await org.send("PATCH", `${CRS}/${id}`, { status: "open" });
  org.advance(60_000);
  return { org, id };
}

/** A new revision of the change request, as an editor would leave it. */
export const edit = (org: Organization, id: string, change: (revision: StoredRevision) => Partial<StoredRevision>) =>
  org.change((context) => {
    const { revision } = context.store.get<{ revision: string }>("change-request", id) ?? { revision: "" };
    const before = getRevision(context.store, revision);
    const { object: _object, id: _id, createdAt: _createdAt, ...content } = before;
    const made = writeRevision(context, SPACE, { ...content, parents: [revision], ...change(before) });
    context.store.update<object>("change-request", id, (value) => ({ ...value, revision: made }));
  });

export const inGate = (org: Organization, id: string, rule: AnyRule = crBrokenLinks) =>
  org.run(rule, { scope: { space: SPACE, changeRequest: id } });

export const moved = (page: StoredPage, path: string): StoredPage => ({
  ...page,
  path,
  slug: path.split("/").at(-1) ?? "",
  git: { oid: "1", path: `${path}.md` },
});

export const withPages = ({ pages }: StoredRevision, change: (page: StoredPage) => StoredPage | undefined) => ({
  pages: pages.flatMap((page) => change(page) ?? []),
});
