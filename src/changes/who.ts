/** The person who made or applied a plan, as far as the machine, the profile and the service say. */
import { Failure } from "../errors.js";
import { getPath } from "../shared/paths.js";

export interface Who {
  /** Id of the member that the profile belongs to; only once the service has shown it. */
  me?: string | undefined;
  /** Their name and address, as the service had them. */
  name?: string | undefined;
  /** Why the member of the profile is not claimed: `u1: not a member of o1 that this token sees`. */
  unconfirmed?: string | undefined;
  /** The account of the machine: `ann@laptop`. */
  account: string;
  /** The run of a CI service: its address, and who started it. */
  ci?: { run: string; actor?: string | undefined } | undefined;
}

/** Reads a member of the organization; null: it is not to be seen. */
export type LookUpMember = (userId: string) => Promise<Readonly<Record<string, unknown>> | null>;

/** Anyone can write any id into a profile: the member is claimed only if the service shows it. One read at most. */
export async function checkedWho({ me, ...who }: Who, organization: string, lookUp: LookUpMember): Promise<Who> {
  if (me === undefined) return who;
  const unconfirmed = (why: string): Who => ({ ...who, unconfirmed: `${me}: ${why}`.slice(0, 500) });
  if (organization === "") return unconfirmed("the plan belongs to no organization");
  try {
    const found = await lookUp(me);
    if (found?.id !== me) return unconfirmed(`not a member of ${organization} that this token can see`);
    const name = nameOf(found);
    return { me, ...(name !== "" && { name }), ...who };
  } catch (error) {
    // An unknown name does not fail a plan; Ctrl-C still ends it.
    if (!(error instanceof Failure) || error.kind === "canceled") throw error;
    return unconfirmed(`could not be read: ${error.message}`);
  }
}

/** `Ann Lee <ann@example.com>` */
function nameOf(member: Readonly<Record<string, unknown>>): string {
  const [name, email] = ["user.displayName", "user.email"].map((path) => getPath(member, path));
  return [name, email && `<${String(email)}>`].filter(Boolean).join(" ").slice(0, 500);
}

/** `Ann Lee <ann@example.com>`; the account of the machine where the service did not show who it is. */
export const shortWho = ({ name, account }: Who): string => name ?? account;

/** `Ann Lee <ann@example.com>, member u1, ann@laptop, started by ann: https://ci.example/runs/7` */
export function whoText({ me, name, unconfirmed, account, ci }: Who): string {
  const run = ci && `${ci.actor === undefined ? "" : `started by ${ci.actor}: `}${ci.run}`;
  const notClaimed = unconfirmed && `member not confirmed (${unconfirmed})`;
  return [name, me && `member ${me}`, account, run, notClaimed].filter(Boolean).join(", ");
}
