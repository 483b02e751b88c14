/** Selects what to read for the change of a request. */

import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { isObject } from "../../shared/values.js";
import { endpointNamed, pathOf } from "../endpoints.js";
import type { Source, Template } from "../inverses/types.js";
import type { Fields, Reference, Selector } from "../types.js";

// Fills in the templates of the undo rules.

export interface Values {
  /** Id of the step. */
  step: string;
  params: Readonly<Record<string, unknown>>;
  body: Readonly<Record<string, unknown>>;
  /** Fields by dotted path. */
  before: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
}

/** The id that stands for the first request of a step's undo. */
export const inverseId = (step: string): string => `${step}:back`;

/** The value; undefined if the template stands for something absent. Absent members are left out. */
export function fillTemplate(template: Template, values: Values): unknown {
  if (typeof template === "string")
    return template.startsWith("$") ? resolvePlaceholder(template.slice(1), values) : template;
  if (Array.isArray(template)) return template.map((one) => fillTemplate(one, values));
  if (!isObject(template)) return template;
  const members = Object.entries(template)
    .map(([name, one]) => [name, fillTemplate(one, values)] as const)
    .filter(([, value]) => value !== undefined && value !== null);
  return members.length === 0 && Object.keys(template).length > 0 ? undefined : Object.fromEntries(members);
}

function resolvePlaceholder(text: string, { step, params, body, before, after = {} }: Values): unknown {
  const dot = text.indexOf(".");
  const [root, path] = [text.slice(0, dot), text.slice(dot + 1)];
  if (root === "answer") return { $from: step, path } satisfies Reference;
  if (root === "back") return { $from: inverseId(step), path } satisfies Reference;
  const held = { params, body, before, after }[root] ?? {};
  if (Object.hasOwn(held, path)) return held[path];
  // `a.b.0`: the first element of a list.
  const end = path.lastIndexOf(".");
  const list = held[path.slice(0, end)];
  return Array.isArray(list) ? list[Number(path.slice(end + 1))] : undefined;
}

export interface ObservedFields {
  selector: Selector;
  before: Fields;
  /** Undefined: not known in advance. */
  after: Fields | undefined;
  /** The name of the field in the step's `before` and `after`, if it differs. */
  label?: string;
}

export interface ResolvedCall {
  endpoint: AnyEndpoint;
  /** With the organization of the plan, which lists need. */
  params: Readonly<Record<string, unknown>>;
  body: Readonly<Record<string, unknown>>;
}

export const valuesOf = ({ params, body }: ResolvedCall): Values => ({ step: "", params, body, before: {} });

/** Undefined if part of it is not known yet. */
export function makeSelector(of: Source, asked: ResolvedCall, fields: readonly string[]): Selector | undefined {
  const endpoint = endpointNamed(of.get);
  const params: Record<string, string> = {};
  for (const name of endpoint.params) {
    const value = asked.params[name];
    if (typeof value !== "string") return undefined;
    params[name] = value;
  }
  const item: Record<string, string> = {};
  for (const [path, template] of Object.entries(of.item ?? {})) {
    const value = fillTemplate(template, valuesOf(asked));
    if (typeof value !== "string") return undefined;
    item[path] = value;
  }
  const path = pathOf(endpoint, params) + (of.query === undefined ? "" : `?${of.query}`);
  return { path, fields: [...fields], ...(of.item && { item }) };
}
