/** Commands that list, show, create, change, delete and move one kind of thing with a single request for each. */
import type { AnyEndpoint, ParamNames } from "../catalog/endpoint.js";
import { chooseEndpoint, defineCommand, many, one, type Target } from "../cli/command.js";
import type { Api } from "../cli/context.js";
import { type BodyTexts, body, type Flags, type FlagValues, type QueryTexts, query, text } from "../cli/flags.js";
import { CONTEXT_PARAMS, type ContextName, type Kind, type WithinParams } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { Failure, usage } from "../errors.js";
import type { Listing } from "../http/types.js";
import { getPath } from "../shared/paths.js";
import { textAt } from "./shared.js";

interface PlainNoun<K extends Kind> {
  kind: K;
  /** Name of the argument in help; default: that of the kind. */
  arg?: string;
  /** Its name in messages; default: that of the kind. */
  what?: string;
  columns: readonly Column[];
  /** Columns of a single thing; default: those of the list. */
  details?: readonly Column[];
  /** Reads one before it is deleted; a list is searched for it. */
  read: AnyEndpoint;
}

interface AnyNoun extends Required<PlainNoun<Kind>> {
  /** The member that people know it by. */
  title: string;
  /** Contexts in which they are listed and created. */
  within: readonly ContextName[];
}

/** Spaces and collections need no context to be named, and are listed in an organization like all others. */
type ListedIn<K extends Kind> = K["within"] extends readonly [] ? readonly ["org"] : K["within"];

type VerbHelp = { summary: string; examples: readonly string[] };

/** Refuses an endpoint whose path has parameters that the noun does not give. */
type Fits<E extends AnyEndpoint, Params> = E & (ParamNames<E["path"]> extends keyof Params ? unknown : never);
type InContext<E extends AnyEndpoint, K extends Kind> = Fits<E, WithinParams<ListedIn<K>, false>>;
type OnTarget<E extends AnyEndpoint, K extends Kind> = Fits<E, Target<K>["params"]>;

/** The input of an endpoint that `Fits`, with fields that its own schema describes: the types are erased here. */
const erased = (input: object) => input as never;

interface ReadVerb<E extends AnyEndpoint> extends VerbHelp {
  query?: QueryTexts<E>;
  /** The endpoint of the same things in a change request. */
  inCr?: AnyEndpoint;
}

interface ListVerb<E extends AnyEndpoint> extends ReadVerb<E> {
  columns?: readonly Column[];
  empty: string;
}

interface ViewVerb<E extends AnyEndpoint> extends ReadVerb<E> {
  /** Address of its page, where that is not in `urls`. */
  address?: (item: Record<string, unknown>) => string | undefined;
}

/** The members of all commands that read. */
const readMembers = <E extends AnyEndpoint>(endpoint: E, { query: fields, inCr, ...help }: ReadVerb<E>) => ({
  ...help,
  endpoints: [endpoint, ...(inCr ? [inCr] : [])],
  ...(fields && { flags: query(endpoint, fields) }),
});

function makeList<E extends AnyEndpoint>(
  { within, columns }: AnyNoun,
  endpoint: E,
  { empty, columns: shown = columns, ...verb }: ListVerb<E>,
) {
  const { inCr = endpoint } = verb;
  return defineCommand({
    name: "list",
    ...readMembers(endpoint, verb),
    within,
    ...(verb.inCr && { cr: true }),
    paged: true,
    run: ({ scope, query, api, out }) =>
      out.list(api.list(chooseEndpoint(scope, endpoint, inCr), erased({ params: scope, query })), {
        columns: shown,
        empty,
      }),
  });
}

/** Lists what belongs to one thing: the spaces of a collection. */
function makeSublist<E extends AnyEndpoint>(
  { kind, arg, columns }: AnyNoun,
  endpoint: E,
  { name, empty, columns: shown = columns, ...verb }: ListVerb<E> & { name: string },
) {
  const { inCr = endpoint } = verb;
  return defineCommand({
    name,
    ...readMembers(endpoint, verb),
    args: { [arg]: one(kind) },
    paged: true,
    run: ({ args, query, api, out }) => {
      const { params = {} } = args[arg] ?? {};
      const listing = api.list(chooseEndpoint(params, endpoint, inCr), erased({ params, query }));
      return out.list(listing, { columns: shown, empty });
    },
  });
}

function makeView<E extends AnyEndpoint>({ kind, arg, details }: AnyNoun, endpoint: E, verb: ViewVerb<E>) {
  const { inCr = endpoint, address, ...help } = verb;
  const showing = { columns: details, ...(address && { address }) };
  return defineCommand({
    name: "view",
    ...readMembers(endpoint, { ...help, inCr: verb.inCr }),
    args: { [arg]: many(kind) },
    run: ({ args, query, api, out }) => {
      const read = ({ params }: Target) =>
        api.call<AnyEndpoint>(chooseEndpoint(params, endpoint, inCr), erased({ params, query }));
      return out.show(args[arg] ?? [], read, showing);
    },
  });
}

type FieldsVerb<E extends AnyEndpoint> = VerbHelp & { fields: BodyTexts<E> };
/** `textField` may be given without its flag. */
type CreateVerb<E extends AnyEndpoint> = FieldsVerb<E> & { textField?: keyof BodyTexts<E> & string };

function makeCreate<E extends AnyEndpoint>(
  { kind, within, what, details, title }: AnyNoun,
  endpoint: E,
  { fields, ...help }: CreateVerb<E>,
) {
  return defineCommand({
    name: "create",
    ...help,
    endpoints: [endpoint],
    within,
    flags: body(endpoint, fields),
    run: async ({ scope, body, api, out, next, names }) => {
      const name = textAt(body, title);
      const twin = name === undefined ? undefined : await names.listedAs(kind, name);
      const created: Record<string, unknown> = await api.call(endpoint, erased({ params: scope, body }));
      await out.result(created, { columns: details, done: out.made(`Created ${what}`, created.id, created[title]) });
      if (twin === undefined || typeof created.id !== "string" || created.id === twin.id) return;
      const back = next(`${kind.noun} delete`, created.id);
      out.note(`another ${what} is called ${JSON.stringify(twin.title)} (${twin.id}); to delete this one: ${back}`);
    },
  });
}

interface EditVerb<E extends AnyEndpoint, F extends Flags> extends VerbHelp {
  fields?: BodyTexts<E>;
  /** Flags that are no fields of the body as they are, and what they are there. */
  flags?: F;
  toFields?(flags: FlagValues<F>): object;
}

function makeEdit<E extends AnyEndpoint>(
  { kind, arg, what, details }: AnyNoun,
  endpoint: E,
  { fields, flags: own, toFields, ...help }: EditVerb<E, Flags>,
) {
  const flags: Flags = { ...(fields && body(endpoint, fields)), ...own };
  return defineCommand({
    name: "edit",
    ...help,
    endpoints: [endpoint],
    args: { [arg]: many(kind) },
    flags,
    needsField: true,
    run: ({ args, flags, body, api, out }) => {
      const change = { ...body, ...toFields?.(flags) };
      return out.each(args[arg] ?? [], ({ params }) => api.call(endpoint, erased({ params, body: change })), {
        columns: details,
        changes: what,
      });
    },
  });
}

function makeDelete(noun: AnyNoun, endpoint: AnyEndpoint, { warning, ...help }: VerbHelp & { warning?: string }) {
  const { kind, arg, what, title } = noun;
  return defineCommand({
    name: "delete",
    ...help,
    endpoints: [endpoint],
    args: { [arg]: many(kind) },
    destructive: true,
    run: ({ args, api, out }) =>
      out.remove(args[arg] ?? [], {
        what,
        read: createReader(noun, api),
        title: (item) => textAt(item, title) || undefined,
        ...(warning !== undefined && { warning }),
        // It may be on another one.
        ...(noun.within.includes("site") && { place: "on the site" }),
        send: ({ params }, options) => api.call(endpoint, erased({ params }), options),
      }),
  });
}

/** Reads a thing by its own endpoint, or finds it in its list, which is read once for all things of a place. */
function createReader({ read, what, within }: AnyNoun, api: Api): (target: Target) => Promise<object> {
  if (!read.paginated) return ({ params }) => api.call(read, erased({ params }));
  const find = lookup<object>(what);
  return ({ id, params }) => {
    const place = within.map((name) => params[CONTEXT_PARAMS[name]]).join();
    return find({ id, place, list: () => api.list(read, erased({ params })) });
  };
}

interface MoveVerb<E extends AnyEndpoint> extends VerbHelp {
  /** Name of a sibling, and the parameters of its path. */
  beside: readonly [sibling: string, param: string | readonly string[]];
  /** Its type and the member with its id in the body. */
  position: readonly [type: string, reference: string];
  fields?: BodyTexts<E>;
  note?: string;
}

function makeMove<E extends AnyEndpoint>(
  { kind, arg, what, details }: AnyNoun,
  endpoint: E,
  { beside, position, fields, note, ...help }: MoveVerb<E>,
) {
  const own = fields ? Object.keys(fields) : [];
  const flags: Flags = { ...(fields && body(endpoint, fields)), ...positionFlags(...beside) };
  return defineCommand({
    name: "move",
    ...help,
    endpoints: [endpoint],
    args: { [arg]: one(kind) },
    flags,
    needsField: true,
    offeredFields: [...own, "before", "after"],
    run: ({ args, flags, body, api, out }) => {
      if (note !== undefined) out.note(note);
      const where = { ...body, ...makePosition(flags, ...position) };
      return out.each([args[arg]], (target) => api.call(endpoint, erased({ params: target?.params, body: where })), {
        columns: details,
        done: (target) => `Moved ${what} ${target?.label}`,
      });
    },
  });
}

/** The verbs of a noun. Each takes the endpoint that it calls, which must be one of the noun's. */
export function plainVerbs<K extends Kind>({ kind, columns, ...given }: PlainNoun<K>) {
  const noun: AnyNoun = {
    arg: kind.name.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase()),
    what: kind.name,
    details: columns,
    title: kind.list?.title[0] ?? "title",
    within: kind.within.length > 0 ? kind.within : ["org"],
    ...{ kind, columns, ...given },
  };
  return {
    list: <E extends AnyEndpoint>(endpoint: InContext<E, K>, verb: ListVerb<E>) => makeList<E>(noun, endpoint, verb),
    sublist: <E extends AnyEndpoint>(endpoint: OnTarget<E, K>, verb: ListVerb<E> & { name: string }) =>
      makeSublist<E>(noun, endpoint, verb),
    view: <E extends AnyEndpoint>(endpoint: OnTarget<E, K>, verb: ViewVerb<E>) => makeView<E>(noun, endpoint, verb),
    create: <E extends AnyEndpoint>(endpoint: InContext<E, K>, verb: CreateVerb<E>) =>
      makeCreate<E>(noun, endpoint, verb),
    edit: <E extends AnyEndpoint, const F extends Flags>(endpoint: OnTarget<E, K>, verb: EditVerb<E, F>) =>
      makeEdit<E>(noun, endpoint, verb),
    remove: <E extends AnyEndpoint>(endpoint: OnTarget<E, K>, verb: VerbHelp & { warning?: string }) =>
      makeDelete(noun, endpoint, verb),
    move: <E extends AnyEndpoint>(endpoint: OnTarget<E, K>, verb: MoveVerb<E>) => makeMove<E>(noun, endpoint, verb),
  };
}

// `--before` and `--after`, as every move command takes them.

const positionFlags = (sibling: string, param: string | readonly string[]) => ({
  before: text({ describe: `put it before this ${sibling}`, value: "id", id: param }),
  after: text({ describe: `put it after this ${sibling}`, value: "id", id: param }),
});

type Place<Type extends string, Reference extends string> = { type: Type } & Record<Reference, string>;

/** The `position` member of a move; nothing if neither flag was given. @throws Failure usage if both were. */
export function makePosition<const Type extends string, const Reference extends string>(
  flags: { before?: string; after?: string },
  type: Type,
  reference: Reference,
): { position?: { before: Place<Type, Reference> } | { after: Place<Type, Reference> } } {
  if (flags.before !== undefined && flags.after !== undefined)
    throw usage("--before and --after cannot be used together");
  // A computed key widens to a record of strings; the key is `reference`.
  const place = (id: string) => ({ type, [reference]: id }) as Place<Type, Reference>;
  if (flags.before !== undefined) return { position: { before: place(flags.before) } };
  if (flags.after !== undefined) return { position: { after: place(flags.after) } };
  return {};
}

// Finds things that have no GET of their own in their list, which is read once for all targets of a command.

interface LookupRequest<T> {
  /** Value of the identifying member. */
  id: string;
  /** Its place: targets with the same place share one reading of the list. */
  place: string;
  list: () => Listing<T>;
}

/**
 * Looks things up by `path`, the member that identifies them.
 * @throws Failure not-found if the list ends without it; cannot-tell if that list cannot be whole
 */
export function lookup<T extends object>(what: string, path = "id"): (wanted: LookupRequest<T>) => Promise<T> {
  const places = new Map<string, Promise<Collected<T>>>();
  return async ({ id, place, list }) => {
    const collected = places.get(place) ?? collect(list(), path);
    places.set(place, collected);
    const { items, gap } = await collected;
    const found = items.get(id);
    if (found) return found;
    if (gap !== undefined) throw new Failure("cannot-tell", `cannot tell whether there is a ${what} ${id}: ${gap}`);
    throw new Failure("not-found", `there is no ${what} ${id}`);
  };
}

interface Collected<T> {
  items: Map<unknown, T>;
  gap: string | undefined;
}

async function collect<T extends object>(listing: Listing<T>, path: string): Promise<Collected<T>> {
  const collected: Collected<T> = { items: new Map(), gap: undefined };
  for await (const page of listing.pages()) {
    for (const item of page.items) collected.items.set(getPath(item, path), item);
    collected.gap ??= page.gap;
  }
  return collected;
}
