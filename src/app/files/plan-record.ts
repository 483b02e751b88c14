/** Records the writes of a command into a plan file. */
import { NAME_ORGANIZATION } from "../../absence/absence.js";
import {
  nameOfTarget,
  readerOf,
  readOrganization,
  targetsOf,
  transferOf,
  unlessUnseen,
} from "../../changes/binding/organizations.js";
import { nameOf } from "../../changes/endpoints.js";
import { parsePlan } from "../../changes/format/parse.js";
import { planText } from "../../changes/format/write.js";
import { describeUnmet, stepPlaces } from "../../changes/guards/guards.js";
import { createListReads } from "../../changes/list-reads.js";
import { createPlanner } from "../../changes/make/planner.js";
import type { Plan, PlannedCall } from "../../changes/types.js";
import type { Who } from "../../changes/who.js";
import type { World } from "../../changes/world.js";
import { MAKER, type PlanRecorder, type RecordOptions } from "../../cli/services.js";
import { usage } from "../../errors.js";
import { redactSecrets } from "../../system/secrets.js";

/** A plan that commands were added to many times names the first of them; a longer text could not be read again. */
const MAX_COMMAND = 10_000;

interface PlanRecordDependencies {
  who: (me: string | undefined) => Who;
  read: (file: string) => Promise<string>;
  write: (file: string, text: string, options: { replace: boolean }) => Promise<void>;
  peek: (file: string) => Promise<string | undefined>;
}

/** @throws Failure usage where the file is there, or is of another service or organization */
export async function recordPlan(setup: RecordOptions, dependencies: PlanRecordDependencies): Promise<PlanRecorder> {
  const { client, file, append, origin, command, me, now } = setup;
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
      maker: MAKER,
      command: redactSecrets(past?.command ? `${past.command}; ${command}` : command).slice(0, MAX_COMMAND),
      made: new Date(now()).toISOString(),
      by: dependencies.who(me),
    },
    me,
    redact: redactSecrets,
    past,
  });
  return {
    async add(call) {
      await refuseOther({ ...call, endpoint: nameOf(call.endpoint) }, organization, planner.world.thing);
      await planner.add(call);
    },
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
