/** What a run needs from its journal, and the journal of a run without one, which does nothing and loads nothing. */
import type { CallOptions, ClientEvent } from "../../http/types.js";
import type { Inputs } from "../targets/command-inputs.js";
import type { Place, Settled, Work } from "./journal.js";
import type { Named } from "./types.js";

export interface Journaling {
  /** What the resumed run named. @throws Failure usage if its journal does not say */
  recorded(): Promise<Named | undefined>;
  /** Call before the command runs, once its input is known. @throws Failure usage */
  begin(inputs: Inputs): void;
  /** Call before the first of several targets. */
  open(targets: number): Promise<void>;
  run<R>(place: Place, work: Work<R>): Promise<R | undefined>;
  settled(index: number, settled: Settled): void;
  watch(event: ClientEvent): void;
  callOptions(): Pick<CallOptions, "unsettled" | "unsettledAt">;
  /** An error that ended the run, with how to continue from the journal. */
  withNext(error: unknown): unknown;
}

export const NO_JOURNAL: Journaling = {
  recorded: async () => undefined,
  begin: () => {},
  open: async () => {},
  run: (_, work) => work(false),
  settled: () => {},
  watch: () => {},
  callOptions: () => ({}),
  withNext: (error) => error,
};
