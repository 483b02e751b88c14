/** Reads what steps change, before and after they are sent: many things of one list in that list. */
import type { Absence } from "../../absence/absence.js";
import type { Reader } from "../../http/types.js";
import { endpointNamed } from "../endpoints.js";
import { createListReads, type KnownLists } from "../list-reads.js";
import type { Step } from "../types.js";
import { createWorld, type World } from "../world.js";
import { type Comparison, compare } from "./compare.js";

/** So many steps are looked at together afterward; until then their outcome is open, as if they had not been answered. */
const BATCH = 1000;
/** Milliseconds after which those that wait are looked at with the next one. */
const MAX_WAIT = 3000;

export interface StepReads {
  /** @throws Failure of the reads; cannot-tell if something may be out of sight */
  before(step: Step): Promise<{ found: Comparison; world: World }>;
  /** For a step that was just sent: where to look at it, together with others. Undefined: by itself, at once. */
  afterward(step: Step): Promise<World> | undefined;
  /** Reads what is waiting. */
  flush(): void;
}

interface StepReadsOptions {
  client: Reader;
  absence: Absence;
  organization: string;
  now: () => number;
  steps: readonly Step[];
}

export function createStepReads({ client, absence, organization, now, steps }: StepReadsOptions): StepReads {
  const known: KnownLists = new Map();
  const listsFor = (some: readonly Step[]) =>
    createListReads({ client, organization, paths: some.flatMap(pathsOf), now, known });
  const lists = listsFor(steps);
  let batch: { steps: Step[]; since: number; world: Promise<World>; resolve: (world: World) => void } | undefined;
  const flush = () => {
    if (!batch) return;
    batch.resolve(createWorld(listsFor(batch.steps).reader, absence));
    batch = undefined;
  };
  return {
    async before(step) {
      if (lists.covers(pathsOf(step))) {
        const world = createWorld(lists.reader, absence);
        const found = await compare(step, world);
        // A list decides nothing but that all is as when it was planned.
        if (found.is === "was") return { found, world };
      }
      const world = createWorld(client, absence);
      return { found: await compare(step, world), world };
    },
    afterward(step) {
      if (!mayWait(step) || !lists.covers(pathsOf(step))) return undefined;
      batch ??= { steps: [], since: now(), ...createDeferredWorld() };
      batch.steps.push(step);
      const { world, since } = batch;
      if (batch.steps.length >= BATCH || now() - since > MAX_WAIT) flush();
      return world;
    },
    flush,
  };
}

const pathsOf = ({ reads }: Step): string[] => reads.map(({ path }) => path);

/** A change that can be sent again, and that shows in what was read. */
const mayWait = ({ change, endpoint, reads }: Step): boolean =>
  change === "change" &&
  endpointNamed(endpoint).retry === "idempotent" &&
  reads.every(({ becomes }) => becomes !== undefined);

function createDeferredWorld(): { world: Promise<World>; resolve: (world: World) => void } {
  let resolve: (world: World) => void = () => {};
  const world = new Promise<World>((settle) => {
    resolve = settle;
  });
  return { world, resolve };
}
