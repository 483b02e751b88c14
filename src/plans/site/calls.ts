/** Requests in the order in which they are to be sent, before the engine makes steps of them. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";

/** Stands for a member of what an earlier call is answered. */
export interface Answer {
  /** The key of that call. */
  $from: string;
  /** Dotted path: `id`, `siteSpaces.0.id`. */
  path: string;
}

export type Id = string | Answer;

export interface Call {
  key: string;
  endpoint: AnyEndpoint;
  params: Record<string, Id>;
  body?: Record<string, unknown>;
  /** Words of its own for people. */
  title?: string;
  /** It waits for all before it. */
  last?: true;
  /** What it changes is made by earlier calls: it cannot be looked at before. */
  unseen?: boolean;
}

export type More = Pick<Call, "title" | "last" | "unseen">;

/** The calls of a list, which give themselves keys. */
export interface Calls {
  readonly list: Call[];
  /** Answers what stands for the id of what it makes. */
  add(endpoint: AnyEndpoint, params: Record<string, Id>, body?: Record<string, unknown>, more?: More): Answer;
}

export function newCalls(): Calls {
  const list: Call[] = [];
  return {
    list,
    add(endpoint, params, body, more) {
      const key = `call-${list.length + 1}`;
      list.push({ key, endpoint, params, ...(body && { body }), ...more });
      return { $from: key, path: "id" };
    },
  };
}
