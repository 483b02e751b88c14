/** A kind of thing: what it is called, where it lives and which endpoint lists it. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import type { ContextName } from "../resources/resource.js";

export type { ContextName };

export interface Lister {
  load: () => Promise<AnyEndpoint>;
  /** The list inside a change request, for things that can be in one. */
  loadInCr?: () => Promise<AnyEndpoint>;
  /** Path parameters that the list needs. */
  within: readonly ContextName[];
  /** Queries that together list everything people may mean, run one after the other. Default: one without parameters. */
  queries?: readonly Record<string, string>[];
  /** Member that holds an item's children. */
  below?: string;
  /** The titles only describe the things: they cannot be used as names. */
  untitled?: true;
  /** Without titles they are counted instead: `c1`, `c2` ..., in the order of this query, whatever a list shows of them. */
  handles?: { letter: string; query: Record<string, string> };
  /** Member that identifies an item; default `id`. */
  id?: string;
  /** Members shown and matched as the title. */
  title: readonly string[];
  /** Members shown as a hint about the state. */
  hint?: readonly string[];
  /** Members with a thing's path, and with the last part of that path; people may name a thing by either. */
  paths?: readonly string[];
  slugs?: readonly string[];
  /** Members with the URL at which readers find it. */
  urls?: readonly string[];
}

export interface Kind<
  Param extends string = string,
  Within extends readonly ContextName[] = readonly ContextName[],
  Cr extends boolean = boolean,
> {
  /** Its name for people: "change request". */
  name: string;
  /** Noun of the commands that handle it. */
  noun: string;
  param: Param;
  within: Within;
  /** It can be in a change request: takes `--cr`. */
  cr: Cr;
  /** The flag that can name it in place of a positional target. */
  context?: ContextName;
  /** The field that identifies it for people if that is not its id: "slug". */
  called?: string;
  /** Turns typed text into what the service takes: `#42` into `42`. @throws Failure usage for what it never takes */
  normalize?: (text: string) => string;
  list?: Lister;
  /** It is about to be created: what exists is not offered. */
  created?: true;
  /** Its things are those that were deleted from this machine: the service does not list them. */
  deleted?: true;
}
