/** The ordered requests for a site, before they become steps of a plan. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";

/** A placeholder for a member of the answer to an earlier call. */
interface AnswerReference {
  /** The key of that call. */
  $from: string;
  /** Dotted path: `id`, `siteSpaces.0.id`. */
  path: string;
}

export type Id = string | AnswerReference;

export interface Call {
  key: string;
  endpoint: AnyEndpoint;
  params: Record<string, Id>;
  body?: Record<string, unknown>;
  /** It needs all calls before it. */
  last?: true;
  /** Earlier calls create what it changes, so nothing can be compared before it is sent. */
  unseen?: boolean;
}

type CallOptions = Pick<Call, "last" | "unseen">;

/** Collects calls and gives them keys. */
export interface Calls {
  readonly list: Call[];
  /** Adds a call. Returns the placeholder for the id of what it creates. */
  add(
    endpoint: AnyEndpoint,
    params: Record<string, Id>,
    body?: Record<string, unknown>,
    more?: CallOptions,
  ): AnswerReference;
}

export function createCalls(): Calls {
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
