/** Undo rules of plain things: what most of their requests read, change and send back follows from the thing's description. */
import type { Resource } from "../../resources/resource.js";
import type { PartKind, ReadRule, Source, UndoRule } from "./types.js";

/** The members in which a rule differs from most. */
type Said = Partial<UndoRule>;
type Order = Extract<ReadRule, { as: "order" }>;
type Fields = Extract<ReadRule, { as: "fields" }>;
type State = Extract<ReadRule, { as: "state" }>;

/**
 * Makes the rules of a resource.
 * @param name as it is in the names of its endpoints: `Team` of `createTeam`
 * @param given.part the part of a site that it is
 * @param given.of its read, if that is neither its own endpoint nor its list
 */
export function plainRules(name: string, resource: Resource, given: { part?: PartKind; of?: Source } = {}) {
  const { name: thing, param = "", list, get } = resource;
  const [titled = ""] = resource.title;
  const { part: kind, of = get === undefined ? { get: list, item: { id: `$params.${param}` } } : { get } } = given;
  const own = { thing, ...(kind && { part: { kind, of: param } }) };
  const created = { change: "create", thing, ...(kind && { part: { kind } }) } as const;
  const removal = [{ endpoint: `delete${name}`, params: { [param]: "$answer.id" } }];
  return {
    create: (said: Said = {}): UndoRule => ({
      undo: "exact",
      ...created,
      reads: { as: "new", of: { get: list, item: { [titled]: `$body.${titled}` } } },
      inverse: removal,
      ...said,
    }),
    /** Nothing tells beforehand that it is not there. */
    createUnread: (said: Said): UndoRule => ({ undo: "near", ...created, inverse: removal, ...said }),
    edit: ({ members, ...said }: Said & { members?: Fields["members"] } = {}): UndoRule => ({
      undo: "exact",
      change: "change",
      ...own,
      reads: { as: "fields", of, ...(members && { members }) },
      inverse: [{ endpoint: `update${name}`, body: "before" }],
      ...said,
    }),
    /** @param keep the fields needed to create it again, or to say what it was */
    remove: (keep: readonly string[], said: Said): UndoRule => ({
      undo: said.inverse ? "approximate" : "impossible",
      change: "remove",
      ...own,
      reads: { as: "gone", of, keep },
      ...said,
    }),
    move: (order: Omit<Order, "as" | "of" | "list">, said: Said = {}): UndoRule => ({
      undo: "exact",
      change: "move",
      ...own,
      reads: { as: "order", of, list: { get: list }, ...order },
      inverse: "move back",
      ...said,
    }),
    /** For requests that nothing undoes. @param becomes the fields that show that it happened */
    act: (verb: string, why: string, becomes: State["becomes"], keep?: State["keep"]): UndoRule => ({
      undo: "impossible",
      change: "act",
      ...{ ...own, verb, why },
      reads: { as: "state", of, becomes, ...(keep && { keep }) },
    }),
  };
}
