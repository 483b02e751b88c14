/** What `docs snapshots create` and `verify` are told and tell. */
import type { Client } from "../http/types.js";

export interface SnapshotWanted {
  client: Pick<Client, "call" | "list">;
  /** Address of the service; undefined: the embedded sandbox. */
  origin: string | undefined;
  /** Defaults for commands that read the file; the organization is the one in the snapshot. */
  defaults: { org: string; space: string; site: string };
  /** Id of the member that the token belongs to, if known. */
  me: string | undefined;
  include: readonly string[];
  exclude: readonly string[];
  /** Ids; none: all spaces. */
  spaces: readonly string[];
  /** Bytes: bytes of files up to this size are read too. */
  filesUpTo?: number;
  /** Fetches a link of an answer, without the token. @throws Failure, invalid-answer for more than `most` bytes */
  download: (link: string, most: number) => Promise<Uint8Array>;
  /** Read everything, whatever the snapshot that is there says. */
  full: boolean;
  /** Requests a second, at most. */
  rate: number | undefined;
  /** Told before every request; `left` is an estimate. */
  progress: (progress: { requests: number; left: number }) => void;
}

/** Which part of a snapshot is read again, and how. */
export interface SnapshotSample {
  client: Pick<Client, "call" | "list">;
  /** Address of the service; undefined: the embedded one. */
  origin: string | undefined;
  /** 0 to 1. */
  share: number;
  /** The same sample for the same number. */
  seed: number;
  /** Requests a second, at most. */
  rate: number | undefined;
  progress: (requests: number) => void;
}

export interface SnapshotVerified {
  file: string;
  /** Objects, texts of pages and scopes that were looked at. */
  checked: { objects: number; texts: number; scopes: number };
  /** It has counts and hashes to compare with; snapshots of older versions have none. */
  digests: boolean;
  damage: { check: string; what: string }[];
  live?: SnapshotDrift | undefined;
}

export interface SnapshotDrift {
  /** Scopes and texts of pages that were read again, and how many there are. */
  read: number;
  of: number;
  requests: number;
  differences: {
    scope: string;
    id: string;
    change: string;
    fields?: string[] | undefined;
    reason?: string | undefined;
  }[];
}
