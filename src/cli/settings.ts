/** The settings of a run, and how plans and logs name the service and this program. */
import type { Failure } from "../errors.js";
import type { Format, HistoryMode } from "../shared/choices.js";

export interface ServiceAddress {
  sandbox: boolean;
  /** Without /v1; undefined if none is configured. */
  baseUrl: string | undefined;
}

/** The destination and the profile of a command; flags win over the environment, and that over the profile. */
export interface Settings extends ServiceAddress {
  profile: string;
  /** Absolute path of the snapshot that is read in place of a service. */
  snapshot?: string | undefined;
  /** Format set in the profile. */
  output: Format | undefined;
  /** Commands that are kept for an undo; default: those typed at a terminal. */
  history?: HistoryMode | undefined;
  org: string | undefined;
  space: string | undefined;
  site: string | undefined;
  /** Id of the member that `@me` stands for. */
  me: string | undefined;
  /** Path of the project's checks file. */
  checks?: string | undefined;
  /** Unreadable or invalid settings with the reason; only of commands that run all the same. */
  broken?: Partial<Record<"configuration" | "project" | "profile", Failure>> | undefined;
}

/** Name and version of this program, as plans, logs and receipts have them. */
export const MAKER = `docs ${__VERSION__}`;

/** The address of the service, as plans and logs name it; `sandbox` for the embedded one. */
export const serviceOrigin = ({ sandbox, baseUrl }: ServiceAddress): string => (sandbox ? "sandbox" : (baseUrl ?? ""));
