/** Empties a copy of a snapshot as far as requests do, and restores its settings with `docs snapshots restore`. */
import { deleteCollection, listOrgCollections } from "../../catalog/collections.js";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { listMembers, updateMember } from "../../catalog/members.js";
import { deleteSiteSectionGroup, listSiteSectionGroups } from "../../catalog/section-groups.js";
import { deleteSiteSection, listSiteSections } from "../../catalog/sections.js";
import { deleteSiteSpace, listSiteSpaces } from "../../catalog/site-spaces.js";
import { listSites } from "../../catalog/sites.js";
import { listOrgSpaces, updateSpace } from "../../catalog/spaces.js";
import { deleteTeam, listTeams } from "../../catalog/teams.js";
import { applyPlan, type StepResult } from "../../changes/apply/apply.js";
import { createPlanner } from "../../changes/make/planner.js";
import { RESTORABLE_PARTS, restoreSettings } from "../../changes/restore/restore.js";
import { Failure } from "../../errors.js";
import { type DrillPart, drillRow, joinParts } from "../../snapshot/drill-report.js";
import { type Copy, openRehearsal, openWithoutCopy } from "../client/rehearsal.js";

interface Setup {
  file: string;
  copy: Copy;
  past: Awaited<ReturnType<typeof openWithoutCopy>>;
  now: () => number;
}

/** Kinds of things that a restore makes again, under names for people. */
const REMADE: Readonly<Record<string, string>> = {
  team: "teams",
  "team-membership": "memberships",
  collection: "collections",
  "site-section-group": "section groups",
  "site-section": "sections",
  "site-space": "site spaces",
};

export async function rehearseSettings(
  file: string,
  now: () => number,
): Promise<DrillPart & { notRestorable: string[] }> {
  const copy = await openRehearsal(file, { asAdmin: true });
  try {
    const past = await openWithoutCopy(file);
    try {
      return await rehearse({ file, copy, past, now });
    } finally {
      past.close();
    }
  } finally {
    copy.close();
  }
}

async function rehearse(setup: Setup): Promise<DrillPart & { notRestorable: string[] }> {
  const counts = async () => (await setup.copy.sandbox.info()).counts;
  const before = await counts();
  const { fewer, unread, reasons } = (await import("../../snapshot/drill/missing-references.js")).unmakeableIn(
    setup.file,
  );
  await emptyCopy(setup.copy);
  const emptied = await counts();
  const first = await restoreOnce(setup);
  // What a second restore would still do, the first has not done.
  const { steps, notRestorable } = await restoreOnce(setup);
  const after = await counts();
  const compared = Object.keys(REMADE).reduce((sum, kind) => sum + (before[kind] ?? 0), 0);
  const failed = first.steps.filter(({ outcome }) => !DONE.has(outcome)).map(lineOf);
  const left = steps.map(({ step }) => `left over: ${step.title}`);
  const lost = Object.entries(REMADE).flatMap(([kind, name]) => {
    const [was = 0, gone, is = 0] = [before, emptied, after].map((one) => one[kind] ?? 0);
    // What no request makes again may also be what none removes.
    return unread.has(kind) || (is <= was && is >= was - (fewer.get(kind) ?? 0))
      ? []
      : [`${name}: ${was} in the snapshot, ${gone} when emptied, ${is} when restored`];
  });
  const none = compared === 0 ? "no teams, collections or parts of sites in the snapshot" : undefined;
  if (none !== undefined) reasons.push(none);
  const names = Object.keys(REMADE).filter((kind) => unread.has(kind));
  if (names.length > 0)
    reasons.push(`not read completely, so not counted: ${names.map((kind) => REMADE[kind]).join(", ")}`);
  const reason = reasons.join("; ") || undefined;
  const check = "settings" as const;
  return {
    ...joinParts([
      drillRow({ check, what: "steps", compared: first.steps.length, reason: none }, [...failed, ...left]),
      drillRow({ check, what: "things", compared, reason }, lost),
    ]),
    notRestorable,
  };
}

const DONE: ReadonlySet<string> = new Set(["done", "satisfied"]);

const lineOf = ({ step, outcome, says }: StepResult): string =>
  `${outcome}: ${step.title}${says === undefined ? "" : `: ${says}`}`;

type Params = Record<string, string>;

/** Removes teams, collections and parts of sites, and takes away roles and titles. What is refused stays as it is. */
async function emptyCopy({ client, organization }: Copy): Promise<void> {
  const org = { organizationId: organization };
  const all = async (endpoint: AnyEndpoint, params: Params): Promise<string[]> => {
    const ids: string[] = [];
    // Lists of the interface: objects with an id.
    for await (const { items } of client.list(endpoint, { params }).pages())
      ids.push(...items.map((item) => String((item as { id?: unknown }).id)));
    return ids;
  };
  const each = async (list: AnyEndpoint, params: Params, change: AnyEndpoint, name: string, body?: object) => {
    for (const id of await all(list, params)) {
      await ignoreRefusal(() => client.call(change, { params: { ...params, [name]: id }, ...(body && { body }) }));
    }
  };
  await each(listTeams, org, deleteTeam, "teamId");
  await each(listOrgCollections, org, deleteCollection, "collectionId");
  await each(listOrgSpaces, org, updateSpace, "spaceId", { title: "-" });
  await each(listMembers, org, updateMember, "userId", { role: "read" });
  for (const siteId of await all(listSites, org)) {
    const site = { ...org, siteId };
    await each(listSiteSectionGroups, site, deleteSiteSectionGroup, "siteSectionGroupId");
    await each(listSiteSpaces, site, deleteSiteSpace, "siteSpaceId");
    await each(listSiteSections, site, deleteSiteSection, "siteSectionId");
  }
}

async function ignoreRefusal(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

async function restoreOnce({ copy, past, now }: Setup): Promise<{ steps: StepResult[]; notRestorable: string[] }> {
  const { client, origin, organization } = copy;
  const head = { origin, organization, maker: "docs snapshots drill", command: "docs snapshots drill" };
  const made = new Date(now()).toISOString();
  const planner = createPlanner({
    client,
    head: { ...head, made, by: { account: "drill" } },
    redact: (value) => value,
  });
  const { left, unclear } = await restoreSettings({
    ...{ planner, organization, past: past.client, now: client, only: RESTORABLE_PARTS, prune: false },
  });
  // A copy is thrown away: no limit protects it.
  const plan = await planner.finish({ maxRemovals: 1, reportOnly: true });
  const steps = await applyPlan({
    ...{ client, plan, now, concurrency: 1, settleMs: 0, retryUnknown: false },
    state: { text: "", append: () => {}, flush: async () => {} },
    stateName: "the drill",
    whyNotNow: async () => undefined,
    onResult: () => {},
  });
  return { steps, notRestorable: [...left, ...unclear].map(withoutAddress) };
}

/** The address would be one of the copy. */
const withoutAddress = (line: string): string =>
  line.replace(/ \(in the app: \S+\)$/, "").replace(/in the app: \S+$/, "in the app");
