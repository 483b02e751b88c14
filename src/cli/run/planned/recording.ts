/** --plan: the changes of a command are written to a plan in place of being sent. */

import type { PlanRecorder } from "../../../changes/make/record-plan.js";
import type { WriteCall } from "../../../changes/send-step.js";
import { usage } from "../../../errors.js";
import type { Client } from "../../../http/types.js";
import { checkParam } from "../../../shared/ids.js";
import { isObject } from "../../../shared/values.js";
import { count } from "../../../shared/wrap.js";
import type { Globals } from "../../argv/globals.js";
import type { RawCall } from "../../context.js";
import type { Out } from "../../output/types.js";
import type { PlanFiles } from "../../records/plan-files.js";
import { MAKER, type Settings, serviceOrigin } from "../../settings.js";
import { commandLine } from "../next-command.js";
import { isObjects } from "./dry-run.js";

export interface PlanRecording {
  /** Notes a write. @throws Failure usage for one that cannot be planned, and of the reads */
  record(call: WriteCall): Promise<void>;
  /** Notes a raw call, which has to be one of the catalog's. @throws as `record` */
  recordRaw(request: RawCall): Promise<void>;
  /** Writes the file. Where nothing was recorded it does nothing. @throws Failure refused for a plan that cannot be applied */
  end(): Promise<void>;
}

interface RecordingOptions {
  globals: Globals;
  /** The command as it was typed, without its flags. */
  command: string;
  /** Values of the command's own flags. */
  own: Readonly<Record<string, unknown>>;
  settings: Settings;
  plans: PlanFiles;
  now: () => number;
  client: () => Promise<Client>;
  out: Out;
}

/** Undefined without --plan. @throws Failure usage for flags that make no sense with it */
export function createPlanRecording(setup: RecordingOptions): PlanRecording | undefined {
  const { safety, place } = setup.globals;
  const file = safety.plan;
  if (file === undefined) {
    if (safety.append) throw usage("--append needs --plan FILE");
    return undefined;
  }
  refuseFlags(setup);
  let recorder: Promise<PlanRecorder> | undefined;
  const record: PlanRecording["record"] = async (call) => {
    recorder ??= open(setup, file, await setup.client(), call);
    await (await recorder).add(call);
  };
  return {
    record,
    async recordRaw(request) {
      const call = await makeCall(request);
      // Checked as it is before a request; the endpoint was found by its path.
      (await setup.client()).plan(call.endpoint, call);
      await record(call);
    },
    async end() {
      if (!recorder) return;
      const { steps, added, unchanged, notes, refusal } = await (await recorder).end();
      const { out } = setup;
      if (isObjects(out.format)) await out.item({ file, steps, added, unchanged });
      if (unchanged > 0) out.note(`${unchanged} of them would change nothing and were omitted`);
      out.done(`Wrote ${count(steps, "step")} to ${file}: ${commandLine(place, `plans view ${file}`)}`);
      for (const note of notes) out.note(note);
      if (refusal) throw refusal;
    },
  };
}

/** The endpoint that a raw call names, with what it is given. @throws Failure usage where there is none */
export async function makeCall({ method, path, headers, body }: RawCall): Promise<WriteCall> {
  if (headers !== undefined && Object.keys(headers).length > 0) throw usage("--header is not kept in a plan");
  const [plain = "", query] = path.split("?");
  if (query !== undefined) throw usage("a query is not kept in a plan");
  const [{ endpoints }, { matchPath }] = await Promise.all([
    import("../../../catalog/index.js"),
    import("../../../catalog/match-path.js"),
  ]);
  const changing = Object.values(endpoints).filter((one) => one.method === method && one.retry !== "safe");
  const found = method === "GET" ? undefined : matchPath(changing, plain);
  if (!found) {
    const hint = "docs help endpoints lists them; send it without --plan";
    throw usage(`${method} ${plain} is not a known endpoint that changes something: it cannot be planned`, hint);
  }
  for (const [name, typed] of Object.entries(found.params)) checkParam(name, typed);
  return { endpoint: found.endpoint, params: found.params, ...(body !== undefined && { body: membersOf(body) }) };
}

/** @throws Failure usage for what is no JSON object */
function membersOf(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (!isObject(value)) throw usage("the body has to be a JSON object to be planned");
  return value;
}

async function open(
  { globals, command, settings, plans, now }: RecordingOptions,
  file: string,
  client: Client,
  first: WriteCall,
): Promise<PlanRecorder> {
  const { recordPlan } = await import("../../../changes/make/record-plan.js");
  const organization = first.params.organizationId ?? settings.org;
  const append = globals.safety.append ?? false;
  const { me } = settings;
  const setup = { client, file, append, origin: serviceOrigin(settings), organization, first, command, me, now };
  return recordPlan({ ...setup, maker: MAKER }, plans);
}

/** @throws Failure usage */
function refuseFlags({ globals: { safety, client }, own }: RecordingOptions): void {
  const together = [
    [safety.dryRun, "--dry-run", "docs plans view shows what a plan would do"],
    [safety.journal ?? safety.resume, "--journal and --resume", "a plan keeps its own state when it is applied"],
    [own.wait, "--wait", "nothing is sent"],
    [client.retryUnsafe, "--retry-unsafe", "it concerns sending, which docs plans apply does"],
  ] as const;
  for (const [given, name, hint] of together) {
    if (given) throw usage(`${name} cannot be used together with --plan`, hint);
  }
}
