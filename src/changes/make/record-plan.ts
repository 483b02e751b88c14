/** Records the writes of a command into a plan file. */
import { NAME_ORGANIZATION } from "../../absence/absence.js";
import { usage } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { redactSecrets } from "../../system/secrets.js";
import {
  nameOfTarget,
  readerOf,
  readOrganization,
  targetsOf,
  transferOf,
  unlessUnseen,
} from "../binding/organizations.js";
import { nameOf } from "../endpoints.js";
import { parsePlan } from "../format/parse.js";
import { planText } from "../format/write.js";
import { describeUnmet, stepPlaces } from "../guards/guards.js";
import { createListReads } from "../list-reads.js";
import type { WriteCall } from "../send-step.js";
import type { Plan, PlannedCall } from "../types.js";
import type { Who } from "../who.js";
import type { World } from "../world.js";
import { createPlanner } from "./planner.js";

/** A plan that commands were added to many times names the first of them; a longer text could not be read again. */
const MAX_COMMAND = 10_000;

interface RecordOptions {
  client: Reader;
  file: string;
  append: boolean;
  origin: string;
  /** Name and version of the program. */
  maker: string;
  /** Undefined: that of what the first request is about. */
  organization: string | undefined;
  first: WriteCall;
  command: string;
  me: string | undefined;
  now: () => number;
}

export type PlanRecorder = Awaited<ReturnType<typeof recordPlan>>;

interface PlanRecordDependencies {
  who: (me: string | undefined) => Promise<Who>;
  write: (file: string, text: string, options: { replace: boolean }) => Promise<void>;
  peek: (file: string) => Promise<string | undefined>;
}

/** @throws Failure usage where the file is there, or is of another service or organization */
export async function recordPlan(setup: RecordOptions, dependencies: PlanRecordDependencies) {
  const { client, file, append, origin, maker, command, me, now } = setup;
  const text = await dependencies.peek(file);
  if (text !== undefined && !append)
    throw usage(`${file} already exists`, "name another file, or pass --append to add to it");
  const past = text === undefined ? undefined : parsePlan(text, file);
  const organization = setup.organization ?? (await findOrganization(setup));
  if (past) await refusePast(past, { ...setup, organization }, dependencies);
  const planner = createPlanner({
    client: createListReads({ client, organization, now, known: new Map() }).reader,
    head: {
      origin,
      organization,
      maker,
      command: redactSecrets(past?.command ? `${past.command}; ${command}` : command).slice(0, MAX_COMMAND),
      made: new Date(now()).toISOString(),
      by: await dependencies.who(me),
    },
    me,
    redact: redactSecrets,
    past,
  });
  return {
    /** @throws Failure usage for what cannot be planned, and of the reads */
    async add(call: WriteCall) {
      await refuseOther({ ...call, endpoint: nameOf(call.endpoint) }, organization, planner.world.thing);
      await planner.add(call);
    },
    /** Writes the file, guards met or not: `refusal` says which of them no flag of `plans apply` allows. @throws Failure io */
    async end() {
      const plan = await planner.finish({ named: [], reportOnly: true, places: stepPlaces });
      await dependencies.write(file, planText(plan), { replace: append });
      const added = plan.steps.length - (past?.steps.length ?? 0);
      return { steps: plan.steps.length, added, unchanged: planner.unchanged(), ...describeUnmet(plan.rails) };
    },
  };
}

/** Of what the first request is about. @throws Failure usage where that is not known */
async function findOrganization({ client, first: { endpoint, ...call } }: RecordOptions): Promise<string> {
  const [about] = targetsOf({ endpoint: nameOf(endpoint), ...call }, "");
  const owner = about && (await readOrganization(about, readerOf(client)));
  if (owner != null) return owner;
  throw usage("the organization of the plan is not known; nothing was written", NAME_ORGANIZATION);
}

/** @throws Failure usage for a request about another organization, whose plan could not be applied */
async function refuseOther(request: PlannedCall, organization: string, thing: World["thing"]): Promise<void> {
  const { organizationId = organization } = request.params;
  const refuse = (what: string) =>
    usage(`${what}, but the plan is for ${organization}; nothing was written`, "name another file with --plan");
  if (organizationId !== organization) throw refuse(`the request is for organization ${String(organizationId)}`);
  for (const target of targetsOf(request, organization)) {
    const owner = await readOrganization(target, (path) => unlessUnseen(() => thing({ path })));
    const isBack = transferOf(request)?.to === organization;
    if (owner !== null && owner !== organization && !isBack)
      throw refuse(`${nameOfTarget(target)} belongs to organization ${owner}`);
  }
}

/** @throws Failure usage */
async function refusePast(
  past: Plan,
  { file, origin, organization }: { file: string; origin: string; organization: string },
  { peek }: PlanRecordDependencies,
): Promise<void> {
  const refuse = (why: string) => usage(`${file} ${why}; nothing was added`, "name another file");
  if (past.origin !== origin) throw refuse(`is of another service (${past.origin})`);
  if (past.organization !== organization) throw refuse(`is of another organization (${past.organization})`);
  if (!past.complete) throw refuse("is not complete");
  if ((await peek(`${file}.state`)) !== undefined) throw refuse("was applied already");
}
