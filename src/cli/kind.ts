/** What a kind of thing is: how it is named, where it lives, where its siblings are listed. */
import type { AnyEndpoint } from "../catalog/endpoint.js";

/** Kinds that come from a flag, the environment or the profile: `--org`, `DOCS_ORG`, `docs config set org`. */
export type ContextName = "org" | "space" | "site";

export interface Lister {
  load: () => Promise<AnyEndpoint>;
  /** The list in a change request, for things that may live in one. */
  loadInCr?: () => Promise<AnyEndpoint>;
  /** Path parameters that the list needs. */
  within: readonly ContextName[];
  /** Queries that together list all that people may mean, one after the other; default: one without parameters. */
  queries?: readonly Record<string, string>[];
  /** Member with the items below an item. */
  below?: string;
  /** The titles only say what it is about: nothing is called by them. */
  untitled?: true;
  /** Member that identifies an item; default `id`. */
  id?: string;
  /** Members that are shown and matched as its title. */
  title: readonly string[];
  /** Members shown as a hint of state. */
  hint?: readonly string[];
  /** Members that say where it is among others, and the last part of that: people name it by those, too. */
  paths?: readonly string[];
  slugs?: readonly string[];
}

export interface Kind<
  Param extends string = string,
  Within extends readonly ContextName[] = readonly ContextName[],
  Cr extends boolean = boolean,
> {
  /** As people call it: "change request". */
  name: string;
  /** Noun of the commands for it. */
  noun: string;
  param: Param;
  within: Within;
  /** It may live in a change request: `--cr`. */
  cr: Cr;
  /** The flag that can name it instead of a positional target. */
  context?: ContextName;
  /** What people name it by, where that is not its id: "slug". */
  called?: string;
  /** Typed text to what the service takes: `#42` to `42`. */
  normalize?: (text: string) => string;
  list?: Lister;
}
