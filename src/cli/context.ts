/** The context of a command. Built lazily by run-command.ts; nothing here touches argv, streams or the environment. */
import type { AnyEndpoint, InputOf, ResponseOf } from "../catalog/endpoint.js";
import type { Profiles } from "../config/profile-store.js";
import type { LinkAnswer } from "../http/check-link.js";
import type { CallOptions, Listing, ListOptions, RawResponse, Reader } from "../http/types.js";
import type { ToolServer } from "../mcp/types.js";
import type { Lazy } from "../shared/import-lazily.js";
import type { Globals } from "./argv/globals.js";
import type { Ask, Confirm } from "./ask/ask.js";
import type { Kind, Target } from "./kinds.js";
import type { Column, DoneMessage, Printer } from "./output/types.js";
import type { DeletedSpaces } from "./records/deleted-spaces.js";
import type { RecordedRuns } from "./records/history.js";
import type { PlanFiles } from "./records/plan-files.js";
import type { Settings } from "./settings.js";

export interface SendOptions extends CallOptions {
  /** Sends nothing: only proves that what the request would remove is absent. @throws Failure cannot-tell */
  onlyProve?: true;
}

export interface Api {
  /** Sends one request. Raw additions are merged if the endpoint belongs to the command. Under --dry-run it is printed. */
  call<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, options?: SendOptions): Promise<ResponseOf<E>>;
  /** Lists; --limit, --page and --page-size apply if the endpoint belongs to the command. */
  list<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>, options?: ListOptions): Listing<ResponseOf<E>>;
  raw(request: RawCall): Promise<RawResponse>;
  /** For plans, whose steps are logged where they are sent, and are sent as they were confirmed: without raw additions. */
  unlogged: Reader;
  /** Downloads a link from an answer into a file, without the token. Returns the path and the number of bytes. */
  download(url: string, options: DownloadRequest): Promise<{ path: string; bytes: number }>;
  /** Asks other servers whether addresses are there, without the token. */
  checkExternal(wanted: ExternalWanted): Promise<LinkAnswers>;
  /** Waits before the next request, in milliseconds; a signal ends it early. */
  pause(ms: number): Promise<void>;
}

export interface RawCall {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | undefined;
  /** Milliseconds: an answer to the same GET that is no older may be used again. */
  maxAge?: number;
}

export interface DownloadRequest {
  /** Receives the bytes instead of a file. Set for `to: "-"`, which is standard output. */
  write?: ((piece: Uint8Array) => Promise<void>) | undefined;
  /** A file, or a folder in which the server's (cleaned) name is used; undefined: the working directory. */
  to?: string | undefined;
  /** Name to use if neither `to` nor the server gives one. */
  name?: string | undefined;
  force?: boolean | undefined;
  /** More bytes than this are refused. */
  maxBytes?: number | undefined;
}

export interface EachOptions<T, R> {
  /** Names a target in messages; default: its own label. */
  label?: (target: T) => string;
  columns?: readonly Column<NonNullable<R>>[];
  /** Message for a target that succeeded. On a terminal it replaces the data. */
  done?: (target: T, result: R, around: { place: string | undefined }) => DoneMessage;
  /**
   * The kind of thing that it changes, such as "space". The history has the values that the message names; with `done`,
   * only that nothing had to be changed.
   */
  changes?: string;
  /** The answer lacks the title: look it up for people, with one GET before the change. */
  lookUp?: "title" | "title and place";
  /** The results are not data: for several targets a requested format lists only their names. */
  silent?: boolean;
  /** `run` writes the data itself: print nothing else to standard output. */
  bare?: boolean;
}

export interface Reports extends Printer {
  /**
   * Does the same for several targets, with bounded concurrency; with one it behaves like a single command. `sentBefore`:
   * an earlier run sent the write, with unknown outcome.
   */
  each<T, R>(
    targets: readonly T[],
    run: (target: T, sentBefore: boolean) => Promise<R>,
    words: EachOptions<T, R>,
  ): Promise<void>;
  /**
   * Says what was made, as far as the answer does: `Created team "Firmware"`. Its id follows where ids are shown, and where
   * nothing else names it.
   */
  made(what: string, id: unknown, title?: unknown): string;
  /** A target in a sentence about another one: its title in quotes at a terminal, if it is known, else as it was typed. */
  named(target: { readonly id: string; readonly label: string; readonly params: object }): string;
  /** The answer to an action: a message on a terminal, data everywhere else. */
  result<T extends object>(value: T, words: { columns: readonly Column<T>[]; done?: string }): Promise<void>;
  /** Markdown that is itself the data: rendered on a terminal, unchanged when piped. */
  markdown(text: string): Promise<void>;
  /** Lines with a sign each (a unified diff, the steps of a plan): colored on a terminal. Each stays one line. */
  diff(lines: readonly string[]): Promise<void>;
  /** Opens a URL in the browser, without a shell. */
  browse(url: string): Promise<void>;
}

/** The output of a command, with its actions on targets. */
export interface CommandOutput extends Reports {
  /** Asks, sends and reports a destructive command for several targets (R13, R39). */
  remove<T extends Target>(targets: readonly T[], removal: Removal<T>): Promise<void>;
  /** Shows one or several things; `--web` opens and `--url` prints the address of their page instead. */
  show<T extends Target, R extends object>(
    targets: readonly T[],
    fetch: (target: T) => Promise<R>,
    options: Showing<R>,
  ): Promise<void>;
  /** Serves tools on standard input and output until the host closes standard input. */
  serveTools(server: ToolServer): Promise<void>;
}

/** How a destructive command asks, sends and reports. */
export interface Removal<T extends Target> {
  /** Its name in messages: "space", "comment". */
  what: string;
  /** The verb in the question and in the report; default `["Delete", "Deleted"]`. */
  verb?: readonly [ask: string, done: string];
  /** Reads the thing first, for its title (R13); absent if the service has no such endpoint. */
  read?: (target: T) => Promise<object>;
  title?: (item: Record<string, unknown>) => string | undefined;
  /** Its other names: --confirm takes them too. */
  alsoCalled?: (item: Record<string, unknown>) => (string | undefined)[];
  /** A line after the report about a removed target. */
  afterwards?: (target: T) => string | undefined;
  /** The loss with it, shown after the question. */
  warning?: string | ((items: readonly Record<string, unknown>[]) => Promise<string>);
  /** Its container, shown after its name: "from team x". */
  from?: string;
  /** The place without it, if it may exist elsewhere: "in team x". */
  place?: string;
  /** Set if the service answers with the updated thing (a transfer): success is certain, absence fails, these are shown. */
  columns?: readonly Column[];
  /** Suggests what was meant by a word that names nothing there; default: from the list of its kind. */
  suggest?: (target: T) => Promise<{ hint: string | undefined; details: Record<string, unknown> }>;
  /** Passes the options on to `api.call`. */
  send: (target: T, options: SendOptions) => Promise<unknown>;
}

export interface Showing<R> {
  columns: readonly Column<R>[];
  /** Address of its page in the app; default `urls.app`, then `urls.location`. */
  address?: (item: R) => string | undefined;
}

/** Things by the names that people give them. */
interface ThingNames {
  /**
   * The id of the thing that people call `text`; also takes ids and addresses.
   * @throws Failure not-found if nothing has this name, usage if several things have it
   */
  idOf(kind: Kind, text: string): Promise<string>;
  /** The title of a thing as this run or an earlier list had it; null if none had. Costs no request. */
  knownTitle(kind: Kind, id: string): Promise<string | null>;
  /** The thing that an earlier list had by this title; undefined if none had. Costs no request. */
  listedAs(kind: Kind, title: string): Promise<{ id: string; title: string } | undefined>;
  /** Spaces that no list has any more. */
  deletedSpaces: DeletedSpaces;
}

export interface NextCommand {
  /**
   * The command to type next, ready to paste: `command` is our own text, each of `values` is quoted if a shell would
   * interpret it, and this run's flags for profile and contexts are appended.
   */
  (command: string, ...values: readonly string[]): string;
  /** This command again, with its flags and without secrets. */
  again: string;
}

/** Messages to people, and questions. */
interface Conversation {
  out: CommandOutput;
  ask: Ask;
  /** Asks before something that should not happen by accident; asks nothing with --yes or --dry-run. */
  confirm: Confirm;
  next: NextCommand;
}

/** Stores on this machine. */
interface LocalStores {
  profiles: ProfileService;
  sandbox: SandboxService;
  /** Plan files; the engine itself is loaded by who needs it. */
  plans: PlanFiles;
  history: Lazy<RecordedRuns>;
  files: Files;
}

export interface Clock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

export interface Context extends Conversation, LocalStores {
  now(): number;
  api: Api;
  names: ThingNames;
  globals: Globals;
  settings: Settings;
}

/** Local files that the user named; sizes are limited. */
export interface Files {
  /** Text of a file, or of standard input for `-`. */
  read(path: string): Promise<string>;
  /** The same for a file of a known format, which may come from elsewhere: bounded, and never a named pipe. */
  document(path: string): Promise<string>;
  /**
   * Checks that a file can be written, before anything is read for it; the answer writes it, whole or not at all.
   * `isOurs` knows a file that may be replaced by its text.
   * @throws Failure usage where something else is there, io
   */
  output(path: string, isOurs: (text: string) => boolean): Promise<(text: string) => void>;
}

/** Questions of commands about addresses on other servers. */
export interface ExternalWanted {
  /** Each once, without fragments. */
  addresses: readonly string[];
  /** Hosts that may be on this machine or in a local network. */
  allowHosts: readonly string[];
  /** Statuses that count as good. */
  accept: readonly number[];
  /** How long an address that was there is not asked again; default 1. */
  cacheDays?: number | undefined;
  /** Called before anything is sent. */
  announce(counts: { addresses: number; hosts: number; remembered: number }): void;
  progress(done: number, all: number): void;
}

export type LinkAnswers = ReadonlyMap<string, LinkAnswer>;

interface ImportPlace {
  space?: string | undefined;
  cr?: string | undefined;
  /** Output of `git diff --name-status` for the folder. */
  renames?: string | undefined;
}

/** Access to the embedded service and its state. */
export interface SandboxService {
  /** `loaded`: the snapshot that is in it, if any. */
  status(): Promise<Record<string, unknown> & { loaded?: object }>;
  reset(): Promise<Record<string, unknown>>;
  /** Puts a copy of a snapshot in place of everything. @throws Failure config, io; not-found for no such member */
  load(file: string, as: string | undefined): Promise<LoadedState>;
  /** @throws Failure not-found if the sandbox has no such member */
  createToken(user: string): Promise<SandboxToken & { token: string }>;
  tokens(): Promise<SandboxToken[]>;
  /** True if there was one. */
  revokeToken(id: string): Promise<boolean>;
  /** Into a new space unless one is given; `cr` is a change request of that space, or of the default one. */
  importFolder(folder: string, into: ImportPlace): Promise<ImportCounts>;
  /** Serves until a signal; calls `ready` once with the address. */
  start(
    options: { port: number | undefined; host: string | undefined },
    ready: (served: SandboxServer) => void,
  ): Promise<void>;
}

/** The state that was loaded into the sandbox. */
interface LoadedState extends Record<string, unknown> {
  /** Of the sandbox's state. */
  file: string;
  /** Whom its own token acts as; without a name: somebody whom lists do not show. */
  caller: { id: string; name?: string };
  /** Location of the earlier state. */
  kept?: string;
  counts: Record<string, number>;
}

/** Numbers of things that an import created from a folder; `skipped` lists omissions and reasons. */
export interface ImportCounts extends Record<string, unknown> {
  pages: number;
  files: number;
  links: number;
  skipped: { path: string; why: string }[];
}

/** A token that acts as a member of the sandbox. */
interface SandboxToken {
  id: string;
  user: string;
  createdAt: string;
}

interface SandboxServer {
  url: string;
  file: string;
  /** Shown only with --show-token. */
  token: string;
  defaults: Defaults;
}

/** Targets of commands if nothing else is named. */
export interface Defaults {
  org: string;
  space: string;
  site: string;
  /** Id of the member that the token acts as. */
  me?: string;
}

interface CheckedLogin {
  baseUrl: string;
  token: string;
}

/** Profiles, their tokens, settings and aliases, with the service's own words about a token. */
export interface ProfileService extends Profiles {
  /** The source of the current token, and its last characters if it is long enough to show them. */
  tokenStatus(): Promise<{ source: string; tail: string | undefined } | undefined>;
  /** The token itself: `docs auth token` only. */
  token(): Promise<string>;
  /** A client for a base URL and token that are not stored yet (login). */
  check(login: CheckedLogin): Promise<{ organizations: { id: string; title: string }[] }>;
  /** Id of the member with this email, for a token that was just checked; undefined if there is none. */
  findMember(login: CheckedLogin & { organization: string; email: string }): Promise<string | undefined>;
  /** Spaces of an organization, for a token that was just checked; the first hundreds of them. */
  spaces(login: CheckedLogin & { organization: string }): Promise<readonly { id: string; title: string }[]>;
}
