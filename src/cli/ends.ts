/** The ends of a run, which main.ts and tests pass in: streams, time, settings, the service, and what cli/ must not import. */
import type { Writable } from "node:stream";
import type { Client, Observer } from "../http/types.js";
import type { Globals } from "./argv/globals.js";
import type { Entry } from "./cache/entries.js";
import type {
  Clock,
  CommandOutput,
  DownloadRequest,
  ExternalWanted,
  Files,
  LinkAnswers,
  ProfileService,
  SandboxService,
} from "./context.js";
import type { Messages } from "./output/stream.js";
import type { Terminal } from "./output/types.js";
import type { DeletionPlace } from "./records/deleted-spaces.js";
import type { PlanPlace } from "./records/plan-files.js";
import type { Settings } from "./settings.js";

/** Decides who may end the process (R36): by default every signal does so immediately. */
export interface Signals {
  /** Listens for signals until the returned function is called: for work that must be cleaned up before the process ends. */
  hold(): () => void;
  /** Runs work that blocks the process; signals end it. */
  letThrough<T>(work: () => T): T;
  /** Calls `say` at the first signal, which ends the process unless it is held; until the returned function is called. */
  tell(say: () => void): () => void;
}

/** Settings that determine how the service is reached. */
export interface Reach {
  place: Globals["place"];
  client: Globals["client"];
}

/** The process as a run sees it. */
interface ProcessAccess {
  env: Readonly<Record<string, string | undefined>>;
  terminal: Terminal;
  stdout: Writable;
  stderr: Writable;
  messages: Messages;
  /** Aborted by the first signal that ends the command, while signals are held. */
  signal: AbortSignal;
  /** Absent: this run does not handle signals. */
  signals?: Signals;
  /** Opens a URL in the browser, without a shell. */
  browse(url: string): Promise<void>;
  serveTools: CommandOutput["serveTools"];
}

/** The service, and other servers. */
interface NetworkAccess {
  client(globals: Reach, observers: readonly Observer[]): Promise<Client>;
  download(globals: Reach, url: string, request: DownloadRequest): Promise<{ path: string; bytes: number }>;
  /** Asks other servers, without the token. */
  checkExternal(globals: Reach, wanted: ExternalWanted): Promise<LinkAnswers>;
}

/** Stores on this machine. */
interface StoreAccess {
  /** `evenBroken`: a configuration that cannot be read is none, and the settings say why. */
  settings(place: Globals["place"], options?: { evenBroken?: boolean | undefined }): Promise<Settings>;
  profiles(globals: Reach): ProfileService;
  sandbox(place: Globals["place"]): SandboxService;
  files: Files;
  /** The records of changes that this machine keeps. */
  records: DeletionPlace & PlanPlace;
  /** Things of a kind listed earlier in these contexts; absent: nothing is remembered. */
  recall?(
    settings: Settings,
    kind: string,
    contexts: Readonly<Record<string, string | undefined>>,
  ): Promise<readonly Entry[]>;
}

export interface Ends extends ProcessAccess, NetworkAccess, StoreAccess, Clock {}
