/** What main.ts hands to the command line: streams, time, and doors to parts that cli/ must not import. */
import type { Writable } from "node:stream";
import type { Client, ClientEvent } from "../http/types.js";
import type { Entry } from "./cache/entries.js";
import type { Shell } from "./completion/shells.js";
import type { DownloadRequest, Files } from "./context.js";
import type { JournalFiles } from "./journal/types.js";
import type { Terminal } from "./output/types.js";
import type { DeletedSpaces, ProfileService, SandboxService, Settings, SnapshotService } from "./services.js";
import type { Globals } from "./words/globals.js";

/** Who may end the process (R36): by default every signal does at once. */
export interface Signals {
  /** Signals are listened to until the answer is called: for whatever has to be put right before the process ends. */
  hold(): () => void;
  /** Does work that keeps the process busy; signals end it. */
  letThrough<T>(work: () => T): T;
}

/** What the way to the service depends on. */
export type Reach = Pick<Globals, "place" | "client">;

export interface Runtime {
  env: Readonly<Record<string, string | undefined>>;
  terminal: Terminal;
  stdout: Writable;
  stderr: Writable;
  /** Aborted by the first signal that ends the command, while signals are held. */
  signal: AbortSignal;
  /** Absent: they are not of this run's making. */
  signals?: Signals;
  now(): number;
  sleep(ms: number): Promise<void>;
  settings(place: Globals["place"]): Promise<Settings>;
  client(globals: Reach, observe: (event: ClientEvent) => void): Promise<Client>;
  download(globals: Reach, url: string, request: DownloadRequest): Promise<{ path: string; bytes: number }>;
  profiles(globals: Reach): ProfileService;
  sandbox(place: Globals["place"]): SandboxService;
  snapshots(): SnapshotService;
  files: Files;
  deletedSpaces(settings: Settings): DeletedSpaces;
  browse(url: string): Promise<void>;
  /** Things of a kind that were listed before in these contexts; absent: nothing is remembered. */
  recall?(
    settings: Settings,
    kind: string,
    contexts: Readonly<Record<string, string | undefined>>,
  ): Promise<readonly Entry[]>;
  completion(shell: Shell): Promise<string>;
  journals(): Promise<JournalFiles>;
  /** The value without live secrets and what is secret by its name: for a request that is shown and not sent (R39). */
  redact<T>(value: T): T;
}
