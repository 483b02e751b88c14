/**
 * Holds a plan to its organization. Spaces and collections do not have it in their paths: each one that the steps name is
 * read before the first request. What the token does not see then, and what earlier steps answer, is read when a step is
 * about to be sent, and so is, once more, whose the thing is that a step changes: a space may move while a plan runs.
 */
import { getCollection, listOrgCollections } from "../../catalog/collections.js";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { getSpace, listOrgSpaces } from "../../catalog/spaces.js";
import { type Failure, usage } from "../../errors.js";
import type { Listing, Reader } from "../../http/types.js";
import { getPath } from "../../shared/paths.js";
import { nameOf } from "../endpoints.js";
import { createListReads, type KnownLists } from "../list-reads.js";
import type { CallInput, PlannedCall, Step } from "../types.js";
import {
  nameOfTarget,
  organizationIn,
  pathsOf,
  readerOf,
  readOrganization,
  type Target,
  targetsOf,
  transferOf,
  unknownOwner,
} from "./organizations.js";

interface Binding {
  organization: string;
  /** Each is read once, until a transfer may have changed it. Null: out of sight. @throws Failure of the reads */
  ownerOf(target: Target): Promise<string | null>;
  forget(target?: Target): void;
  /** Notes whose a thing is that was just read. */
  saw(endpoint: AnyEndpoint, answer: unknown): void;
  /** For what a request is about to change: whose it is now, which the step has read, or is read once more. */
  refresh(target: Target): void;
  /** Things that come from another organization, according to a step. */
  broughtIn: Set<string>;
}

const keyOf = ({ kind, id }: Target): string => `${kind} ${id}`;

/**
 * The client to apply a plan with: it refuses requests about things of other organizations.
 * @param left the steps that are still to be done
 * @throws Failure usage for a step about another organization; cannot-tell, and of the reads. Nothing was sent.
 */
export async function bindClient(
  client: Reader,
  organization: string,
  left: readonly Step[],
  now: () => number,
): Promise<Reader> {
  const targets = left.flatMap((step) => targetsOf(step, organization));
  const known: KnownLists = new Map();
  const { reader } = createListReads({ client, organization, paths: targets.flatMap(pathsOf), now, known });
  const binding = createBinding(reader, organization);
  await Promise.all(targets.map(binding.ownerOf));
  await checkSteps(left, binding);
  return {
    ...client,
    list: (endpoint, input, options) => watchList(client.list(endpoint, input, options), endpoint, binding),
    async call(endpoint, input, options) {
      if (endpoint.method === "GET") {
        const found = await client.call(endpoint, input, options);
        binding.saw(endpoint, found);
        return found;
      }
      const request = requestOf(endpoint, input);
      const restored = await checkRequest(request, binding);
      try {
        const answer = await client.call(endpoint, input, options);
        if (restored) checkRestored(restored, answer, binding);
        return answer;
      } finally {
        // The contents of a collection go with it.
        if (transferOf(request)) binding.forget();
      }
    },
  };
}

function createBinding(client: Reader, organization: string): Binding {
  const known = new Map<string, Promise<string | null>>();
  /** Read since the last request about them. */
  const seen = new Set<string>();
  const read = readerOf(client);
  return {
    organization,
    ownerOf(target) {
      const asked = known.get(keyOf(target)) ?? readOrganization(target, read);
      known.set(keyOf(target), asked);
      return asked;
    },
    forget(target) {
      if (target) known.delete(keyOf(target));
      else known.clear();
    },
    saw(endpoint, answer) {
      const kind = THINGS[endpoint.path];
      const id = getPath(answer, "id");
      const owner = getPath(answer, "organization");
      if (kind === undefined || typeof id !== "string" || typeof owner !== "string") return;
      const key = keyOf({ kind, id });
      known.set(key, Promise.resolve(owner));
      seen.add(key);
    },
    refresh(target) {
      if (!seen.delete(keyOf(target))) known.delete(keyOf(target));
    },
    broughtIn: new Set(),
  };
}

/** The kind that is read or listed at these paths. */
const THINGS: Readonly<Record<string, Target["kind"]>> = {
  [getSpace.path]: "space",
  [listOrgSpaces.path]: "space",
  [getCollection.path]: "collection",
  [listOrgCollections.path]: "collection",
};

function watchList<T>(listing: Listing<T>, endpoint: AnyEndpoint, binding: Binding): Listing<T> {
  if (THINGS[endpoint.path] === undefined) return listing;
  return {
    ...listing,
    async *pages() {
      for await (const page of listing.pages()) {
        for (const item of page.items) binding.saw(endpoint, item);
        yield page;
      }
    },
  };
}

/** The request of a call. */
const requestOf = (endpoint: AnyEndpoint, input: unknown): PlannedCall => {
  // The types of the endpoint are erased here; the plan was checked against the catalog.
  const { params = {}, body } = input as Partial<CallInput>;
  return { endpoint: nameOf(endpoint), params, ...(body && { body }) };
};

/** Follows what the steps themselves transfer. @throws Failure usage, cannot-tell */
async function checkSteps(left: readonly Step[], binding: Binding): Promise<void> {
  const moved = new Map<string, string>();
  let isCollectionBroughtIn = false;
  for (const step of left) {
    const transfer = transferOf(step);
    for (const target of targetsOf(step, binding.organization)) {
      const owner = moved.get(keyOf(target)) ?? (await binding.ownerOf(target));
      // Hidden things, and those that come with their collection, are read again before the step is sent.
      if (owner === null || owner === binding.organization || isCollectionBroughtIn) continue;
      // Transferred already: it is not sent again.
      if (transfer && owner === transfer.to && keyOf(transfer.thing) === keyOf(target)) continue;
      if (!isBroughtIn(step, target, binding)) throw otherOwner(`step ${step.id}: `, target, owner, binding);
      binding.broughtIn.add(keyOf(target));
    }
    if (!transfer) continue;
    moved.set(keyOf(transfer.thing), transfer.to);
    isCollectionBroughtIn ||= transfer.thing.kind === "collection" && transfer.to === binding.organization;
  }
}

/** A transfer into the organization, as undo makes it: the step has to name, and compare, where the thing is before. */
function isBroughtIn(step: Step, target: Target, { organization }: Binding): boolean {
  const transfer = transferOf(step);
  if (transfer?.to !== organization || keyOf(transfer.thing) !== keyOf(target)) return false;
  return step.reads.some(({ path, fields }) => pathsOf(target).includes(path) && fields.includes("organization"));
}

/**
 * Answers the space that the request restores, if it is out of sight: only the answer says whose it is.
 * @throws Failure usage, cannot-tell: the request must not be sent
 */
async function checkRequest(request: PlannedCall, binding: Binding): Promise<Target | undefined> {
  const { organization } = binding;
  let restored: Target | undefined;
  const { spaceId, collectionId } = request.params;
  for (const target of targetsOf(request, organization)) {
    // It may have gone to another organization since the first step.
    if (target.id === spaceId || target.id === collectionId) binding.refresh(target);
    const known = await binding.ownerOf(target);
    if (known === null) binding.forget(target);
    if (known === null && request.endpoint === "restoreSpace") restored = target;
    else {
      const owner = known ?? (await binding.ownerOf(target));
      if (owner === null) throw unknownOwner(target, "this token does not see it");
      if (owner !== organization && !mayBringIn(request, target, binding)) throw otherOwner("", target, owner, binding);
    }
  }
  return restored;
}

const mayBringIn = (request: PlannedCall, target: Target, { organization, broughtIn }: Binding): boolean => {
  const transfer = transferOf(request);
  return transfer?.to === organization && keyOf(transfer.thing) === keyOf(target) && broughtIn.has(keyOf(target));
};

/** @throws Failure usage, cannot-tell: the request was sent */
function checkRestored(target: Target, answer: unknown, { organization }: Binding): void {
  const owner = organizationIn(answer, target);
  if (owner === organization) return;
  throw usage(`it was restored, but ${wrongOwner(target, owner, organization)}`, "delete it again");
}

const otherOwner = (step: string, target: Target, owner: string, { organization }: Binding): Failure =>
  usage(`${step}${wrongOwner(target, owner, organization)}; nothing was sent`, "make a plan for each organization");

const wrongOwner = (target: Target, owner: string, organization: string): string =>
  `${nameOfTarget(target)} belongs to organization ${owner}, but the plan is for ${organization}`;
