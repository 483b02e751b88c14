/** Positions of moves, relative to a sibling that the caller looks up. */
import { noUpdate } from "../positions.js";
import { ServiceError } from "../wire/service-error.js";

/** A destination: the sibling, and which side of it. */
interface Place {
  sibling: string;
  side: "before" | "after";
}

export const invalidPosition = (why: string) => new ServiceError(400, `invalid position: ${why}`);

/**
 * The place requested in the body of a move.
 * @param reference Member that names the sibling: `siteSpace`, `siteSection` or `id`
 * @throws ServiceError 400 for both sides or the thing itself, 409 if no position is given
 */
export function placeOf(body: Record<string, unknown>, reference: string, own: string): Place {
  // The catalog's schema of the move has checked the shape.
  const { before, after } = (body.position ?? {}) as Partial<Record<Place["side"], Record<string, string>>>;
  if (before && after) throw invalidPosition("give either before or after");
  const sibling = (before ?? after)?.[reference];
  if (sibling === undefined) throw noUpdate();
  if (sibling === own) throw invalidPosition(`"${own}" cannot be placed beside itself`);
  return { sibling, side: before ? "before" : "after" };
}

/** @throws ServiceError 409 if the thing is already there */
export function refuseSame(order: readonly string[], own: string, { sibling, side }: Place): void {
  const at = order.indexOf(own);
  if (at >= 0 && order[side === "before" ? at + 1 : at - 1] === sibling) throw noUpdate();
}
