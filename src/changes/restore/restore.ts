/** Plans steps that bring back settings and structure of a snapshot, and lists what cannot be brought back. */
import { createAbsence } from "../../absence/absence.js";
import { Failure } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { getPath } from "../../shared/paths.js";
import { hashOf } from "../../shared/values.js";
import { endpointNamed, pathOf } from "../endpoints.js";
import type { Planner } from "../make/planner.js";
import { createWorld } from "../world.js";
import { restoreFields } from "./fields.js";
import { findMissing, noteNew } from "./missing-things.js";
import { restoreMembers, restoreTeams } from "./people.js";
import { idOf, inApp, nameOf, RESTORABLE_PARTS, type RestorablePart, type RestoreContext } from "./restore-context.js";
import { restoreSites } from "./restore-sites.js";
import { withStandIns } from "./stand-ins.js";
import { readTree, restoreTree, type Tree } from "./tree.js";

export { RESTORABLE_PARTS };

interface RestoreOptions {
  planner: Planner;
  organization: string;
  /** Readers of the snapshot and of the service. */
  past: Reader;
  now: Reader;
  only: readonly RestorablePart[];
}

/** `tree` is read by the first part that needs it, and changed by the steps of each. */
type Restore = (back: RestoreContext, tree: () => Promise<Tree>) => Promise<void>;

/** In this order, as teams need members, sites need spaces, and levels depend on places. */
const PARTS: readonly [part: RestorablePart, restore: Restore][] = [
  ["organization", (back) => restoreFields(back, "organization")],
  ["members", restoreMembers],
  ["teams", restoreTeams],
  ["collections", async (back, tree) => restoreTree(back, "collections", await tree())],
  ["spaces", async (back, tree) => restoreTree(back, "spaces", await tree())],
  ["sites", restoreSites],
  ["specs", (back) => restoreFields(back, "specs")],
];

/** Adds the steps. Returns what cannot be brought back and what could not be determined, one line each. @throws Failure of the reads of the service */
export async function restoreSettings({ planner, organization, only, ...readers }: RestoreOptions) {
  const worldOf = (reader: Reader) => createWorld(reader, createAbsence(reader, organization));
  const now = worldOf(readers.now);
  const past = withStandIns(worldOf(readers.past), now, organization);
  const org = await now.thing({ path: `/v1/orgs/${encodeURIComponent(organization)}` });
  const app = getPath(org, "urls.app");
  const left: string[] = [];
  const unclear: string[] = [];
  const back: RestoreContext = {
    planner,
    organization,
    past,
    now,
    readers,
    only,
    left,
    unclear,
    app: typeof app === "string" ? app : "",
  };
  let read: Promise<Tree> | undefined;
  const tree = (): Promise<Tree> => {
    read ??= readTree(back);
    return read;
  };
  for (const [part, restore] of PARTS) {
    if (only.includes(part)) await skipIfNotInSnapshot(part, back, () => restore(back, tree));
  }
  for (const part of only) await skipIfNotInSnapshot(part, back, () => listUnchangeable(back, part));
  return { left: [...new Set(left)], unclear: [...new Set(unclear)] };
}

/** Notes parts that are not in the snapshot; nothing of them is changed. */
async function skipIfNotInSnapshot(
  part: RestorablePart,
  { left }: RestoreContext,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "not-in-snapshot") throw error;
    left.push(`${part}: ${error.message}`);
  }
}

/** Differences that no request can change: they are listed with the address of the thing in the app. */
interface Unchangeable {
  part: RestorablePart;
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
async function listUnchangeable(back: RestoreContext, part: RestorablePart): Promise<void> {
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
      // A certificate says nothing to readers of a list.
      const values = field === "certificate" ? "another one" : `${JSON.stringify(was)} and is ${JSON.stringify(is)}`;
      const words = `${field} was ${values}`.slice(0, 500);
      back.left.push(`${nameOf(thing, one)}: ${words}, which no request can change (${inApp(back, other)})`);
    }
  }
  if (!whole) return;
  for (const one of await findMissing(back, path, thing, { before, today }))
    back.left.push(`${nameOf(thing, one)} is gone: a new one would have other addresses (${inApp(back)})`);
  await noteNew(back, path, thing, { before, today }, (name) => `${name} is new: it stays (${inApp(back)})`);
}
