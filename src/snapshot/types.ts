/** What the walk works with: a way to ask, and a place to put what was answered. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import type { Client } from "../http/types.js";
import type { SnapshotWriter } from "../sandbox/snapshot/write.js";
import type { Exclude, Include } from "./facts.js";

export type { Exclude, Include };
export type Item = Readonly<Record<string, unknown>>;
export type Params = Readonly<Record<string, string>>;

/** What is wanted of an organization. */
export interface Asked {
  organization: string;
  include: readonly Include[];
  exclude: readonly Exclude[];
  /** Ids of the spaces whose parts are read; all are listed. Absent: every one. */
  spaces?: readonly string[] | undefined;
}

export interface Walk {
  asked: Asked;
  endpoints: Readonly<Record<string, AnyEndpoint>>;
  client: Pick<Client, "call" | "list">;
  file: Omit<SnapshotWriter, "finish" | "close" | "resumed">;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Told before every request how many were sent. */
  progress?: ((requests: number) => void) | undefined;
}
