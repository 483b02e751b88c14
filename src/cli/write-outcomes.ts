/** R91: every error of a command that writes has an outcome, which comes from here: from what was sent. */
import { AsyncLocalStorage } from "node:async_hooks";
import { Failure, type Outcome } from "../errors.js";
import type { Client, ClientEvent } from "../http/types.js";
import { isRefusal } from "../shared/refusal.js";
import { type AnyCommand, endpointsOf } from "./command.js";
import type { Raw } from "./flags.js";

export interface WriteOutcomes {
  /** The same client; the result of each of its writes is noted. */
  watch(client: Client): Client;
  /** Call with each event of the client. */
  observe(event: ClientEvent): void;
  /** Runs the work on one of several targets: its error gets the outcome of its own writes. */
  target<R>(work: () => Promise<R>): Promise<R>;
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

/** Whether the command changes something on the service. Commands of several steps may only name what they read. */
export function isWriting(command: AnyCommand, { method, field, rawField, input, paginate }: Raw): boolean {
  if (endpointsOf(command).some(({ retry }) => retry !== "safe")) return true;
  if (command.composite) return command.asks === true;
  if (!command.asksAnything || command.serves) return false;
  return method === undefined ? (field ?? rawField ?? input) !== undefined && !paginate : method !== "GET";
}

/** The error of a command that has sent no write. `own`: its own flags, as far as they could be read */
export function withoutWrites(command: AnyCommand, error: unknown, own: Raw = {}): unknown {
  return isWriting(command, own) ? withOutcome(error, "not_applied") : error;
}

/** Outcomes of errors that are bugs, which have no place for one. */
const ofBugs = new WeakMap<Error, Outcome>();

export const outcomeOfBug = (error: unknown): Outcome | undefined =>
  error instanceof Error ? ofBugs.get(error) : undefined;

function withOutcome(error: unknown, outcome: Outcome): unknown {
  if (error instanceof Failure) return error.outcome === undefined ? error.with({ outcome }) : error;
  if (error instanceof Error && !ofBugs.has(error)) ofBugs.set(error, outcome);
  return error;
}

/** What was refused or canceled last knows of itself only: a write before it was applied, or may have been. */
function withWrites(error: unknown, outcome: Outcome): unknown {
  const isRaised = error instanceof Failure && error.outcome === "not_applied";
  return isRaised ? error.with({ outcome }) : withOutcome(error, outcome);
}

type Noted = <T>(call: () => Promise<T>, ended: (answer: T) => Outcome | undefined) => Promise<T>;

function watched(client: Client, noted: Noted): Client {
  return {
    ...client,
    call(endpoint, input, options = {}) {
      if (endpoint.retry === "safe") return client.call(endpoint, input, options);
      let absent = false;
      const onAbsent = (mayBeOurs: boolean) => {
        absent = !mayBeOurs;
        options.onAbsent?.(mayBeOurs);
      };
      const given = endpoint.method === "DELETE" ? { ...options, onAbsent } : options;
      return noted(
        () => client.call(endpoint, input, given),
        (answer) => (absent || isRefusal(answer) ? "not_applied" : "applied"),
      );
    },
    raw(request) {
      if (request.method.toUpperCase() === "GET") return client.raw(request);
      return noted(
        () => client.raw(request),
        ({ failure }) => (failure ? failure.outcome : "applied"),
      );
    },
  };
}

/** One for all runs: each one that was used makes every promise of the process slower from then on. */
const scopes = new AsyncLocalStorage<{ run: Writes; target: Writes }>();

/** Create one for each run of a command. */
export function createWriteOutcomes(command: AnyCommand, own: Raw): WriteOutcomes {
  const all: Writes = { outcome: undefined };
  let sent = 0;
  const note = (outcome: Outcome | undefined) => {
    const scope = scopes.getStore();
    add(scope?.run === all ? scope.target : all, outcome);
  };
  /** Notes how a write ended. A failure that does not say so came after something was sent, or before anything was. */
  const noted: Noted = async (call, ended) => {
    const before = sent;
    try {
      const answer = await call();
      note(ended(answer));
      return answer;
    } catch (error) {
      const failure = sent > before ? withOutcome(error, "unknown") : error;
      if (failure instanceof Failure) note(failure.outcome);
      throw failure;
    }
  };
  const complete = (error: unknown, writes: Writes): unknown =>
    writes.outcome === undefined ? withoutWrites(command, error, own) : withWrites(error, writes.outcome);
  return {
    observe(event) {
      if (event.type === "request" && event.method !== "GET") sent += 1;
    },
    watch: (client) => watched(client, noted),
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
    complete: (error) => complete(error, all),
  };
}
