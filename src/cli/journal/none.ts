/** What a run asks of its journal, and the journal of a run without one: it does nothing and loads nothing. */
import type { CallOptions, ClientEvent } from "../../http/types.js";
import type { Inputs } from "../targets/command-inputs.js";
import type { Place, Settled, Work } from "./journal.js";
import type { Named } from "./types.js";

export interface Journaling {
  /** What the run that is gone on with named. @throws Failure usage where its journal does not say so */
  recorded(): Promise<Named | undefined>;
  /** Before the command runs: its input is known now. @throws Failure usage */
  begin(inputs: Inputs): void;
  /** Before the first of several targets. */
  open(targets: number): Promise<void>;
  run<R>(place: Place, work: Work<R>): Promise<R | undefined>;
  settled(index: number, settled: Settled): void;
  watch(event: ClientEvent): void;
  callOptions(): Pick<CallOptions, "unsettled" | "unsettledAt">;
}

export const NO_JOURNAL: Journaling = {
  recorded: async () => undefined,
  begin: () => {},
  open: async () => {},
  run: (_, work) => work(false),
  settled: () => {},
  watch: () => {},
  callOptions: () => ({}),
};
