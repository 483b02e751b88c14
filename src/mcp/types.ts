/** Tools for language models: their input, the endpoints they may call, and what they need. */
import type * as z from "zod/mini";
import type { AnyEndpoint } from "../catalog/endpoint.js";
import type { Who } from "../changes/who.js";
import type { Reader } from "../http/types.js";

/** Path parameters by name. */
export type Params = Readonly<Record<string, string>>;

/** The input members that say where something is, named as in WORDS. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** A change between two snapshots. */
interface SnapshotChange {
  /** One of COMPARED_KINDS. */
  kind: string;
  change: string;
  id: string;
  title: string;
  path: string;
  texts?: { before: string; after: string };
}

export interface Comparison {
  changes: readonly SnapshotChange[];
  /** The parts that could not be compared. */
  gaps: readonly { kind: string; side: string; state: string; reason: string }[];
}

/** The two snapshots named when the server was started. */
export interface CompareDependencies {
  /** ISO 8601: when reading each began. */
  before: string;
  after: string;
  /** With `texts`, pages come with their texts. @throws Failure config, io */
  compare(options: { only?: readonly string[] | undefined; texts: boolean }): Promise<Comparison>;
}

/** Readings of calls that ran out of time, or whose answer continues. */
export interface Memory {
  /** Everything was read: only the rest of that answer is made of it. */
  isWhole: boolean;
  /** When the oldest of what is kept was asked for, in milliseconds since the epoch; now if there is none. */
  readAt(): number;
  /** The same reader, which asks for nothing twice. */
  remembering(reader: Reader): Reader;
  /** Later reads ask the service again. */
  forget(): void;
}

/** The functions that tools need to make plans. */
export interface PlanDependencies {
  /** Only reads. Its answers keep their keys, as the plan compares them later; never return them to programs. */
  client: Reader;
  origin: string;
  maker: string;
  /** Whose profile it runs with. */
  by: Who;
  command: string;
  /** Id of the owner of the token, if known. */
  me: string | undefined;
  redact<T>(value: T): T;
  /** Writes a new private file. @returns its path @throws Failure usage, io */
  keep(id: string, text: string): Promise<string>;
}

/** Rows of a statement, and why they may lack something. */
interface QueryAnswer {
  columns: readonly string[];
  rows: readonly Record<string, unknown>[];
  /** There are more rows. */
  more: boolean;
  gaps: readonly string[];
}

/** The services that a tool may use. Nothing here changes anything in the service. */
export interface ToolDependencies {
  /** @throws TypeError for an endpoint that is not among the tool's, or not a GET */
  client: Reader;
  /**
   * Path parameters for `names`, from ids, titles, numbers, email or web addresses, else from the defaults.
   * `within` limits what is read for it; tools leave it out, as each call has its own.
   * @throws Failure usage, not-found
   */
  resolveParams(
    names: readonly string[],
    given: ToolArguments,
    within?: (client: Reader) => Reader,
  ): Promise<Record<string, string>>;
  /** Path parameters that an address names; undefined if the text is not an address. */
  idsIn(text: string): Params | undefined;
  /** Differences of two texts as a unified diff. */
  diff(before: string, after: string): Promise<{ lines: readonly string[]; added: number; removed: number }>;
  /** A command for a person to type; `words` come after `docs`. */
  command(words: readonly string[]): string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Tells the host how far a call is, if it asked for that. */
  progress?: ((done: number, total: number) => void) | undefined;
  /** The readings of checks; undefined: nothing is kept. */
  memory?: Memory | undefined;
  /** Asks the snapshot in SQL; undefined without a snapshot. */
  query?: ((sql: string, limit: number) => Promise<QueryAnswer>) | undefined;
  /** When the snapshot was made, in milliseconds since the epoch: ages count from then. Undefined: from now. */
  dataAt?: number | undefined;
  /** Scopes of the snapshot that should have been read and were not, or only in part; undefined without a snapshot. */
  unread?: number | undefined;
  /** Undefined without two snapshots. */
  snapshots?: CompareDependencies | undefined;
  /** Only for tools that make plans, if these are allowed. */
  plans?: PlanDependencies | undefined;
}

interface Tool<Input extends z.ZodMiniType = z.ZodMiniType> {
  name: string;
  /** For people who choose among tools. */
  title: string;
  /** For programs: what it returns, and when to use another tool. */
  description: string;
  input: () => Input;
  /** It writes plan files. */
  makesPlans?: true;
  /** Every endpoint that it may call. */
  endpoints: () => Promise<readonly AnyEndpoint[]>;
  /** @throws Failure */
  run(input: z.output<Input>, dependencies: ToolDependencies): Promise<unknown>;
}

/** A tool of any input, for lists of tools. */
// biome-ignore lint/suspicious/noExplicitAny: tools of every input in one list
export type AnyTool = Tool<any>;

export const defineTool = <Input extends z.ZodMiniType>(tool: Tool<Input>): Tool<Input> => tool;

/** Resources that people attach to a question in their host. Each method throws Failure usage. */
export interface ResourceServer {
  templates: readonly { uriTemplate: string; name: string }[];
  list(
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<{ resources: { uri: string; name: string }[]; nextCursor?: string }>;
  read(uri: string, signal: AbortSignal): Promise<{ mimeType: string; text: string }>;
}

/** Jobs that people start in their host by name. `text` throws Failure usage. */
export interface PromptServer {
  all: readonly { name: string }[];
  text(name: string, given: Readonly<Record<string, string>> | undefined): { description: string; text: string };
}

/** Tools for programs that reason. */
export interface ToolServer {
  tools: readonly { name: string; inputSchema: { type: "object"; [key: string]: unknown } }[];
  instructions: string;
  /** Undefined if tools that read them are not served. */
  resources: ResourceServer | undefined;
  prompts: PromptServer;
  /** Never rejects. `signal`: nobody waits for the answer any more. */
  call(
    name: string,
    input: unknown,
    signal: AbortSignal,
    /** Tells how far the call is. */
    progress: (done: number, total: number) => void,
  ): Promise<{ value: Record<string, unknown>; isError: boolean }>;
}
