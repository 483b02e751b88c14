import type { Store } from "../../src/sandbox/store/store.js";
import type { TestSandbox } from "../helpers/sandbox.js";

type Params = Record<string, string>;

/** So many pages and files of a space are asked for one by one. */
const FEW = 3;

const revisionOf = (store: Store, { spaceId = "", changeRequestId }: Params) => {
  const above =
    changeRequestId === undefined
      ? store.get<{ revision: string }>("space", spaceId)
      : store.get<{ revision: string }>("change-request", changeRequestId);
  return store.get<{ pages: { id: string }[]; files: { id: string }[] }>("revision", above?.revision ?? "");
};

const few = (things: readonly { id: string }[] = []) => things.slice(0, FEW).map(({ id }) => id);

/** Ids that a parameter of a path may have, by those that stand before it. */
const IDS: Record<string, (store: Store, params: Params) => string[]> = {
  organizationId: (store) => store.ids("organization", "root"),
  emailDomain: () => ["lindenhof.example"],
  spaceId: (store) =>
    store.sql
      .all("SELECT id FROM objects WHERE kind = 'space' AND json_extract(json, '$.deletedAt') IS NULL")
      .map(({ id }) => String(id)),
  collectionId: (store) =>
    store.sql.all("SELECT id FROM objects WHERE kind = 'collection'").map(({ id }) => String(id)),
  changeRequestId: (store, { spaceId = "" }) => store.ids("change-request", spaceId),
  commentId: (store, { spaceId = "", changeRequestId = spaceId }) => store.ids("comment", changeRequestId),
  commentReplyId: (store, { commentId = "" }) => store.ids("comment-reply", commentId),
  pageId: (store, params) => few(revisionOf(store, params)?.pages),
  fileId: (store, params) => few(revisionOf(store, params)?.files),
  siteId: (store, { organizationId = "" }) => store.ids("site", organizationId),
  teamId: (store, { organizationId = "" }) => store.ids("team", organizationId),
  userId: (store, { organizationId = "" }) => store.all<{ id: string }>("member", organizationId).map(({ id }) => id),
  samlProviderId: (store, { organizationId = "" }) => store.ids("saml-provider", organizationId),
  specSlug: (store, { organizationId = "" }) =>
    store.all<{ slug: string }>("openapi-spec", organizationId).map(({ slug }) => slug),
  versionId: (store, { organizationId, specSlug }) =>
    store.ids("openapi-spec-version", `${organizationId}/${specSlug}`),
  translationId: (store, { organizationId = "" }) => store.ids("translation", organizationId),
};

/** Addresses that a path of the contract has in a sandbox; searches look for "the". */
export function idsFor(service: TestSandbox, path: string): Promise<string[]> {
  return service.change(({ store }) => {
    let found: { address: string; params: Params }[] = [{ address: "", params: {} }];
    for (const segment of path.split("/").slice(1)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      found = found.flatMap(({ address, params }) =>
        name === undefined
          ? [{ address: `${address}/${segment}`, params }]
          : (IDS[name]?.(store, params) ?? []).map((id) => ({
              address: `${address}/${id}`,
              params: { ...params, [name]: id },
            })),
      );
    }
    return found.map(({ address }) => (address.endsWith("/search") ? `${address}?query=the` : address));
  });
}
