/** The undo matrix as data: for each writing endpoint what it changes, what has to be read before, and what takes it back. */
import type { Change, Undo } from "../types.js";

/**
 * Texts with `$`: `$params.x` is a path parameter of the request, `$body.x` a member of its body, `$before.x` a field that
 * was read before, `$after.x` as it will be, `$answer.x` a member of what it was answered.
 */
export type Template = string | boolean | null | readonly Template[] | { readonly [name: string]: Template };

/** Where the thing is read: one GET, or an item of a list. */
export interface Source {
  /** Name of the endpoint. */
  get: string;
  /** Of a list: members of the item that is meant. */
  item?: Readonly<Record<string, string>>;
  /** Query of the read. */
  query?: "format=markdown";
}

export interface Member {
  /** Dotted path of the field in what is read; default: the member's own name. */
  at?: string;
  /** It is read elsewhere. */
  of?: Source;
  /** What stands for a field that is not there, where null is refused. */
  empty?: unknown;
  /** What is sent cannot be compared with what is read. */
  opaque?: true;
  /** The member of the member that the field is: `url` of `source`. */
  inner?: string;
  /** The member is true where the field has the first of these values, and false where it has the second. */
  means?: readonly [string, string];
  /** It is taken back by sending it under this name; nothing is read for it. */
  swap?: string;
}

/** How the request changes what is read. */
export type Sees =
  /** Members of its body become fields of the thing. */
  | { as: "fields"; of: Source; members?: Readonly<Record<string, Member>> }
  /** The thing is there before and not afterward. `keep`: fields that a new one is made from. */
  | { as: "gone"; of: Source; keep?: readonly string[] }
  /** There is no such item before, and one afterward. */
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
      /** Other things that stand in the same order: one of them will do where no sibling of its kind is there. */
      beside?: Source;
      /** Where nothing stands beside it: the way back into what it was in, and out to the root. */
      alone?: { into: Back; out: Back };
    }
  /** Members of a team, several at once. */
  | { as: "members"; of: Source };

export interface Back {
  endpoint: string;
  /** Parameters other than those of the same name in the request. */
  params?: Readonly<Record<string, Template>>;
  /** `before`: the members of the request's body, with the values they had. */
  body?: "before" | Readonly<Record<string, Template>>;
  /** Only where the thing was there before, or was not. */
  when?: "present" | "absent";
}

export interface Row {
  undo: Undo;
  change: Change;
  /** `space`: as messages call it. */
  thing: string;
  /** In titles, where "create", "change", "move" and "remove" do not say it. */
  verb?: string;
  /** Why not exactly. */
  why?: string;
  sees?: Sees;
  back?: readonly Back[] | "place" | "members";
  /** Fields of answers that are not as they were after the undo, beside ids and times. */
  traces?: readonly string[];
}

export type Rows = Readonly<Record<string, Row>>;
