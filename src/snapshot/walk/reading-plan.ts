/** The readings, and the sources of their parameters. Derived from the catalog: a new endpoint is a new reading. */

import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { createTemplateMatcher, expandTemplate } from "../../shared/paths.js";
import { FROM_OTHERS, UNREADABLE, YIELDS } from "./read-rules.js";

export interface Reading {
  name: string;
  endpoint: AnyEndpoint;
  /** The list whose items it is read for, and the parameter they supply; absent: once for the organization. */
  each?: { list: string; param: string } | undefined;
}

export type Endpoints = Readonly<Record<string, AnyEndpoint>>;

/** The readings that answer an endpoint, or why nothing does. */
type Source = { reads: readonly string[] } | { unreadable: string };

export interface Plan {
  /** Each list comes before the readings that need its items. */
  readings: readonly Reading[];
  /** Every GET endpoint by its name. */
  sources: ReadonlyMap<string, Source>;
}

/** @throws Error if no list supplies a parameter: then a fact is missing in read-rules.ts */
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
    // Everything below a content is part of it.
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
  return { readings: sortReadings(readings), sources };
}

/** The list that supplies the last parameter of a path. */
function eachOf({ path }: AnyEndpoint, lists: ReadonlyMap<string, string>): Reading["each"] {
  const last = /^(.*)\/\{(\w+)\}[^{}]*$/.exec(path);
  const [, above = "", param = ""] = last ?? [];
  if (!last || param === "organizationId") return undefined;
  const list = YIELDS[param] ?? lists.get(above);
  if (list === undefined) throw new Error(`no list supplies ${param} of ${path}`);
  return { list, param };
}

function sortReadings(readings: readonly Reading[]): Reading[] {
  const byName = new Map(readings.map((reading) => [reading.name, reading]));
  const depth = ({ each }: Reading): number => {
    const above = each && byName.get(each.list);
    return above ? depth(above) + 1 : 0;
  };
  return [...readings].sort((one, other) => depth(one) - depth(other));
}

/** The readings that lead to one, from the organization down, ending with itself. */
export function chainOf(readings: readonly Reading[], name: string): Reading[] {
  const reading = readings.find((one) => one.name === name);
  if (!reading) return [];
  return [...(reading.each ? chainOf(readings, reading.each.list) : []), reading];
}

/** The name of a scope: the path without `/v1/`; unknown parameters stay as placeholders. */
export function scopeName({ path }: AnyEndpoint, params: Readonly<Record<string, string>>): string {
  return expandTemplate(path.replace(/^\/v1\//, ""), (name, written) => params[name] ?? written);
}

/** The pattern that a scope's name matches: `spaces/{spaceId}/content` for `spaces/abc/content`; else the name itself. */
export function patterns(endpoints: Endpoints): (scope: string) => string {
  const reads = Object.values(endpoints).filter(({ method }) => method === "GET");
  const match = createTemplateMatcher(
    reads.map((endpoint) => scopeName(endpoint, {})),
    (pattern) => pattern,
  );
  return (scope) => match(scope.split("/"))[0]?.found ?? scope;
}
