/** A tool for programs that reason: what it takes, which endpoints it may call, and what it answers. */
import type * as z from "zod/mini";
import type { AnyEndpoint } from "../catalog/endpoint.js";
import type { Client } from "../http/types.js";

/** Path parameters by name. */
export type Params = Readonly<Record<string, string>>;

/** What a program said about where something is, by the words of WORDS. */
export type Given = Readonly<Record<string, unknown>>;

/** What a tool may use. Nothing here writes. */
export interface Doors {
  /** @throws TypeError for an endpoint that the tool does not name, or that is not a GET */
  client: Pick<Client, "call" | "list">;
  /**
   * Path parameters for `names`, from ids, titles, numbers, e-mail addresses and addresses, else from the defaults.
   * @throws Failure usage, not-found
   */
  place(names: readonly string[], given: Given): Promise<Record<string, string>>;
  /** Path parameters that an address names; undefined if the text is not an address. */
  idsIn(text: string): Params | undefined;
  /** Differences of two texts as a unified diff. */
  diff(before: string, after: string): Promise<{ lines: readonly string[]; added: number; removed: number }>;
  /** A command for a person to type, from its words after `docs`. */
  command(words: readonly string[]): string;
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface Tool<Input extends z.ZodMiniType = z.ZodMiniType> {
  name: string;
  /** For people who choose among tools. */
  title: string;
  /** For programs: what it answers, and when to use another one. */
  description: string;
  input: () => Input;
  /** Every endpoint that it may call. */
  endpoints: () => Promise<readonly AnyEndpoint[]>;
  /** @throws Failure */
  run(input: z.output<Input>, doors: Doors): Promise<unknown>;
}

/** A tool whose input is erased, as lists keep it. */
// biome-ignore lint/suspicious/noExplicitAny: tools of every input in one list
export type AnyTool = Tool<any>;

export const defineTool = <Input extends z.ZodMiniType>(tool: Tool<Input>): Tool<Input> => tool;
