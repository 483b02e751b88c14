/** What a command may touch. Built lazily by run-command.ts; nothing here reaches argv, streams or the environment. */
import type { AnyEndpoint, InputOf, ResponseOf } from "../catalog/endpoint.js";
import type { CallOptions, Listing, ListOptions, RawResponse } from "../http/types.js";
import type { Ask } from "./ask/ask.js";
import type { Sure } from "./ask/sure.js";
import type { Shell } from "./completion/shells.js";
import type { Kind, Target } from "./kinds.js";
import type { Column, Out, Progress } from "./output/types.js";
import type { DeletedSpaces, ProfileService, SandboxService, Settings, SnapshotService } from "./services.js";
import type { Globals } from "./words/globals.js";

export interface Api {
  /** One request. Raw additions are merged where the endpoint belongs to the command. Under --dry-run it is printed. */
  call<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<ResponseOf<E>>;
  /** A list; --limit, --page and --page-size apply where the endpoint belongs to the command. */
  list<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, options?: ListOptions): Listing<ResponseOf<E>>;
  raw(request: RawCall): Promise<RawResponse>;
  /** Fetch a link of an answer into a file, without the token. Answers the path written and its bytes. */
  download(url: string, options: DownloadRequest): Promise<{ path: string; bytes: number }>;
}

export interface RawCall {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | undefined;
  /** Milliseconds: an answer to the same GET that is not older may stand in for a new one. */
  maxAge?: number;
}

export interface DownloadRequest {
  /** Takes the bytes in place of a file. Set for `to: "-"`, which is standard output. */
  write?: ((piece: Uint8Array) => Promise<void>) | undefined;
  /** A file, or a folder that takes the server's (cleaned) name; undefined: the working directory. */
  to?: string | undefined;
  /** Name to use when neither `to` nor the server gives one. */
  name?: string | undefined;
  force?: boolean | undefined;
}

export interface EachWords<T, R> {
  /** How a target is called in messages. */
  label: (target: T) => string;
  columns?: readonly Column<NonNullable<R>>[];
  /** Words for a target that went well. On a terminal they stand in for the data. */
  done?: (target: T, result: R, around: { place: string | undefined }) => string;
  /** The answer does not tell the title: a person is told it all the same, for one GET before the change. */
  lookUp?: "title" | "title and place";
  /** The results are no data: of several only the names of the targets are, where a format was asked for. */
  silent?: boolean;
  /** `run` writes the data itself: nothing else goes to standard output. */
  bare?: boolean;
}

export interface Speaker extends Pick<Out, "item" | "list" | "text" | "say" | "done" | "note" | "format" | "terminal"> {
  /**
   * The same for several targets, with bounded concurrency; with one it is a single command. `sentBefore`: an earlier run
   * sent its write, and the outcome is not known.
   */
  each<T, R>(
    targets: readonly T[],
    run: (target: T, sentBefore: boolean) => Promise<R>,
    words: EachWords<T, R>,
  ): Promise<void>;
  /** What an action answered: words on a terminal, data everywhere else. */
  result<T extends object>(value: T, words: { columns: readonly Column<T>[]; done?: string }): Promise<void>;
  /** A Markdown text that is the data: rendered on a terminal, as it is when piped. */
  markdown(text: string): Promise<void>;
  /** A unified diff that is the data: with colors on a terminal, as it is when piped. */
  diff(text: string): Promise<void>;
  /** Words that --quiet does not silence (--debug, errors of one target). */
  complain(message: string): void;
  readonly progress: Progress;
}

/** How a destructive command asks, sends and reports. */
export interface Removal<T extends Target> {
  /** "space", "comment": as in the message. */
  what: string;
  /** The verb in the question and in the report; default `["Delete", "Deleted"]`. */
  verb?: readonly [ask: string, done: string];
  /** Reads the thing first, for its title (R13); absent where the service has no such endpoint. */
  read?: (target: T) => Promise<object>;
  title?: (item: Record<string, unknown>) => string | undefined;
  /** A line that follows the report of a target that is gone. */
  afterwards?: (target: T) => string | undefined;
  /** What is lost with them, said after the question. */
  warning?: string | ((items: readonly Record<string, unknown>[]) => Promise<string>);
  /** What it is taken out of, said after its name: "from team x". */
  from?: string;
  /** Where it is no longer, while it goes on to exist: "in team x". */
  place?: string;
  /** The service answers the thing as it is now (a transfer): success is a fact, absence a failure, and these show it. */
  columns?: readonly Column[];
  send: (target: T, options: CallOptions) => Promise<unknown>;
}

export interface Showing<R> {
  columns: readonly Column<R>[];
  /** Address of its page in the app; default `urls.app`, then `urls.location`. */
  address?: (item: R) => string | undefined;
}

export interface Context {
  api: Api;
  out: Speaker;
  ask: Ask;
  /** Asks before what should not happen by accident; nothing is asked with --yes and --dry-run. */
  sure: Sure;
  /** Ask, send and report a destructive command for several targets (R13, R39). */
  remove<T extends Target>(targets: readonly T[], removal: Removal<T>): Promise<void>;
  /** Show one or several things; `--web` opens and `--url` prints the address of their page instead. */
  show<T extends Target, R extends object>(
    targets: readonly T[],
    fetch: (target: T) => Promise<R>,
    options: Showing<R>,
  ): Promise<void>;
  /**
   * A command as people are to type it next, for pasting: `command` is our own text, each of `values` is quoted where a
   * shell would read more into it, and the flags of this run that say where follow.
   */
  next(command: string, ...values: readonly string[]): string;
  /**
   * The id of what people call `text`; ids and addresses are taken too.
   * @throws Failure not-found where nothing is called so, usage where several things are
   */
  idOf(kind: Kind, text: string): Promise<string>;
  globals: Globals;
  settings: Settings;
  profiles: ProfileService;
  sandbox: SandboxService;
  snapshots: SnapshotService;
  files: Files;
  deletedSpaces: DeletedSpaces;
  /** Opens a URL in the browser, without a shell. */
  browse(url: string): Promise<void>;
  /** The completion script of a shell. */
  completion(shell: Shell): Promise<string>;
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** Local files that the user named; both ends are size-capped and explicit. */
export interface Files {
  /** Text of a file, or of standard input for `-`. */
  read(path: string): Promise<string>;
}
