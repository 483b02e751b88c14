/** Open comments, counted in one way wherever their number is shown. */

interface SpaceCounts {
  comments?: number | null | undefined;
  changeRequestsOpen?: number | null | undefined;
  changeRequestsDraft?: number | null | undefined;
}

/** The open comments of a space. */
export interface OpenComments {
  /** On its content. */
  comments: number;
  /** On its open and draft change requests; null if not all of their numbers are known. */
  onChangeRequests: number | null;
}

/** A space that does not count its change requests may have some. */
export const hasLiveChanges = ({ changeRequestsOpen, changeRequestsDraft }: SpaceCounts): boolean =>
  changeRequestsOpen !== 0 || changeRequestsDraft !== 0;

/**
 * @param live its open and draft change requests; undefined if they were not read
 * @returns undefined if the space does not say how many are on its content
 */
export function countOpenComments(
  space: SpaceCounts,
  live: readonly Pick<SpaceCounts, "comments">[] | undefined,
): OpenComments | undefined {
  if (typeof space.comments !== "number") return undefined;
  const numbers = hasLiveChanges(space) ? live?.map(({ comments }) => comments ?? Number.NaN) : [];
  const sum = numbers?.reduce((all, number) => all + number, 0) ?? Number.NaN;
  return { comments: space.comments, onChangeRequests: Number.isNaN(sum) ? null : sum };
}

/** At least so many: those that are known. */
export const knownComments = ({ comments, onChangeRequests }: OpenComments): number =>
  comments + (onChangeRequests ?? 0);
