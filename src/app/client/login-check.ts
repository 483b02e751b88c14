/** Tries a token on the service before it is stored. */
import { listMembers } from "../../catalog/members.js";
import { listOrgs } from "../../catalog/organizations.js";
import { listOrgSpaces } from "../../catalog/spaces.js";
import type { Globals } from "../../cli/argv/globals.js";
import { parseBaseUrl } from "../../http/base-url.js";
import type { Client } from "../../http/types.js";
import { isSameName } from "../../shared/text/names.js";
import { keepSecret } from "../secrets.js";
import { networkClient } from "./network-client.js";

/** The organizations that the token has access to. @throws Failure unauthorized, network, ... */
export async function getOrgs(
  flags: Globals["client"],
  baseUrl: string,
  token: string,
): Promise<{ organizations: { id: string; title: string }[] }> {
  const client = await clientOf(flags, baseUrl, token);
  const organizations: { id: string; title: string }[] = [];
  for await (const page of client.list(listOrgs, {}, { limit: 100 }).pages()) {
    for (const item of page.items) organizations.push({ id: item.id ?? "", title: item.title ?? "" });
  }
  return { organizations };
}

/** Id of the member of an organization with this e-mail address; undefined where there is none. @throws as above */
export async function findMember(
  flags: Globals["client"],
  { baseUrl, token, organization, email }: { baseUrl: string; token: string; organization: string; email: string },
): Promise<string | undefined> {
  const client = await clientOf(flags, baseUrl, token);
  const members = client.list(listMembers, { params: { organizationId: organization }, query: { search: email } });
  for await (const page of members.pages()) {
    const found = page.items.find(({ user }) => isSameName(user?.email ?? "", email));
    if (found?.id) return found.id;
  }
  return undefined;
}

/** More than anybody chooses from in a list. */
const MOST_SPACES = 1000;

/** Spaces to choose from. @throws as above */
export async function getSpaces(
  flags: Globals["client"],
  { baseUrl, token, organization }: { baseUrl: string; token: string; organization: string },
): Promise<{ id: string; title: string }[]> {
  const client = await clientOf(flags, baseUrl, token);
  const spaces: { id: string; title: string }[] = [];
  const input = { params: { organizationId: organization } };
  for await (const page of client.list(listOrgSpaces, input, { limit: MOST_SPACES }).pages()) {
    for (const { id, title } of page.items) spaces.push({ id: id ?? "", title: title ?? "" });
  }
  return spaces;
}

async function clientOf(flags: Globals["client"], baseUrl: string, token: string): Promise<Client> {
  const { checkToken } = await import("../../shared/tokens.js");
  const checked = checkToken(token, "the token given");
  keepSecret(checked);
  return networkClient(flags, { baseUrl: parseBaseUrl(baseUrl).baseUrl, token: () => checked });
}
