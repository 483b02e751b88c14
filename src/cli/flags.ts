/**
 * Flags as data. Most flags are fields of the contract: type, allowed values, limits and nullability come from the
 * endpoint's schema, so a command only says which fields it offers and how it describes them.
 */
import type * as z from "zod/mini";
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { type FieldFacts, fieldFacts } from "./argv/field-flags.js";

type Into = "body" | "query" | "local";

interface FlagOptions {
  describe: string;
  /** Name on the command line if it differs from the field: `content` for `spaceId`. */
  name?: string;
  short?: string;
  /** Placeholder in help: `<text>`. */
  value?: string;
  /** Required (asked for on a terminal), although the contract does not say so. */
  required?: boolean;
  /** Adds `--<name>-file <path|->`, which reads the value from a file or standard input. */
  file?: boolean;
  /** If the flag is missing, opens `$EDITOR` on a terminal. */
  editor?: boolean;
  /** The value is an id for this path parameter (or one of these): names are accepted too. */
  id?: string | readonly string[];
  /** With `id`: the service also accepts an email. */
  email?: true;
  /** With `id`: the value has the form `<id>=<something>`. */
  keyed?: true;
  hidden?: boolean;
  /** An empty value means something, though it is no field of the body. */
  mayBeEmpty?: true;
  /** A list whose values may contain commas: they are not split. */
  whole?: boolean;
  /** Makes the value of the text, before anything else is read. @throws Failure usage */
  parse?: (text: string, name: string) => string;
  /** The command handles values that the service does not know: they are not sent. */
  anyValue?: true;
  /** Values that the command handles itself, beside those of the schema. */
  also?: readonly string[];
}

/** One flag. `T` is the type of its parsed value; flags not given are `undefined`. */
export interface Flag<T = unknown, I extends Into = Into> extends FlagOptions, FieldFacts {
  into: I;
  /** Never set: only carries the type. */
  readonly type?: T;
}

// biome-ignore lint/suspicious/noExplicitAny: flags of any value in one record
export type Flags = Record<string, Flag<any, Into>>;

/** Parsed values by field name. */
export type FlagValues<F extends Flags> = { [K in keyof F]?: F[K] extends Flag<infer T, Into> ? T : never };

/** Values of the flags that go into the body (or the query), by field name. */
export type Part<F extends Flags, I extends Into> = {
  [K in keyof F as F[K] extends Flag<infer _, I> ? K : never]?: F[K] extends Flag<infer T, Into> ? T : never;
};

type SchemaInput<Make> = Make extends () => z.ZodMiniType ? z.input<ReturnType<Make>> : Record<string, never>;
type FlagTexts<Fields> = { [K in keyof Fields & string]?: string | FlagOptions };
type FlagsOf<Fields, W, I extends Into> = {
  [K in keyof W & keyof Fields & string]: Flag<Exclude<Fields[K], undefined>, I>;
};

function fromSchema(
  schema: (() => unknown) | undefined,
  texts: Record<string, string | FlagOptions | undefined>,
  into: Into,
): Flags {
  const flags: Flags = {};
  for (const [field, given] of Object.entries(texts)) {
    const text: FlagOptions = typeof given === "string" ? { describe: given } : (given ?? { describe: "" });
    flags[field] = describeLazily(() => fieldFacts(schema?.(), field), { ...text, into });
  }
  return flags;
}

const FACTS = ["kind", "nullable", "values", "known", "fallback", "min", "max", "pattern", "required"] as const;

/** Reads a flag's facts on demand: a noun has many flags, and the one command that runs needs few of them. */
function describeLazily(facts: () => FieldFacts, texts: FlagOptions & { into: Into }): Flag {
  let known: FieldFacts | undefined;
  const flag: FlagOptions & { into: Into } = { ...texts };
  for (const name of FACTS) {
    if (Object.hasOwn(texts, name)) continue;
    const get = () => {
      known ??= facts();
      return name === "known" && texts.also ? [...(known.known ?? []), ...texts.also] : known[name];
    };
    Object.defineProperty(flag, name, { get, enumerable: true });
  }
  // The getters above define every member of FieldFacts.
  return flag as Flag;
}

/** Texts for fields of an endpoint's body, or of its query. */
export type BodyTexts<E extends AnyEndpoint> = FlagTexts<SchemaInput<E["body"]>>;
export type QueryTexts<E extends AnyEndpoint> = FlagTexts<SchemaInput<E["query"]>>;

/** Flags for fields of an endpoint's body: `body(updateSpace, { title: "new title" })`. */
export function body<E extends AnyEndpoint, const W extends BodyTexts<E>>(endpoint: E, texts: W) {
  // The record is built from the keys of `texts`; the schema's input type gives the types of their values.
  return fromSchema(endpoint.body, texts, "body") as FlagsOf<SchemaInput<E["body"]>, W, "body">;
}

/** Flags for query parameters of an endpoint. */
export function query<E extends AnyEndpoint, const W extends QueryTexts<E>>(endpoint: E, texts: W) {
  // As in `body`.
  return fromSchema(endpoint.query, texts, "query") as FlagsOf<SchemaInput<E["query"]>, W, "query">;
}

/** A flag that the command reads itself. */
const local = (texts: string | FlagOptions, facts: FieldFacts) => ({
  ...facts,
  ...(typeof texts === "string" ? { describe: texts } : texts),
  into: "local" as const,
});

export const text = (texts: string | FlagOptions): Flag<string, "local"> => local(texts, { kind: "string" });

export const choice = <const V extends readonly string[]>(
  values: V,
  texts: string | FlagOptions,
): Flag<V[number], "local"> => local(texts, { kind: "string", values });

export const toggle = (texts: string | FlagOptions): Flag<boolean, "local"> => local(texts, { kind: "boolean" });

/** A switch without a `--no-` form. */
export const only = (texts: string | FlagOptions): Flag<boolean, "local"> => local(texts, { kind: "switch" });

export const list = (texts: string | FlagOptions): Flag<string[], "local"> => local(texts, { kind: "list" });

export const number = (
  texts: string | FlagOptions,
  limits: { min?: number; max?: number } = {},
): Flag<number, "local"> => local(texts, { kind: "number", ...limits });

/** `defaultSiteSpace` to `default-site-space`; `ssoURL` to `sso-url`; `entityID` to `entity-id`. */
function kebab(field: string): string {
  // Most names are a single word.
  if (/^[a-z]+$/.test(field)) return field;
  return field
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
}

/** Name on the command line, without the dashes. */
export function flagName(field: string, flag: FlagOptions): string {
  return flag.name ?? kebab(field);
}

const TAKES_VALUE = new Set(["string", "number", "list"]);

export const takesValue = (flag: Flag): boolean => TAKES_VALUE.has(flag.kind);

export const hasNegation = (flag: Flag): boolean => flag.kind === "boolean" || flag.nullable === true;

/** All spellings of a flag: `--body`, `--no-body`, `--body-file`. */
export function longNames(field: string, flag: Flag): string[] {
  const name = flagName(field, flag);
  return [`--${name}`, ...(hasNegation(flag) ? [`--no-${name}`] : []), ...(flag.file ? [`--${name}-file`] : [])];
}

/** Values as typed, by field name. */
export type Raw = Record<string, unknown>;
