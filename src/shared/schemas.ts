/** The part of a zod schema, and of the issues that it finds, that messages are made from; without loading zod. */
export interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { issues: readonly Issue[] } | undefined };
}

export interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly expected?: unknown;
  readonly origin?: unknown;
  readonly maximum?: unknown;
  readonly minimum?: unknown;
  readonly values?: unknown;
  readonly pattern?: unknown;
}

/** The dotted path of the field that an issue is about; "" for the value itself. */
export const fieldOf = (path: readonly PropertyKey[]): string => path.map(String).join(".");

/** Reads the value at the path of an issue: own members only. */
export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    // `Object` keeps objects as they are, and the path is the one that the schema reported.
    (at, key) => (at != null && Object.hasOwn(at, key) ? (Object(at) as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  );

/** `an array`, `a string`. */
export const withArticle = (type: unknown): string => `${/^[aeio]/.test(String(type)) ? "an" : "a"} ${type}`;

/** Facts that a schema cannot express: the known values of an open enumeration, and the service's default. */
export const hints = new WeakMap<object, { known?: readonly string[]; default?: string | boolean }>();
