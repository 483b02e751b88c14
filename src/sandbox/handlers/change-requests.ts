import { listAnswer } from "../lists.js";
import {
  findChangeRequest,
  findSpace,
  hasContributed,
  recordContribution,
  refuseClosed,
  refuseLocked,
  type StoredChangeRequest,
  timestamp,
} from "../lookup.js";
import { ORIGIN } from "../origin.js";
import { isWhole } from "../store/sources.js";
import type { Handler, HandlerContext, HandlerInput, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";

// Loaded on demand: reading change requests does not need it.
const loadMerge = () => import("../content/merge.js");
const loadRevisions = () => import("../content/revisions.js");

const KIND = "change-request";
const MAX_SUBJECT = 100;
const SETTABLE = ["draft", "open", "archived"];

const find = ({ params }: HandlerInput, context: HandlerContext) =>
  findChangeRequest(context, params.spaceId ?? "", params.changeRequestId ?? "");

/** Updates members of a change request and the counters of its space. */
function change(
  context: HandlerContext,
  space: string,
  { id }: StoredChangeRequest,
  fields: Partial<StoredChangeRequest>,
): object | undefined {
  const updatedAt = timestamp(context);
  const value = context.store.update<StoredChangeRequest>(KIND, id, (stored) => ({ ...stored, ...fields, updatedAt }));
  if (fields.status !== undefined) recount(context, space);
  return value;
}

function recount({ store, loaded }: HandlerContext, space: string): void {
  if (loaded && !isWhole(store, `spaces/${space}/${KIND}s`, "spaces/{spaceId}/change-requests")) return;
  const counters = {
    changeRequests: store.count(KIND, space),
    changeRequestsOpen: store.count(KIND, space, { status: "open" }),
    changeRequestsDraft: store.count(KIND, space, { status: "draft" }),
  };
  store.update("space", space, (value) => ({ ...value, ...counters }));
}

const listChangeRequests: Handler = (input, context) => {
  const space = findSpace(context, input.params.spaceId ?? "").id;
  const where = { status: String(input.query.status ?? "open") };
  const { contributor } = input.query;
  if (typeof contributor !== "string") return listAnswer(context, input, { kind: KIND, scope: space, where });
  const items = context.store
    .all<StoredChangeRequest>(KIND, space, where)
    .filter(({ id, createdBy }) => createdBy.id === contributor || hasContributed(context, id, contributor));
  return listAnswer(context, input, { items });
};

const createChangeRequest: Handler = async ({ params, body }, context) => {
  const space = findSpace(context, params.spaceId ?? "");
  const { store } = context;
  const subject = typeof body.subject === "string" ? body.subject : "";
  if ([...subject].length > MAX_SUBJECT) {
    throw new ServiceError(400, `subject may have at most ${MAX_SUBJECT} characters`);
  }
  const { copyRevision } = await loadRevisions();
  const id = context.id();
  const number = store.next(`change-requests/${space.id}`);
  const now = timestamp(context);
  const value: StoredChangeRequest = {
    object: KIND,
    id,
    number,
    status: "draft",
    subject,
    createdBy: callerAsUser(context, space.organization),
    createdAt: now,
    updatedAt: now,
    revision: copyRevision(context, space.revision, { space: space.id, type: "edits", parents: [space.revision] }),
    revisionInitial: space.revision,
    comments: 0,
    outdated: false,
    urls: {
      location: `${ORIGIN}/v1/spaces/${space.id}/change-requests/${id}`,
      app: `${ORIGIN}/o/${space.organization}/s/${space.id}/~/changes/${number}`,
    },
  };
  store.put(KIND, id, space.id, value);
  recount(context, space.id);
  return { value };
};

function callerAsUser(context: HandlerContext, organization: string): { id: string } {
  const member = context.store.get<{ user: { id: string } }>("member", `${organization}/${context.actor}`);
  return member?.user ?? { id: context.actor };
}

const getChangeRequest: Handler = (input, context) => ({ value: find(input, context) });

const updateChangeRequest: Handler = (input, context) => {
  const found = find(input, context);
  const { status } = input.body;
  if (typeof status === "string" && !SETTABLE.includes(status)) {
    throw new ServiceError(400, `status must be one of ${SETTABLE.join(", ")}`);
  }
  if (typeof status === "string" && found.status === "merged") {
    throw new ServiceError(409, `change request ${found.number} is merged; its status is final`);
  }
  return { value: change(context, input.params.spaceId ?? "", found, input.body) };
};

const baseOf = (found: StoredChangeRequest) => found.revisionMergedAncestor ?? found.revisionInitial;

/** @throws ServiceError 409 for a change request whose base or content is not in the snapshot that was loaded */
function refuseUnread({ store, loaded }: HandlerContext, found: StoredChangeRequest, done: string): void {
  if (!loaded) return;
  const why = (what: string, next: string) =>
    new ServiceError(409, `change request ${found.number} cannot be ${done} here: ${what}; ${next}`);
  if (store.scopeOf("revision", found.revision) === undefined) {
    throw why("its content is not in the snapshot", "snapshots have that of open and draft ones");
  }
  if (store.scopeOf("revision", baseOf(found)) === undefined) {
    const next = "update it on the service, make the snapshot again and load that";
    throw why("the revision that it started from is not in the snapshot, which has no older ones", next);
  }
}

const mergeChangeRequest: Handler = async (input, context) => {
  const found = find(input, context);
  const space = findSpace(context, input.params.spaceId ?? "");
  refuseLocked(space);
  refuseClosed(found);
  refuseUnread(context, found, "merged");
  const [{ mergeRevisions }, { setSpaceRevision }] = await Promise.all([loadMerge(), loadRevisions()]);
  const merged = mergeRevisions(context, {
    base: baseOf(found),
    ours: space.revision,
    theirs: found.revision,
    space: space.id,
    type: "merge",
  });
  if ("conflicts" in merged) return { value: { revision: found.revision, result: "conflicts" } };
  const { revision } = merged;
  // Mark it as merged first: all other change requests are behind the new revision.
  change(context, space.id, found, { status: "merged", revisionMerged: revision, outdated: false });
  setSpaceRevision(context, space.id, revision);
  return { value: { revision, result: "merge" } };
};

const pullChangeRequest: Handler = async (input, context) => {
  const found = find(input, context);
  const space = findSpace(context, input.params.spaceId ?? "");
  refuseClosed(found);
  const fields = { revisionMergedAncestor: space.revision, outdated: false };
  if (baseOf(found) === space.revision) {
    change(context, space.id, found, fields);
    return { value: { revision: found.revision, result: "update" } };
  }
  refuseUnread(context, found, "updated");
  const [{ mergeRevisions }, { followPages }] = await Promise.all([loadMerge(), import("../comments/follow.js")]);
  const merged = mergeRevisions(context, {
    base: baseOf(found),
    ours: found.revision,
    theirs: space.revision,
    space: space.id,
    type: "update",
  });
  if ("conflicts" in merged) return { value: { revision: found.revision, result: "conflicts" } };
  change(context, space.id, found, { ...fields, revision: merged.revision });
  followPages(context.store, found.id, { before: found.revision, after: merged.revision });
  recordContribution(context, found.id);
  return { value: { revision: merged.revision, result: "update" } };
};

export const handlers: Handlers = {
  listChangeRequests,
  createChangeRequest,
  getChangeRequest,
  updateChangeRequest,
  mergeChangeRequest,
  pullChangeRequest,
};
