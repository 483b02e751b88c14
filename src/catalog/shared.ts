import * as z from "zod/mini";
import { hints } from "../shared/schemas.js";
import { type AnyEndpoint, endpoint, once } from "./endpoint.js";

/*
 * Schemas that several resources share. Answers keep unknown members (looseObject) and every documented member may be
 * absent or null; requests enforce the contract's limits.
 */

/** An enumeration that the contract leaves open: help and completion offer these values, but other values are sent too. */
export function open(known: readonly string[], fallback?: string) {
  const schema = z.string();
  hints.set(schema, fallback === undefined ? { known } : { known, default: fallback });
  return schema;
}

/** A boolean query parameter whose absence means `fallback`. */
export function flag(fallback?: boolean) {
  const schema = z.boolean();
  if (fallback !== undefined) hints.set(schema, { default: fallback });
  return schema;
}

// Members of answers.
export const text = once(() => z.optional(z.nullable(z.string())));
export const num = once(() => z.optional(z.nullable(z.number())));
export const bool = once(() => z.optional(z.nullable(z.boolean())));
export const strings = once(() => z.optional(z.nullable(z.array(z.string()))));
export const many = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(z.array(schema)));

/** Contract, "Shared shapes": Role. */
export const ROLES = ["admin", "create", "review", "edit", "comment", "read"] as const;
export const Role = once(() => z.enum(ROLES));
export const TEAM_ROLES = ["owner", "member"] as const;
export const TeamRole = once(() => z.enum(TEAM_ROLES));
export const Icon = once(() => z.string().check(z.maxLength(50)));
/** An expression that decides whether a visitor sees a section or a site space. */
export const Condition = once(() => z.string().check(z.minLength(1), z.maxLength(1024)));

export const Urls = once(() => z.nullish(z.looseObject({ location: text(), app: text(), published: text() })));
export const Permissions = once(() => z.nullish(z.record(z.string(), z.unknown())));

export const User = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    displayName: text(),
    email: text(),
    photoURL: text(),
    urls: Urls(),
  }),
);

/** Contract, "Shared shapes": Member. `id` is the `{userId}` of paths; `spaces` and `teams` are numbers. */
export const Member = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    /** Null: a guest. */
    role: text(),
    user: z.nullish(User()),
    disabled: bool(),
    joinedAt: text(),
    lastSeenAt: text(),
    sso: bool(),
    spaces: num(),
    teams: num(),
  }),
);

/** Query parameters of every list endpoint. */
export const page = once(() => ({
  page: z.optional(z.string()),
  limit: z.optional(z.number().check(z.maximum(1000))),
}));
const ORDER = ["asc", "desc"] as const;
export const order = once(() => z.optional(open(ORDER, "desc")));
const FORMATS = ["document", "markdown"] as const;
export const format = once(() => z.optional(open(FORMATS)));
export const metadata = once(() => z.optional(flag(true)));
export const computed = once(() => z.optional(flag(true)));
export const shareKey = once(() => z.optional(z.string()));
/** Free text of a search; the service takes at most 512 characters. */
export const searchText = once(() => z.optional(z.string().check(z.maxLength(512))));

/**
 * Position of a move: before or after a sibling. `reference` is the member that names the sibling: `space`, `siteSpace`,
 * `siteSection`, or `id` for section groups.
 */
export function position<const Type extends string, const Reference extends string>(type: Type, reference: Reference) {
  const place = z.object({ type: z.literal(type), [reference]: z.string() } as {
    type: z.ZodMiniLiteral<Type>;
  } & Record<Reference, z.ZodMiniString>);
  return z.object({ before: z.optional(place), after: z.optional(place) });
}

/** Contract, "Shared shapes": Content reference. */
export const ContentReference = once(() =>
  z.union([
    z.object({ kind: z.literal("file"), file: z.string() }),
    z.object({ kind: z.literal("openapi"), spec: z.string() }),
  ]),
);

/** A list at any path, for `docs api --paginate`. Query parameters of the path are sent on every page. */
export function rawListEndpoint(path: string): AnyEndpoint {
  return endpoint({
    method: "GET",
    path,
    summary: "Read a list",
    response: () => z.unknown(),
    paginated: true,
  });
}
