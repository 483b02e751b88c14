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
  /** Bytes: larger files are left out; with `files` among `include`. */
  filesUpTo?: number | undefined;
}

export interface Walk {
  asked: Asked;
  endpoints: Readonly<Record<string, AnyEndpoint>>;
  client: Pick<Client, "call" | "list">;
  /** Fetches a link of an answer, without the token. @throws Failure, invalid-answer for more than `most` bytes */
  download?: ((link: string, most: number) => Promise<Uint8Array>) | undefined;
  file: Omit<SnapshotWriter, "finish" | "close" | "resumed">;
  /** Milliseconds since the epoch. */
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  /** Requests a second, at most; undefined: as they come. */
  rate?: number | undefined;
  /** Told before every request. */
  progress?: ((progress: Progress) => void) | undefined;
}

export interface Progress {
  requests: number;
  /** An estimate. */
  left: number;
}
