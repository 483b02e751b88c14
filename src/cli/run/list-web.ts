/** `list --web`: opens the app's page of the thing that the list belongs to. */
import { Failure } from "../../errors.js";
import { maskUrl } from "../../shared/secret-places.js";
import type { Context } from "../context.js";

/** One request, for the innermost context. @throws Failure not-found if it has no page */
export async function openList({ api, out }: Context, scope: Readonly<Record<string, string>>): Promise<void> {
  const { urls } = await readSurroundings(api, scope);
  if (!urls?.app) throw new Failure("not-found", "this list has no page in the app");
  await out.browse(urls.app);
  out.done(`Opening ${maskUrl(urls.app)} in the browser`);
}

interface Around {
  urls?: { app?: string | null | undefined } | null | undefined;
}

async function readSurroundings(api: Context["api"], scope: Readonly<Record<string, string>>): Promise<Around> {
  const { organizationId = "", spaceId, changeRequestId, siteId } = scope;
  if (spaceId !== undefined && changeRequestId !== undefined) {
    const { getChangeRequest } = await import("../../catalog/change-requests.js");
    return api.call(getChangeRequest, { params: { spaceId, changeRequestId } });
  }
  if (spaceId !== undefined) {
    const { getSpace } = await import("../../catalog/spaces.js");
    return api.call(getSpace, { params: { spaceId } });
  }
  if (siteId !== undefined) {
    const { getSite } = await import("../../catalog/sites.js");
    return api.call(getSite, { params: { organizationId, siteId } });
  }
  const { getOrg } = await import("../../catalog/organizations.js");
  return api.call(getOrg, { params: { organizationId } });
}
