/** Handlers of resources that live in one place, such as the teams of an organization or the sections of a site. */
import type { Resource } from "../../resources/resource.js";
import { listAnswer } from "../lists.js";
import { findIn, findOrganization } from "../lookup.js";
import type { Handler, HandlerContext, HandlerInput, HandlerResult } from "../types.js";

/** The things above a resource in a path; `scope` is where the store keeps the resource. */
export interface Place {
  org: string;
  scope: string;
}

/** @throws ServiceError 404 */
export function inOrganization({ params }: HandlerInput, context: HandlerContext): Place {
  const org = findOrganization(context, params.organizationId ?? "").id;
  return { org, scope: org };
}

interface Hooks<P extends Place, T extends { id: string }> {
  place(input: HandlerInput, context: HandlerContext): P;
  /** Things whose scope is not the place. @throws ServiceError 404 */
  find?: (context: HandlerContext, place: P, id: string) => T;
  /** Turns stored things into answers. Absent: they are answered as stored. */
  present?: (context: HandlerContext, place: P, query: HandlerInput["query"]) => (thing: T) => object;
}

/** A request on a thing: the thing, what is above it, and the query and body. */
type At<P, T> = P & HandlerInput & { thing: T };

/** Creates the first and last steps of a resource's handlers. */
function createSteps<P extends Place, T extends { id: string }>(resource: Resource, hooks: Hooks<P, T>) {
  const { rows: kind = "", name, param = "" } = resource;
  const { place } = hooks;
  const present: NonNullable<typeof hooks.present> = hooks.present ?? (() => (thing) => thing);
  const find = (context: HandlerContext, where: P, id: string) =>
    hooks.find?.(context, where, id) ?? findIn<T>(context.store, kind, where.scope, { id, name });
  const act =
    (apply: (at: At<P, T>, context: HandlerContext) => HandlerResult | Promise<HandlerResult>): Handler =>
    (input, context) => {
      const where = place(input, context);
      return apply({ ...input, ...where, thing: find(context, where, input.params[param] ?? "") }, context);
    };
  const answer = (context: HandlerContext, where: P, thing: T) => ({ value: present(context, where, {})(thing) });
  return { kind, place, present, find, act, answer };
}

/**
 * Makes handlers. A hook gets the request and the context; what it does runs in the transaction of the request, so
 * that an error undoes all of it.
 */
export function createResource<P extends Place, T extends { id: string }>(resource: Resource, hooks: Hooks<P, T>) {
  const { kind, place, present, find, act, answer } = createSteps(resource, hooks);
  return {
    /** Any other work on a thing. */
    act,
    get: act((at, context) => answer(context, at, at.thing)),
    /** `choose` reads the things of a place, in their order. By default, all are listed in the order of the store. */
    list:
      (choose?: (at: P & HandlerInput, context: HandlerContext) => readonly T[] | undefined): Handler =>
      (input, context) => {
        const where = place(input, context);
        const things = choose?.({ ...input, ...where }, context);
        if (!things && !hooks.present) return listAnswer(context, input, { kind, scope: where.scope });
        const shown = (things ?? context.store.all<T>(kind, where.scope)).map(present(context, where, input.query));
        return listAnswer(context, input, { items: shown });
      },
    /** `make` returns the id of what it has stored, or a thing to store in the place. */
    create:
      (make: (at: P & HandlerInput, context: HandlerContext) => T | string): Handler =>
      (input, context) => {
        const where = place(input, context);
        const made = make({ ...input, ...where }, context);
        if (typeof made !== "string") context.store.put(kind, made.id, where.scope, made);
        return answer(context, where, typeof made === "string" ? find(context, where, made) : made);
      },
    /** `apply` returns the members to replace, or nothing if it has changed the thing itself; answers the thing afterward. */
    change: (apply: (at: At<P, T>, context: HandlerContext) => object | undefined): Handler =>
      act((at, context) => {
        const { id } = at.thing;
        const fields = apply(at, context);
        if (fields) context.store.update<T>(kind, id, (stored) => ({ ...stored, ...fields }));
        return answer(context, at, find(context, at, id));
      }),
    /** `before` does what must happen while the thing is still there. */
    remove: (before?: (at: At<P, T>, context: HandlerContext) => void): Handler =>
      act((at, context) => {
        before?.(at, context);
        context.store.remove(kind, at.thing.id);
        return undefined;
      }),
  };
}
