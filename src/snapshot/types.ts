/** Dependencies of the walk: the service to read from and the file to write to. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import type { Reader } from "../http/types.js";
import type { SnapshotWriter } from "./file/write.js";
import type { Exclude, Include } from "./walk/read-rules.js";

export type { Exclude, Include };
export type Item = Readonly<Record<string, unknown>>;
export type Params = Readonly<Record<string, string>>;

/** The requested contents of a snapshot. */
export interface SnapshotSelection {
  organization: string;
  include: readonly Include[];
  exclude: readonly Exclude[];
  /** Ids of the spaces whose parts are read (all spaces are listed); absent: every space. */
  spaces?: readonly string[] | undefined;
  /** Size in bytes of the largest file to read; only with `files` in `include`. */
  filesUpTo?: number | undefined;
}

/** The parts to read, and the service that has them. */
export interface AskedService {
  asked: SnapshotSelection;
  endpoints: Readonly<Record<string, AnyEndpoint>>;
  client: Reader;
}

export interface Walk extends AskedService {
  /** Fetches a link without the token. @throws Failure; invalid-answer for more than `most` bytes */
  download?: ((link: string, most: number) => Promise<Uint8Array>) | undefined;
  file: Omit<SnapshotWriter, "finish" | "close">;
  /** Milliseconds since the epoch. */
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  /** The most requests per second; undefined: no limit. */
  rate?: number | undefined;
  /** Called before every request. */
  progress?: ((progress: Progress) => void) | undefined;
}

interface Progress {
  requests: number;
  /** Requests still to come, estimated. */
  left: number;
}
