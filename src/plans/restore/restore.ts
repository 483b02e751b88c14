/** Plans steps that bring back settings and structure of a snapshot, and lists what cannot be brought back. */
import { Failure } from "../../errors.js";
import { getPath } from "../../facts/paths.js";
import type { Planner } from "../make/planner.js";
import { createWorld, type Reader } from "../world.js";
import { restoreFields } from "./fields.js";
import { restoreMembers, restoreTeams } from "./people.js";
import { type Back, RESTORED, type Restored } from "./setup.js";
import { restoreSites } from "./sites.js";
import { removeNewCollections, restoreTree } from "./tree.js";
import { listUnchangeable } from "./unchangeable.js";

export { RESTORED, type Restored };

export interface RestoreSetup {
  planner: Planner;
  organization: string;
  /** Readers of the snapshot and of the service. */
  past: Reader;
  now: Reader;
  only: readonly Restored[];
  prune: boolean;
}

/** In this order, as teams need members, sites need spaces, and levels depend on places. */
const PARTS: readonly [part: Restored, restore: (back: Back) => Promise<void>][] = [
  ["organization", (back) => restoreFields(back, "organization")],
  ["members", (back) => restoreFields(back, "members")],
  ["teams", restoreTeams],
  ["collections", (back) => restoreTree(back, "collections")],
  ["spaces", (back) => restoreTree(back, "spaces")],
  ["collections", removeNewCollections],
  ["sites", restoreSites],
  ["specs", (back) => restoreFields(back, "specs")],
  ["members", restoreMembers],
];

/** Adds the steps. Returns what cannot be brought back, one line each. @throws Failure of the reads of the service */
export async function restoreSettings({ planner, organization, only, prune, ...readers }: RestoreSetup) {
  const [past, now] = [createWorld(readers.past), createWorld(readers.now)];
  const org = await now.thing({ path: `/v1/orgs/${encodeURIComponent(organization)}` });
  const before = await past.thing({ path: `/v1/orgs/${encodeURIComponent(organization)}` });
  if (prune) refuseNarrow(before);
  const app = getPath(org, "urls.app");
  const left: string[] = [];
  if (!seesAll(org)) left.push("you are no administrator: what is called gone may only be hidden from you");
  const back: Back = {
    planner,
    organization,
    past,
    now,
    readers,
    only,
    prune,
    left,
    app: typeof app === "string" ? app : "",
  };
  for (const [part, restore] of PARTS) {
    if (only.includes(part)) await ifThere(part, back, () => restore(back));
  }
  for (const part of only) await ifThere(part, back, () => listUnchangeable(back, part));
  return [...new Set(left)];
}

const seesAll = (org: object | null): boolean => getPath(org, "permissions.admin") === true;

/** A snapshot made by somebody who cannot see everything lacks what others see, and --prune would remove that. @throws Failure refused */
function refuseNarrow(before: object | null): void {
  if (seesAll(before)) return;
  throw new Failure(
    "refused",
    "--prune needs a snapshot made by an administrator: it may lack what its maker could not see; nothing was sent",
    { outcome: "not_applied", hint: "leave --prune out", details: { rail: "read whole" } },
  );
}

/** Notes parts that are not in the snapshot; nothing of them is changed. */
async function ifThere(part: Restored, { left }: Back, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "not-in-snapshot") throw error;
    left.push(`${part}: ${error.message}`);
  }
}
