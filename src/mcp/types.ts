/** A tool for programs that reason: what it takes, which endpoints it may call, and what it answers. */
import type * as z from "zod/mini";
import type { AnyEndpoint } from "../catalog/endpoint.js";
import type { Client } from "../http/types.js";

/** Path parameters by name. */
export type Params = Readonly<Record<string, string>>;

/** What a program said about where something is, by the words of WORDS. */
export type Given = Readonly<Record<string, unknown>>;

/** A change between two snapshots; values and texts as they were and are. */
export interface Compared {
  /** One of KIND_NAMES. */
  kind: string;
  change: string;
  id: string;
  title: string;
  path: string;
  texts?: { before: string; after: string };
}

export interface Comparison {
  changes: readonly Compared[];
  /** What one of the two does not have. */
  gaps: readonly { kind: string; side: string; state: string; reason: string }[];
}

/** The two snapshots that whoever started the server named. */
export interface CompareDoors {
  /** ISO 8601: when reading them began. */
  before: string;
  after: string;
  /** `texts`: pages come with their texts. @throws Failure config, io */
  compare(options: { only?: readonly string[] | undefined; texts: boolean }): Promise<Comparison>;
}

/** What tools read with. */
export type Reader = Pick<Client, "call" | "list">;

/** What making a plan takes. */
export interface PlanDoors {
  /** Reads alone. Its answers keep their keys, as a plan compares them later: they are not for programs. */
  client: Reader;
  origin: string;
  maker: string;
  command: string;
  /** Id of the owner of the token, where it is known. */
  me: string | undefined;
  redact<T>(value: T): T;
  /** Writes a new private file. @returns its path @throws Failure usage, io */
  keep(id: string, text: string): Promise<string>;
}

/** What a tool may use. Nothing here sends a write. */
export interface Doors {
  /** @throws TypeError for an endpoint that the tool does not name, or that is not a GET */
  client: Reader;
  /**
   * Path parameters for `names`, from ids, titles, numbers, e-mail addresses and addresses, else from the defaults.
   * `within` limits what is read for it; tools leave it out, as each call has its own.
   * @throws Failure usage, not-found
   */
  place(names: readonly string[], given: Given, within?: (client: Reader) => Reader): Promise<Record<string, string>>;
  /** Path parameters that an address names; undefined if the text is not an address. */
  idsIn(text: string): Params | undefined;
  /** Differences of two texts as a unified diff. */
  diff(before: string, after: string): Promise<{ lines: readonly string[]; added: number; removed: number }>;
  /** A command for a person to type, from its words after `docs`. */
  command(words: readonly string[]): string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Undefined where there are no two snapshots. */
  snapshots?: CompareDoors | undefined;
  /** For tools that make plans; undefined for all others, and where plans are not allowed. */
  plans?: PlanDoors | undefined;
}

export interface Tool<Input extends z.ZodMiniType = z.ZodMiniType> {
  name: string;
  /** For people who choose among tools. */
  title: string;
  /** For programs: what it answers, and when to use another one. */
  description: string;
  input: () => Input;
  /** It makes plan files: nothing is sent, but a file is there afterward. */
  makesPlans?: true;
  /** Every endpoint that it may call. */
  endpoints: () => Promise<readonly AnyEndpoint[]>;
  /** @throws Failure */
  run(input: z.output<Input>, doors: Doors): Promise<unknown>;
}

/** A tool whose input is erased, as lists keep it. */
// biome-ignore lint/suspicious/noExplicitAny: tools of every input in one list
export type AnyTool = Tool<any>;

export const defineTool = <Input extends z.ZodMiniType>(tool: Tool<Input>): Tool<Input> => tool;
