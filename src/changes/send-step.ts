/** The one way in which a write is sent, of a command that was typed as of a plan: logged, sent, and logged as it ended. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { Failure } from "../errors.js";
import type { CallOptions } from "../http/types.js";

/** A request that changes something. */
export interface WriteCall {
  endpoint: AnyEndpoint;
  params: Record<string, string>;
  body?: Record<string, unknown>;
}

/** Logs how a write ended. */
export interface EndLog {
  /** `isAbsent`: there was nothing to remove. */
  done(answer: unknown, isAbsent: boolean): void;
  failed(error: unknown): void;
  /** The fields of what is changed as they were just before, where they were read. */
  before?: Before;
}

type Before = CallOptions["before"];

/** A DELETE, which may be answered 404. */
interface Removal {
  endpoint: AnyEndpoint;
  params: Readonly<Record<string, string>>;
  /** Returns if what was to be removed is absent. @throws Failure cannot-tell if it may only be out of sight */
  prove(): Promise<void>;
  /** The command that shows whether it took effect. */
  checkCommand?: string | undefined;
}

/** The fields of a thing that is read alone: those of several say nothing about the one that an answer shows. */
export const soleFields = (read: readonly (Record<string, unknown> | null)[]): Before =>
  read.length === 1 ? (read[0] ?? undefined) : undefined;

interface SendStepOptions<T> {
  /** Called before it is sent. */
  log(): Promise<EndLog | undefined>;
  send(options: Pick<CallOptions, "onAbsent" | "before">): Promise<T>;
  removal?: Removal | undefined;
}

export interface SentStep<T> {
  answer: T;
  isAbsent: boolean;
}

/** @throws Failure of the request; of a removal, cannot-tell and unknown-outcome, too */
export async function sendStep<T>({ log, send, removal }: SendStepOptions<T>): Promise<SentStep<T>> {
  const end = await log();
  try {
    const sent = removal
      ? await sendRemoval(send, removal)
      : { answer: await send({ before: end?.before }), isAbsent: false };
    end?.done(sent.answer, sent.isAbsent);
    return sent;
  } catch (error) {
    end?.failed(error);
    throw error;
  }
}

/** R94: an answer that proves nothing is followed by one look: what is absent now was removed. */
async function afterPoorAnswer<T>(error: unknown, { endpoint, params, prove }: Removal): Promise<T> {
  if (!(error instanceof Failure) || error.kind !== "unknown-outcome") throw error;
  const [{ isShown }, { pathOf }] = await Promise.all([
    import("../absence/absence.js"),
    import("../catalog/match-path.js"),
  ]);
  if (!isShown(pathOf(endpoint, params))) throw error;
  try {
    await prove();
  } catch (unproven) {
    if (unproven instanceof Failure) throw error;
    throw unproven;
  }
  // A removal has no answer.
  return undefined as T;
}

async function sendRemoval<T>(send: SendStepOptions<T>["send"], removal: Removal): Promise<SentStep<T>> {
  const { endpoint, prove, checkCommand } = removal;
  const missing: boolean[] = [];
  const answer = await send({ onAbsent: (wasAbsent) => void missing.push(wasAbsent) }).catch((error: unknown) =>
    afterPoorAnswer<T>(error, removal),
  );
  const [isAbsent] = missing;
  if (isAbsent === undefined) return { answer, isAbsent: false };
  try {
    await prove();
  } catch (error) {
    if (isAbsent || !(error instanceof Failure)) throw error;
    const message = `outcome unknown: ${endpoint.summary}: the answer was lost, and ${error.message}`;
    throw new Failure("unknown-outcome", message, { outcome: "unknown", hint: checkCommand, cause: error });
  }
  return { answer, isAbsent };
}
