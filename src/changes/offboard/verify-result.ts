/** Checks the result of an offboarding for its receipt: what cannot be told is neither claimed nor left out. */
import { type Absence, cannotTell, createAbsence } from "../../absence/absence.js";
import { getMember } from "../../catalog/members.js";
import { listTeamMembers } from "../../catalog/team-members.js";
import { getTeam } from "../../catalog/teams.js";
import { Failure } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { getPath } from "../../shared/paths.js";
import { pathOf } from "../endpoints.js";
import type { Check } from "../receipt.js";
import { createWorld, type World } from "../world.js";
import type { Footprint } from "./footprint.js";

interface Place {
  api: Reader;
  organizationId: string;
}

/** Something to check about one address. */
interface Question {
  what: string;
  /** @throws Failure where it cannot be told */
  holds: () => Promise<boolean>;
}

/**
 * Checks that everybody who left is gone, and that every team has an owner. Never throws a Failure: after an outage, or
 * once the token has lost its permissions, all that is left cannot be told.
 */
export async function verify(place: Place, people: readonly Footprint[], demote: boolean): Promise<Check[]> {
  const absence = createAbsence(place.api, place.organizationId);
  const world = createWorld(place.api, absence);
  const checks: Check[] = [];
  let stopped: string | undefined;
  // People of one team ask the same of it.
  const questions = new Map(
    people.flatMap((one) => questionsAbout(one, place, world, demote)).map((one) => [one.what, one]),
  );
  for (const { what, holds } of questions.values()) {
    if (stopped !== undefined) {
      checks.push({ what, holds: null, why: `not checked: ${stopped}` });
      continue;
    }
    try {
      checks.push({ what, holds: await holds() });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      checks.push({ what, holds: null, why: error.message });
      stopped = await whyStop(error, absence);
    }
  }
  return checks;
}

/** Failures of this address alone: others may still answer. */
const OWN: ReadonlySet<string> = new Set([
  "cannot-tell",
  "forbidden",
  "not-found",
  "invalid-answer",
  "too-large",
  "refused",
]);

async function whyStop(error: Failure, absence: Absence): Promise<string | undefined> {
  if (!OWN.has(error.kind)) return error.message;
  try {
    return await absence.lossOfSight();
  } catch (second) {
    if (!(second instanceof Failure)) throw second;
    return second.message;
  }
}

const UNSAID = "the service does not show the role";

function questionsAbout(
  { user, teams }: Footprint,
  { organizationId }: Place,
  world: World,
  demote: boolean,
): Question[] {
  const who = user.email || user.id;
  const path = pathOf(getMember, { organizationId, userId: user.id });
  const isGone = async () => (await world.readFields({ path, fields: ["role"] })) === null;
  const isGuest = async () => {
    if (await isGone()) return false;
    const { role } = (await world.thing({ path })) ?? {};
    if (role === undefined) throw cannotTell(path, UNSAID);
    return role === null;
  };
  const standing: Question = demote
    ? { what: `${who} is a guest`, holds: isGuest }
    : { what: `${who} is not a member`, holds: isGone };
  return [standing, ...teams.flatMap((team) => makeQuestions(who, user.id, team, organizationId, world))];
}

/** A team that is gone since has no members, and needs no owner. */
function makeQuestions(
  who: string,
  userId: string,
  { id, title }: Footprint["teams"][number],
  organizationId: string,
  world: World,
): Question[] {
  const name = `team ${JSON.stringify(title)}`;
  const inTeam = () => world.complete(pathOf(listTeamMembers, { organizationId, teamId: id }));
  return [
    {
      what: `${who} is not in ${name}`,
      holds: async () => !(await inTeam()).some((one) => getPath(one, "organization.id") === userId),
    },
    {
      what: `${name} has an owner`,
      holds: async () => {
        const members = await inTeam();
        const roles = members.map((one) => getPath(one, "team.role"));
        if (roles.includes("owner")) return true;
        if (roles.includes(undefined))
          throw cannotTell(pathOf(listTeamMembers, { organizationId, teamId: id }), UNSAID);
        const isGone =
          (await world.readFields({ path: pathOf(getTeam, { organizationId, teamId: id }), fields: [] })) === null;
        return isGone;
      },
    },
  ];
}
