/** Selects what to read for the change of a request. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { endpointNamed, pathOf } from "../endpoints.js";
import type { Source } from "../inverses/types.js";
import type { Fields, Selector } from "../types.js";
import { fillTemplate, type Values } from "./inverse-template.js";

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
  for (const name of endpoint.params as readonly string[]) {
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
