/** What a run asks of its journal, and the journal of a run without one: it does nothing and loads nothing. */
import type { CallOptions, ClientEvent } from "../../http/types.js";
import type { Inputs } from "../targets/command-inputs.js";
import type { Place, Settled, Work } from "./journal.js";

export interface Journaling {
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
  begin: () => {},
  open: async () => {},
  run: (_, work) => work(false),
  settled: () => {},
  watch: () => {},
  callOptions: () => ({}),
};
