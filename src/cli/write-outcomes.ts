/** R91: every error of a command that writes has an outcome, which comes from here: from what the client reports of its writes. */
import { AsyncLocalStorage } from "node:async_hooks";
import { Failure, type Outcome } from "../errors.js";
import type { Observer } from "../http/types.js";
import { type AnyCommand, endpointsOf } from "./command.js";
import type { Raw } from "./flags.js";

export interface WriteOutcomes {
  /** Listens to the client. */
  watch: Observer;
  /** Runs the work on one of several targets: its error gets the outcome of its own writes. */
  target<R>(work: () => Promise<R>): Promise<R>;
  /** The first write that the service confirmed. */
  firstApplied(): string | undefined;
  /** The error with the outcome of all writes of the run. */
  complete(error: unknown): unknown;
}

/** Writes of the run, or of the work on one target. */
interface Writes {
  /** The worst that is known of them; undefined: none was sent. */
  outcome: Outcome | undefined;
}

const RANK: readonly (Outcome | undefined)[] = [undefined, "not_applied", "applied", "unknown"];

function add(writes: Writes, outcome: Outcome | undefined): void {
  if (RANK.indexOf(outcome) > RANK.indexOf(writes.outcome)) writes.outcome = outcome;
}

/** True if the command changes something on the service. Commands of several steps may only name what they read. */
export function isWriting(command: AnyCommand, { method, field, rawField, input, paginate }: Raw): boolean {
  if (endpointsOf(command).some(({ retry }) => retry !== "safe")) return true;
  if (command.composite) return command.mayConfirm === true;
  if (!command.asksAnything || command.serves) return false;
  return method === undefined ? (field ?? rawField ?? input) !== undefined && !paginate : method !== "GET";
}

/** The error of a command that has sent no write. `own`: its own flags, as far as they could be read */
export function withoutWrites(command: AnyCommand, error: unknown, own: Raw = {}): unknown {
  return isWriting(command, own) ? withOutcome(error, "not_applied") : error;
}

/** A bug gets its outcome as a member, too: it is thrown on as it is. */
function withOutcome(error: unknown, outcome: Outcome): unknown {
  if (error instanceof Failure) return error.outcome === undefined ? error.with({ outcome }) : error;
  return error instanceof Error && !("outcome" in error) ? Object.assign(error, { outcome }) : error;
}

/** The last failure knows of its own request only: a write before it was applied, or may have been. */
function withWrites(error: unknown, outcome: Outcome): unknown {
  const isRaised = error instanceof Failure && error.outcome === "not_applied";
  return isRaised ? error.with({ outcome }) : withOutcome(error, outcome);
}

/** One for all runs: each one that was used makes every promise of the process slower from then on. */
const scopes = new AsyncLocalStorage<{ run: Writes; target: Writes }>();

/** Create one for each run of a command. */
export function createWriteOutcomes(command: AnyCommand, own: Raw): WriteOutcomes {
  const all: Writes = { outcome: undefined };
  let firstApplied: string | undefined;
  const complete = (error: unknown, writes: Writes): unknown =>
    writes.outcome === undefined ? withoutWrites(command, error, own) : withWrites(error, writes.outcome);
  return {
    watch(event) {
      if (event.type !== "write") return;
      if (event.outcome === "applied") firstApplied ??= event.name;
      const scope = scopes.getStore();
      add(scope?.run === all ? scope.target : all, event.outcome);
    },
    async target(work) {
      const writes: Writes = { outcome: undefined };
      try {
        const result = await scopes.run({ run: all, target: writes }, work);
        add(all, writes.outcome);
        return result;
      } catch (error) {
        const failure = complete(error, writes);
        add(all, failure instanceof Failure ? failure.outcome : writes.outcome);
        throw failure;
      }
    },
    firstApplied: () => firstApplied,
    complete: (error) => complete(error, all),
  };
}
