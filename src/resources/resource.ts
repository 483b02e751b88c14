/** One description of a kind of thing, from which other folders derive what they need to know of it. */
import type { AnyEndpoint } from "../catalog/endpoint.js";

// The parts of a view of `docs snapshots query`.

/** The type of the values of a column, apart from null; in SQL, times are text in UTC, and booleans 1 and 0. */
export type ColumnType = "text" | "time" | "boolean" | "integer";

/** Name, expression, meaning, type (default: text). `$.a.b` stands for a member of the JSON text. */
export type ViewColumn = readonly [name: string, sql: string, meaning: string, type?: ColumnType];

export interface View {
  name: string;
  about: string;
  columns: readonly ViewColumn[];
  /** Kind of the stored rows that it shows. */
  rows?: string;
  /** The text after FROM, whose column `json` is the JSON text; absent: the stored rows. Without either, the program fills it. */
  from?: string;
  /** WITH clause before it. */
  using?: string;
  /** Patterns of the scopes that its rows come from. */
  scopes: readonly string[];
  /** Worked out once for each query that names it, as it costs more than reading rows. */
  kept?: true;
  /** Views that it is made of. */
  needs?: readonly string[];
}

export const ID: ViewColumn = ["id", "$.id", "id"];
export const TITLE: ViewColumn = ["title", "$.title", "title"];
export const CREATED: ViewColumn = ["created_at", "$.createdAt", "time, ISO 8601 in UTC", "time"];
export const UPDATED: ViewColumn = ["updated_at", "$.updatedAt", "time of the last change", "time"];
export const APP: ViewColumn = ["url", "$.urls.app", "address in the app"];
export const DEFAULT_LEVEL: ViewColumn = [
  "default_level",
  "$.defaultLevel",
  "what members may do without another grant",
];

/** Kinds that come from a flag, the environment or the profile: `--org`, `DOCS_ORG`, `docs config set org`. */
export type ContextName = "org" | "space" | "site";

/** Endpoints are the names of those in its file of the catalog. */
interface Description<Endpoint extends string> {
  /** The path parameter that names one; absent: no command handles it, it is only listed. */
  param?: string;
  /** Contexts that a command needs for one. */
  within?: readonly ContextName[];
  /** Path of its list. */
  path: string;
  list: Endpoint;
  get?: Endpoint;
  /** It can be in a change request, which has such a list, too. */
  inCr?: true;
  /** Noun of the commands that handle it; default: the last part of the path. */
  noun?: string;
  /** Its name for people: "change request"; default: the same, of one. */
  name?: string;
  /** Member that identifies an item in paths; default `id`. */
  id?: string;
  /** Members that may serve as its title, of which the first one present counts; default: `title`. */
  title?: readonly string[];
  /** Members that a list shows to programs that reason; absent: they do not see it. */
  fields?: readonly string[];
  /** Member that holds an item's children. */
  below?: string;
  /** Describes its view in a snapshot; absent: it is not stored by itself. */
  about?: string;
  /** Kind of the rows that it is stored in. */
  rows?: string;
  columns?: readonly ViewColumn[];
  /** See `View`. */
  from?: string;
}

/** `load` gives the file of the catalog that has its endpoints. */
export interface Resource extends Description<string> {
  load: () => Promise<object>;
  noun: string;
  name: string;
  title: readonly string[];
}

/** Commands handle its things. */
export type Targeted = Resource & Required<Pick<Resource, "param" | "within">>;

export const isTargeted = (resource: Resource): resource is Targeted => resource.param !== undefined;

export function defineResource<Module extends object, const D extends Description<keyof Module & string>>(
  load: () => Promise<Module>,
  description: D,
): D & Resource & { load: () => Promise<Module> } {
  const noun = description.path.slice(description.path.lastIndexOf("/") + 1);
  const name = noun.replaceAll("-", " ").replace(/ies$/, "y").replace(/s$/, "");
  return { noun, name, title: ["title"], ...description, load };
}

/** The name of an endpoint in a change request, by the one in a space. */
export const nameInCr = (endpoint: string): string => endpoint.replace("Space", "ChangeRequest");

/** The endpoint of its list or of one thing, and after it the same in a change request; none if there is no such endpoint. */
export async function loadEndpoints({ inCr, load, ...names }: Resource, part: "list" | "get"): Promise<AnyEndpoint[]> {
  const name = names[part];
  if (name === undefined) return [];
  // `defineResource` takes the names from this file.
  const module = (await load()) as Readonly<Record<string, AnyEndpoint>>;
  const all = inCr ? [name, nameInCr(name)] : [name];
  return all.map((one) => module[one]).filter((one) => one !== undefined);
}

/** The one of a change request is only given for things that can be in one. */
export async function loadList(resource: Resource, isInCr: boolean): Promise<AnyEndpoint> {
  const [own, inCr] = await loadEndpoints(resource, "list");
  const endpoint = isInCr && inCr ? inCr : own;
  if (!endpoint) throw new TypeError(`the catalog has no ${resource.list}`);
  return endpoint;
}

/** The path of its list in a change request. */
export const pathInCr = ({ path }: Resource): string =>
  path.replace("/{spaceId}/", "/{spaceId}/change-requests/{changeRequestId}/");

/** Names of the parameters of a path, in order. */
export const paramsIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
