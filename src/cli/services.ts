/** Access to parts that cli/ must not import; main.ts connects them. */

import type { LogFile } from "../changes/log/write-log.js";
import type { WriteCall } from "../changes/send-step.js";
import type { Who } from "../changes/who.js";
import type { Failure } from "../errors.js";
import type { Reader } from "../http/types.js";
import type { Format, HistoryMode } from "../shared/choices.js";
import type { ProfileRow } from "../shared/profile-row.js";

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

/** A space deleted from this machine. */
export interface DeletedSpace {
  id: string;
  /** Null if it was deleted without being read. */
  title: string | null;
  organization: string | null;
  /** RFC 3339, like the next member. */
  deletedAt: string;
  restoreUntil: string;
}

/** Spaces deleted from this machine on one service; forgets those that can no longer be restored. */
export interface DeletedSpaces {
  list(): Promise<DeletedSpace[]>;
  remember(space: { id: string; title: string | null; organization: string | null }): Promise<DeletedSpace>;
  forget(id: string): Promise<void>;
}

interface ImportPlace {
  space?: string | undefined;
  cr?: string | undefined;
  /** Output of `git diff --name-status` for the folder. */
  renames?: string | undefined;
}

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

/** A run that changed something: a command that was typed, or a plan that was applied. */
export interface RecordedRun {
  /** In the history of this machine; undefined for plans that an older version applied. */
  number: number | undefined;
  /** RFC 3339. */
  at: string;
  id: string;
  command: string;
  origin: string;
  /** Of a plan. */
  organization: string;
  /** Of a plan: where it is, its state beside it; and the number of its steps. */
  file: string | undefined;
  steps: number;
  /** Location of its records. */
  log: string | undefined;
}

/** Changes made from this machine: the last 200 runs, or 90 days. */
export interface RecordedRuns {
  /** Newest first. */
  runs(): Promise<RecordedRun[]>;
  /**
   * Notes that a plan is about to be applied. Without a file it gets a private one.
   * @returns the file to apply it from
   */
  remember(
    plan: { id: string; command: string; origin: string; organization: string; steps: number; maker: string },
    source: { file: string } | { text: string },
  ): Promise<string>;
  /** Forgets all of it. @returns how many runs there were */
  clear(): Promise<number>;
}

export interface HistoryService extends RecordedRuns {
  /** Begins the log of a command. @throws Failure io */
  begin(run: CommandHead): { append(line: string): void; number: number };
}

/** The first record of the log of a command. */
interface CommandHead {
  plan: string;
  command: string;
  origin: string;
  maker: string;
}

export interface Rehearsal {
  client: Reader;
  /** Address of the service that the snapshot is of; `sandbox` for the embedded one. */
  origin: string;
  /** Id. */
  organization: string;
  /** ISO 8601: when the snapshot was made. */
  read: string;
  /** A copy is thrown away. */
  close(): void;
}

export interface OpenedSnapshot extends Rehearsal {
  /** Incomplete parts of the answers so far, in words. */
  gaps: readonly string[];
}

export interface RecordOptions {
  client: Reader;
  file: string;
  append: boolean;
  origin: string;
  /** Undefined: that of what the first request is about. */
  organization: string | undefined;
  first: WriteCall;
  command: string;
  me: string | undefined;
  now: () => number;
}

export interface PlanRecorder {
  /** @throws Failure usage for what cannot be planned, and of the reads */
  add(call: WriteCall): Promise<void>;
  /** Writes the file, guards met or not: `refusal` says which of them no flag of `plans apply` allows. @throws Failure io */
  end(): Promise<{ steps: number; added: number; unchanged: number; notes: readonly string[]; refusal?: Failure }>;
}

/** Plan files: private, and never half written. A byte order mark stays in what is read, so that it can be refused. */
export interface PlanService {
  /** @throws Failure usage for a file that cannot be read, or is too large */
  read(file: string): Promise<string>;
  /** @throws Failure usage where the file is there and `replace` is not given, io */
  write(file: string, text: string, options?: { replace?: boolean }): Promise<void>;
  /** Before anything is sent. @throws Failure usage where the file is there, io where no new one can be written */
  checkNew(file: string): Promise<void>;
  /** `<file>.state`, for this run alone; `fresh` begins a new one. @throws Failure usage when another run has it */
  state(file: string, options?: { fresh?: boolean }): Promise<LogFile>;
  /** The text of a file as it is now; undefined where there is none. */
  peek(file: string): Promise<string | undefined>;
  /** The records of a run in the history, for this run alone. @throws Failure usage when another run has them */
  log(file: string): Promise<LogFile>;
  /**
   * A plan that a program proposes, into a new private file of `folder`; default: where plans without a file are.
   * @returns its absolute path @throws Failure usage where too many wait, io
   */
  keepProposed(plan: { id: string; text: string; folder: string | undefined }): Promise<string>;
  /** The writes of a command, into a new plan or at the end of one. @throws Failure usage where the file is there */
  record(setup: RecordOptions): Promise<PlanRecorder>;
  /** A copy of a snapshot that steps can be tried on. @throws Failure config, io for a file that is no snapshot */
  rehearse(snapshot: string): Promise<Rehearsal>;
  /** A snapshot to compare with: its answers as they were. @throws Failure config, io for a file that is none */
  openWithoutCopy(snapshot: string): Promise<OpenedSnapshot>;
  /** The person who runs it, with the member of their profile. */
  who(me: string | undefined): Promise<Who>;
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

// Access to profiles, their tokens, settings and aliases; main.ts connects it.

/** Targets of commands if nothing else is named. */
export interface Defaults {
  org: string;
  space: string;
  site: string;
  /** Id of the member that the token acts as. */
  me?: string;
}

/** The store of a profile's token. */
type TokenStore = "keyring" | "file";

export interface ProfileService {
  /** Normalizes the address of a service. @throws Failure usage if it is unusable */
  address(text: string): Promise<string>;
  /** Stores a checked token; says whether the profile is the current one. */
  login(
    profile: string,
    login: { baseUrl: string; token: string; keyring?: boolean | undefined; defaults?: Defaults },
  ): Promise<{ current: boolean; store: TokenStore }>;
  /** Moves the stored token; false if it is there already. @throws Failure no-token, config */
  moveToken(profile: string, to: TokenStore): Promise<boolean>;
  /** True if there was a token to forget. */
  logout(profile: string): Promise<boolean>;
  list(): Promise<ProfileRow[]>;
  /** The profile that is in use in the working folder then, which may have one of its own. */
  use(profile: string): Promise<string>;
  /** Uses the profile in the working folder and below; undefined: none of its own. The folder. */
  useHere(profile: string | undefined): Promise<string>;
  remove(profile: string): Promise<boolean>;
  /** The source of the current token, and its last characters if it is long enough to show them. */
  tokenStatus(): Promise<{ source: string; tail: string | undefined } | undefined>;
  /** The token itself: `docs auth token` only. */
  token(): Promise<string>;
  /** A client for a base URL and token that are not stored yet (login). */
  check(login: { baseUrl: string; token: string }): Promise<{ organizations: { id: string; title: string }[] }>;
  /** Id of the member with this email, for a token that was just checked; undefined if there is none. */
  findMember(login: {
    baseUrl: string;
    token: string;
    organization: string;
    email: string;
  }): Promise<string | undefined>;
  /** Spaces of an organization, for a token that was just checked; the first hundreds of them. */
  spaces(login: {
    baseUrl: string;
    token: string;
    organization: string;
  }): Promise<readonly { id: string; title: string }[]>;
  settings(): Promise<SettingRow[]>;
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  unset(key: string): Promise<boolean>;
  aliases(): Promise<{ name: string; expansion: string }[]>;
  /** @throws Failure usage for a name that would hide a command, or an expansion that is not a command line. */
  setAlias(name: string, expansion: string): Promise<void>;
  /** True if there was one. */
  deleteAlias(name: string): Promise<boolean>;
}

interface SettingRow {
  key: string;
  value: string | undefined;
  describe: string;
}
