/** The undo rules as data: for each writing endpoint what it changes, what to read before, and what undoes it. */
import type { Change, Undo } from "../types.js";

/**
 * Texts that start with `$` are placeholders: `$params.x` is a path parameter of the request, `$body.x` a member of its
 * body, `$before.x` and `$after.x` a field as it was and as it will be, `$answer.x` a member of the answer.
 */
export type Template = string | boolean | null | readonly Template[] | { readonly [name: string]: Template };

/** The read of the thing: one GET, or an item of a list. */
export interface Source {
  /** Name of the endpoint. */
  get: string;
  /** For a list: values of members that identify the item. */
  item?: Readonly<Record<string, string>>;
  /** For a list: the item is in the same container (`within`) as the one with this id. */
  beside?: { id: string; within: string };
  /** Query of the read. */
  query?: "format=markdown";
}

export interface Member {
  /** Dotted path of the field in what is read; default: the member's own name. */
  at?: string;
  /** Its read, if it is not read with the thing itself. */
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
export type ReadRule =
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
      /** The list shows what is in other containers between siblings: only a direct neighbor says where it was. */
      isFlat?: true;
      /** Another list in the same order, for neighbors if there is no sibling of the same kind. */
      beside?: Source;
      /** Without any neighbors: the ways back into its container, and out of it. */
      alone?: { into: InverseRequest; out: InverseRequest };
    }
  /** Members of a team, several at once. */
  | { as: "members"; of: Source };

export interface InverseRequest {
  endpoint: string;
  /** Parameters other than those of the same name in the request. */
  params?: Readonly<Record<string, Template>>;
  /** `before`: the members of the request's body with their old values. */
  body?: "before" | Readonly<Record<string, Template>>;
  /** Only these members of `before`, or all but these. */
  only?: readonly string[];
  except?: readonly string[];
  /** Only if the thing existed before, or did not. */
  when?: "present" | "absent";
  /** Only if fields had these values. */
  had?: Readonly<Record<string, unknown>>;
}

/** A circumstance in which the undo leaves something different, or is refused. */
export interface Caveat {
  if: (typeof CIRCUMSTANCES)[number];
  /** The member of the body that it is about. */
  member?: string;
  /** Then it cannot be undone at all; default: nearly. */
  undo?: "impossible";
  why: string;
}

/**
 * `sends`: the member is true or a list with something in it. `inherits`: the level was perhaps inherited. `not last`:
 * who leaves a list is not at its end. `default leaves`: it is the default of a place that it leaves. `path taken`: the
 * path is taken where it goes. `own title`: it has another title than the space that it shows. `space gone`: the space
 * that it shows is gone.
 */
export const CIRCUMSTANCES = [
  "sends",
  "inherits",
  "not last",
  "default leaves",
  "path taken",
  "own title",
  "space gone",
] as const;

export type PartKind = "site" | "section" | "group" | "space" | "link";

export interface UndoRule {
  undo: Undo;
  change: Change;
  /** The part of a site that it changes: `of` is the parameter, or the member of the body, that names the part. */
  part?: { kind: PartKind; of?: string };
  /** The kind of thing in messages: `space`. */
  thing: string;
  /** The verb in titles, if not that of `change`. */
  verb?: string;
  /** Why it cannot be undone exactly. */
  why?: string;
  reads?: ReadRule;
  /** `move back`: to the neighbor of before (make/move-position.ts). `members`: one request for all people of the list. */
  inverse?: readonly InverseRequest[] | "move back" | "members";
  caveats?: readonly Caveat[];
  /** Other differences after the undo, besides ids and times. */
  sideEffects?: readonly string[];
}

export type UndoRules = Readonly<Record<string, UndoRule>>;
