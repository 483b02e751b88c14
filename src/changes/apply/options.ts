/** Options for applying a plan, and the results of its steps. */
import type { Failure } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import type { StepOutcome } from "../../shared/choices.js";
import type { LogFile } from "../log/write-log.js";
import type { GuardResult, Plan, Step } from "../types.js";
import type { Who } from "../who.js";

export interface StepResult {
  step: Step;
  outcome: StepOutcome;
  /** Why, for people. */
  says?: string;
  /** Done, but some of what it was to change is as it was. */
  isPartial?: true;
  failure?: Failure;
  /** Of one that an earlier run has done: whether this run has read that it is so; null: the service does not show it. */
  holds?: boolean | null;
}

export interface ApplyPlanOptions {
  client: Reader;
  plan: Plan;
  state: LogFile;
  /** The name of the state in messages. */
  stateName: string;
  now: () => number;
  /** Steps at once. */
  concurrency: number;
  /** How many milliseconds an unanswered request may still be under way. */
  settleMs: number;
  /** Sends a request again even if it was sent before and its outcome cannot be found out. */
  retryUnknown: boolean;
  /** Removes secrets from a value, as it was done when the plan was made. Absent: nothing is removed. */
  redact?: <T>(value: T) => T;
  /** The person who applies it, for the log. */
  by?: Who | undefined;
  /** Id of the member who applies it, if known: steps about them wait for all before. */
  me?: string | undefined;
  /** Called before the first of these: afterward the token may not see what the others did. */
  beforeOwn?: (() => Promise<void>) | undefined;
  /** The guards are measured again for the remaining steps, as a plan may be written by hand. Absent: by the caller. */
  guard?: GuardLimits;
  /** Called with what they measured. */
  onGuards?: ((guards: readonly GuardResult[]) => void) | undefined;
  /** Why a step with a condition is not to be sent now; undefined if its condition holds. Absent: none is sent. */
  whyNotNow?: (step: Step) => Promise<string | undefined>;
  /** The last look before a step is sent: why it is not to be sent; undefined: nothing is in the way. `outcomeOf`: of steps before it. */
  lastLook?:
    | ((step: Step, outcomeOf: (id: string) => StepOutcome | undefined) => Promise<string | undefined>)
    | undefined;
  onResult: (result: StepResult) => void;
}

export interface GuardLimits {
  me: string | undefined;
  /** Members who may be changed even if they apply it, and the largest share that may be removed; never from the plan itself. */
  named?: readonly string[];
  maxRemovals?: number | undefined;
  /** Teams that may lose any share of their members. */
  allowTeams?: readonly string[] | undefined;
}
