/** Reads the same of many spaces: what could not be read is named, and never taken for nothing. */
import { listOrgSpaces } from "../catalog/spaces.js";
import type { Api } from "../cli/context.js";
import { Failure } from "../errors.js";
import { createLimiter } from "../shared/limiter.js";
import { readAll, WHOLE } from "../shared/list-gap.js";
import { createOutageRule, OUTAGE_TEXT, type StopReason } from "../shared/outage-rule.js";
import { count } from "../shared/wrap.js";

/** A space as lists of things name it. */
export interface NamedSpace {
  id: string;
  title: string;
}

export interface Unread {
  /** The unreadable part: the title of a space, or the name of a list. */
  part: string;
  kind: string;
  status: number | null;
  message: string;
}

export const loadSpaces = (api: Api, organizationId: string) =>
  readAll(api.list(listOrgSpaces, { params: { organizationId } }, WHOLE));

interface NamedThing {
  id?: string | null | undefined;
  title?: string | null | undefined;
}

export const nameOf = ({ id, title }: NamedThing): NamedSpace => ({ id: id ?? "", title: title || (id ?? "") });

const toUnread = (part: string, { kind, status, message }: Failure): Unread => ({
  part,
  kind,
  status: status ?? null,
  message,
});

/** Spaces that are read at the same time; the client limits their requests. */
const AT_ONCE = 4;
/** The kind of what was not asked for. */
const SKIPPED = "skipped";
const WHY: Record<StopReason, string> = {
  refused: "not asked: the token was refused",
  outage: `not asked, after ${OUTAGE_TEXT}`,
};

/** In the order of the spaces. After failures that all others would meet, no further space is asked. */
export async function readSpaces<S extends NamedThing, T>(
  spaces: readonly S[],
  read: (space: S) => Promise<T>,
): Promise<{ found: { space: S; value: T }[]; unread: Unread[]; failures: Failure[] }> {
  const lane = createLimiter(AT_ONCE);
  const outages = createOutageRule();
  const failures: Failure[] = [];
  let stopped: StopReason | undefined;
  const one = async (space: S) => {
    const part = nameOf(space).title;
    if (stopped) return { unread: { part, kind: SKIPPED, status: null, message: WHY[stopped] } };
    try {
      const value = await read(space);
      outages.answered();
      return { found: { space, value } };
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === "canceled") throw error;
      failures.push(error);
      stopped ??= outages.failed(error.kind);
      return { unread: toUnread(part, error) };
    }
  };
  const all = await Promise.all(spaces.map((space) => lane(() => one(space))));
  return {
    found: all.flatMap(({ found }) => (found ? [found] : [])),
    unread: all.flatMap(({ unread }) => (unread ? [unread] : [])),
    failures,
  };
}

/** Reasons that are named one by one. */
const MOST_NAMED = 5;

/** Says what was not read, and why. */
function unreadLines(unread: readonly Unread[]): string[] {
  const skipped = unread.filter(({ kind }) => kind === SKIPPED);
  const failed = unread.filter(({ kind }) => kind !== SKIPPED);
  return [
    ...failed.slice(0, MOST_NAMED).map(({ part, message }) => `${part}: ${message}`),
    ...(failed.length > MOST_NAMED ? [`and ${failed.length - MOST_NAMED} more`] : []),
    ...skipped.slice(0, 1).map(({ message }) => `${skipped.length} ${message}`),
  ];
}

/** @throws Failure partial that names what was not read, if there is any */
export function refuseUnread(unread: readonly Unread[], what = "space"): void {
  if (unread.length === 0) return;
  throw new Failure("partial", [`${count(unread.length, what)} could not be read`, ...unreadLines(unread)], {
    details: { refused: unread },
  });
}
