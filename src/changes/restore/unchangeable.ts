/** Lists differences that no request can change, with the address of the thing in the app. */
import { getPath } from "../../shared/paths.js";
import { hashOf } from "../../shared/values.js";
import { endpointNamed, pathOf } from "../endpoints.js";
import { findMissing, findNew } from "./missing-things.js";
import { idOf, inApp, nameOf, type RestoreContext, type Restored } from "./restore-context.js";

interface Unchangeable {
  part: Restored;
  list: string;
  thing: string;
  fields: readonly string[];
  /** Also lists what is gone and what is new; for other kinds that is done elsewhere. */
  whole?: true;
}

const UNCHANGEABLE: readonly Unchangeable[] = [
  { part: "members", list: "listMembers", thing: "member", fields: ["disabled", "sso"] },
  {
    part: "spaces",
    list: "listOrgSpaces",
    thing: "space",
    fields: ["visibility", "visitorAuth.backend", "gitSync.url", "gitSync.repoName"],
  },
  { part: "sites", list: "listSites", thing: "site", fields: ["type", "hostname"] },
  { part: "specs", list: "listOpenapiSpecs", thing: "specification", fields: ["sourceURL"] },
  {
    part: "organization",
    list: "listSamlProviders",
    thing: "SAML provider",
    fields: ["label", "ssoURL", "entityID", "certificate", "defaultTeam.id", "defaultRole", "status"],
    whole: true,
  },
];

/** @throws Failure of the reads */
export async function listUnchangeable(back: RestoreContext, part: Restored): Promise<void> {
  for (const row of UNCHANGEABLE) if (row.part === part) await listDifferences(back, row);
}

async function listDifferences(back: RestoreContext, { list, thing, fields, whole }: Unchangeable): Promise<void> {
  const path = pathOf(endpointNamed(list), { organizationId: back.organization });
  const [before, today] = [await back.past.items(path), await back.now.items(path)];
  for (const one of before) {
    const other = today.find((each) => idOf(each) === idOf(one));
    for (const field of other ? fields : []) {
      const [was, is] = [getPath(one, field) ?? null, getPath(other, field) ?? null];
      if (hashOf(was) === hashOf(is)) continue;
      const words = `${field} was ${JSON.stringify(was)} and is ${JSON.stringify(is)}`.slice(0, 500);
      back.left.push(`${nameOf(thing, one)}: ${words}, which no request can change (${inApp(back, other)})`);
    }
  }
  if (!whole) return;
  for (const one of await findMissing(back, path, thing, { before, today }))
    back.left.push(`${nameOf(thing, one)} is gone: a new one would have other addresses (${inApp(back)})`);
  await findNew(back, path, thing, { before, today }, (name) => `${name} is new: it stays (${inApp(back)})`);
}
