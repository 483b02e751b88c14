/** The undo matrix as data: for each writing endpoint what it changes, what to read before, and what undoes it. */
import type { Change, Undo } from "../types.js";

/**
 * Texts that start with `$` are placeholders: `$params.x` is a path parameter of the request, `$body.x` a member of its
 * body, `$before.x` and `$after.x` a field as it was and as it will be, `$answer.x` a member of the answer.
 */
export type Template = string | boolean | null | readonly Template[] | { readonly [name: string]: Template };

/** Where the thing is read: one GET, or an item of a list. */
export interface Source {
  /** Name of the endpoint. */
  get: string;
  /** For a list: values of members that identify the item. */
  item?: Readonly<Record<string, string>>;
  /** Query of the read. */
  query?: "format=markdown";
}

export interface Member {
  /** Dotted path of the field in what is read; default: the member's own name. */
  at?: string;
  /** Where it is read, if not with the thing itself. */
  of?: Source;
  /** The value for an absent field, if null is refused. */
  empty?: unknown;
  /** The value sent cannot be compared with the value read. */
  opaque?: true;
  /** The member of the value that corresponds to the field: `url` of `source`. */
  inner?: string;
  /** The values of the field that correspond to true and false. */
  means?: readonly [string, string];
  /** It is undone by sending the same value under this name; nothing is read for it. */
  swap?: string;
}

/** How the request changes what can be read. */
export type Sees =
  /** Members of its body set fields of the thing. */
  | { as: "fields"; of: Source; members?: Readonly<Record<string, Member>> }
  /** The thing exists before, but not after. `keep`: the fields needed to create it again. */
  | { as: "gone"; of: Source; keep?: readonly string[] }
  /** The thing does not exist before, but does after. */
  | { as: "new"; of: Source; fields?: Readonly<Record<string, Template>> }
  /** Fields get fixed values. */
  | { as: "state"; of: Source; becomes: Readonly<Record<string, Template>>; keep?: readonly string[] }
  /** It takes another place among its siblings. */
  | {
      as: "order";
      of: Source;
      list: Source;
      within?: string;
      type: string;
      reference: string;
      /** Another list in the same order, for neighbors if there is no sibling of the same kind. */
      beside?: Source;
      /** Without any neighbors: the ways back into its container, and out of it. */
      alone?: { into: Back; out: Back };
    }
  /** Members of a team, several at once. */
  | { as: "members"; of: Source };

export interface Back {
  endpoint: string;
  /** Parameters other than those of the same name in the request. */
  params?: Readonly<Record<string, Template>>;
  /** `before`: the members of the request's body with their old values. */
  body?: "before" | Readonly<Record<string, Template>>;
  /** Only if the thing existed before, or did not. */
  when?: "present" | "absent";
}

export interface Row {
  undo: Undo;
  change: Change;
  /** The kind of thing in messages: `space`. */
  thing: string;
  /** The verb in titles, if not that of `change`. */
  verb?: string;
  /** Why it cannot be undone exactly. */
  why?: string;
  sees?: Sees;
  back?: readonly Back[] | "place" | "members";
  /** What else differs after the undo, besides ids and times. */
  traces?: readonly string[];
}

export type Rows = Readonly<Record<string, Row>>;
