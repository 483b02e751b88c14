/** Tries a token on the service before it is stored. */
import { listOrgs } from "../../catalog/organizations.js";
import type { Globals } from "../../cli/words/globals.js";
import { parseBaseUrl } from "../../http/request/url.js";
import { keepSecret } from "../secrets.js";
import { networkClient } from "./network-client.js";

/** The organizations that the token has access to. @throws Failure unauthorized, network, ... */
export async function getOrgs(
  flags: Globals["client"],
  baseUrl: string,
  token: string,
): Promise<{ organizations: { id: string; title: string }[] }> {
  const { checkToken } = await import("../../facts/tokens.js");
  const checked = checkToken(token, "the token given");
  keepSecret(checked);
  const client = await networkClient(flags, { baseUrl: parseBaseUrl(baseUrl).baseUrl, token: () => checked });
  const organizations: { id: string; title: string }[] = [];
  for await (const page of client.list(listOrgs, {}, { limit: 100 }).pages()) {
    for (const item of page.items) organizations.push({ id: item.id ?? "", title: item.title ?? "" });
  }
  return { organizations };
}
