/** What `docs snapshots create` and `verify` are told and tell. */
import type { Client } from "../http/types.js";
import type { Choice } from "../shared/snapshots/keep-policy.js";
import type { VerifyResult } from "../snapshot/file/verify.js";
import type { LogOptions, SnapshotLog } from "../snapshot/history/log.js";
import type { SampleResult } from "../snapshot/walk/live-sample.js";

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
  /** Replace the snapshot that is there even with one that lost much. */
  acceptShrink: boolean;
  /** Keep nothing of the snapshot that is there, nor of its earlier generations. */
  replace: boolean;
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

export interface SnapshotVerified extends VerifyResult {
  file: string;
  live?: SampleResult | undefined;
}

/** A generation of a snapshot, for people and programs. */
export interface GenerationRow {
  generation: number;
  /** How it is named: `org.docs@3`. */
  name: string;
  latest: boolean;
  /** complete, partial or suspect. */
  state: string;
  /** What it lost was accepted. */
  accepted: boolean;
  /** ISO 8601. */
  started: string;
  ended: string;
  caller: string;
  tool: string;
  /** Objects by kind. */
  counts: Record<string, number>;
  /** Scopes that could not be read completely. */
  gaps: number;
  /** Since the generation before; absent for the first. */
  added?: number;
  changed?: number;
  removed?: number;
  /** New texts. */
  texts?: number;
  /** By kind: added, changed, removed. */
  changes?: Record<string, [number, number, number]>;
}

export interface Forgotten {
  file: string;
  /** Numbers of generations. */
  forgotten: number[];
  kept: Choice[];
  /** Bytes. */
  freed: number;
}

/** What the generations of a file show together. */
export interface SnapshotHistory {
  /** What happened between them. @throws Failure usage, not-found, not-in-snapshot, config, io, partial */
  log(file: string, asked: LogOptions): Promise<SnapshotLog>;
}
