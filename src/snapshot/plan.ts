/** What is read and where the parameters come from, derived from the catalog: an endpoint more is a reading more. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { FROM_OTHERS, UNREADABLE, YIELDS } from "./facts.js";

export interface Reading {
  name: string;
  endpoint: AnyEndpoint;
  /** The list whose things it is read for, and the parameter that they give; absent: once for the organization. */
  each?: { list: string; param: string } | undefined;
}

export type Endpoints = Readonly<Record<string, AnyEndpoint>>;

/** An endpoint that is answered by what was read for others, or by nothing. */
export type Source = { reads: readonly string[] } | { unreadable: string };

export interface Plan {
  /** In an order in which lists come before what is read for each of their things. */
  readings: readonly Reading[];
  /** Every reading endpoint by its name. */
  sources: ReadonlyMap<string, Source>;
}

/** @throws Error for an endpoint whose parameters no list gives: a fact is missing */
export function planOf(endpoints: Endpoints): Plan {
  const gets = Object.entries(endpoints).filter(([, { method }]) => method === "GET");
  const lists = new Map(
    gets.flatMap(([name, { path, items }]) => (items === undefined ? [] : [[path, name] as const])),
  );
  const contents = new Map(
    gets.flatMap(([name, { path }]) => (path.endsWith("/content") ? [[`${path}/`, name] as const] : [])),
  );
  const sourceOf = (name: string, { path }: AnyEndpoint): Source => {
    const why = UNREADABLE[name];
    if (why !== undefined) return { unreadable: why };
    const others = FROM_OTHERS[name];
    if (others) return { reads: others };
    // What stands below the content of a space is part of it.
    for (const [above, content] of contents) if (path.startsWith(above)) return { reads: [content] };
    const list = lists.get(path.replace(/\/\{\w+\}$/, ""));
    return { reads: [list === undefined || FROM_OTHERS[list] ? name : list] };
  };
  const sources = new Map(gets.map(([name, endpoint]) => [name, sourceOf(name, endpoint)]));
  const isRead = (name: string) => {
    const source = sources.get(name);
    return source !== undefined && "reads" in source && source.reads.length === 1 && source.reads[0] === name;
  };
  const readings = gets
    .filter(([name]) => isRead(name))
    .map(([name, endpoint]): Reading => ({ name, endpoint, each: eachOf(endpoint, lists) }));
  return { readings: sorted(readings), sources };
}

/** The list that gives the last parameter of a path. */
function eachOf({ path }: AnyEndpoint, lists: ReadonlyMap<string, string>): Reading["each"] {
  const last = /^(.*)\/\{(\w+)\}[^{}]*$/.exec(path);
  const [, above = "", param = ""] = last ?? [];
  if (!last || param === "organizationId") return undefined;
  const list = YIELDS[param] ?? lists.get(above);
  if (list === undefined) throw new Error(`no list gives ${param} of ${path}`);
  return { list, param };
}

function sorted(readings: readonly Reading[]): Reading[] {
  const byName = new Map(readings.map((reading) => [reading.name, reading]));
  const depth = ({ each }: Reading): number => {
    const above = each && byName.get(each.list);
    return above ? depth(above) + 1 : 0;
  };
  return [...readings].sort((one, other) => depth(one) - depth(other));
}

/** The readings that lead to one, from the organization down, itself last. */
export function chainOf(readings: readonly Reading[], name: string): Reading[] {
  const reading = readings.find((one) => one.name === name);
  if (!reading) return [];
  return [...(reading.each ? chainOf(readings, reading.each.list) : []), reading];
}

/** What a scope is called: the path without `/v1/`, parameters that are not known stay as they are written. */
export function scopeName({ path }: Pick<AnyEndpoint, "path">, params: Readonly<Record<string, string>>): string {
  return path.replace(/^\/v1\//, "").replace(/\{(\w+)\}/g, (written: string, name: string) => params[name] ?? written);
}

/** The pattern of a scope's name: `spaces/{spaceId}/content` of `spaces/abc/content`; itself if it is none. */
export function patterns(endpoints: Endpoints): (scope: string) => string {
  const byLength = new Map<number, string[][]>();
  for (const endpoint of Object.values(endpoints)) {
    if (endpoint.method !== "GET") continue;
    const parts = scopeName(endpoint, {}).split("/");
    byLength.set(parts.length, [...(byLength.get(parts.length) ?? []), parts]);
  }
  return (scope) => {
    const segments = scope.split("/");
    const fits = (parts: readonly string[]) => parts.every((part, at) => part.startsWith("{") || part === segments[at]);
    return byLength.get(segments.length)?.find(fits)?.join("/") ?? scope;
  };
}
