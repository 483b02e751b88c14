/** What differs and no request changes: for people, with where the thing is in the app. */
import { getPath } from "../../facts/paths.js";
import { hashOf } from "../../facts/values.js";
import { named, pathOf } from "../endpoints.js";
import { type Back, idOf, inApp, missing, nameOf, type Restored } from "./setup.js";

interface Told {
  part: Restored;
  list: string;
  thing: string;
  fields: readonly string[];
  /** What is gone and what is new is told here; of others it is told elsewhere. */
  whole?: true;
}

const TOLD: readonly Told[] = [
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
export async function tellOthers(back: Back, part: Restored): Promise<void> {
  for (const told of TOLD) if (told.part === part) await tell(back, told);
}

async function tell(back: Back, { list, thing, fields, whole }: Told): Promise<void> {
  const path = pathOf(named(list), { organizationId: back.organization });
  const [before, today] = [await back.past.items(path), await back.now.items(path)];
  for (const one of before) {
    const other = today.find((each) => idOf(each) === idOf(one));
    for (const field of other ? fields : []) {
      const [was, is] = [getPath(one, field) ?? null, getPath(other, field) ?? null];
      if (hashOf(was) === hashOf(is)) continue;
      const words = `${field} was ${JSON.stringify(was)} and is ${JSON.stringify(is)}`.slice(0, 500);
      back.left.push(`${nameOf(thing, one)}: ${words}, which no request changes (${inApp(back, other)})`);
    }
  }
  if (!whole) return;
  for (const one of missing(before, today))
    back.left.push(`${nameOf(thing, one)} is gone: a new one has other addresses (${inApp(back)})`);
  for (const one of missing(today, before)) back.left.push(`${nameOf(thing, one)} is new: it stays (${inApp(back)})`);
}
