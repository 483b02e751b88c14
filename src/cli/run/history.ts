/** Keeps what a typed command changes, for `docs undo`. In scripts nothing is read or kept unless it is asked for. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import type { Change, OtherCall, Recorder } from "../../changes/history/recorder.js";
import type { EndLog, WriteCall } from "../../changes/send-step.js";
import { Failure } from "../../errors.js";
import type { Client } from "../../http/types.js";
import { redactSecrets } from "../../system/secrets.js";
import type { Globals } from "../argv/globals.js";
import type { RawCall } from "../context.js";
import type { RecordedRuns } from "../records/history.js";
import { MAKER, type Settings, serviceOrigin } from "../settings.js";
import { commandLine, serviceOf } from "./next-command.js";

export interface History {
  /** Call with each answer to a GET: what was read is not read again. */
  saw(endpoint: AnyEndpoint, params: Readonly<Record<string, string>>, answer: unknown): void;
  /** Call before a write, and what it returns once that has ended. */
  before(call: WriteCall): Promise<EndLog>;
  beforeRaw(request: RawCall): Promise<EndLog>;
  /** Loads what names the change of a target that has these parameters. */
  words(): Promise<(params: Readonly<Record<string, string>>, name?: string) => string | undefined>;
  /** Call when the command has succeeded: now and then it says how to undo it. */
  end(): void;
}

interface HistoryOptions {
  globals: Globals;
  settings: Settings;
  /** True if it changes something: nothing is held of a command that only reads. */
  isWriting: boolean;
  /** True if somebody is at the terminal. */
  isTyped: boolean;
  /** The command as it was typed, with its secrets. */
  command: string;
  /** Opens the history of this machine. */
  open: () => Promise<RecordedRuns>;
  now: () => number;
  client: () => Promise<Client>;
  note: (message: string) => void;
}

/** One run in this many says how to undo it. */
const REMINDED = 20;

/** Undefined: this run keeps nothing. */
export function createHistory(setup: HistoryOptions): History | undefined {
  const { globals, settings, isWriting, isTyped, note } = setup;
  const { history = "terminal", snapshot } = settings;
  const { dryRun, plan } = globals.safety;
  if (history === "never" || (history === "terminal" && !isTyped)) return undefined;
  if (!isWriting || dryRun || plan !== undefined || snapshot !== undefined) return undefined;
  const seen: Parameters<Recorder["saw"]>[] = [];
  let recorder: Promise<Recorder> | undefined;
  let opened: Recorder | undefined;
  let number: number | undefined;
  const before = async (call: WriteCall | OtherCall) => {
    recorder ??= open(setup, (own) => {
      number = own;
    });
    opened = await recorder;
    for (const one of seen.splice(0)) opened.saw(...one);
    return opened.before(call);
  };
  return {
    saw: (...given) => void seen.push(given),
    before,
    beforeRaw: async (request) => before(await callOfRaw(request)),
    async words() {
      const { formatChanged } = await import("../../changes/show/change-text.js");
      return (params, name) => {
        const isOf = (change: Change) => Object.entries(params).every(([name, value]) => change.params[name] === value);
        const change = opened?.changes().findLast((one) => one.isDone && isOf(one));
        return change && formatChanged(change.step, name);
      };
    },
    end() {
      if (number === undefined || !isTyped || number % REMINDED !== 1) return;
      if (opened?.changes().some(({ isDone, isEmpty, step }) => isDone && !isEmpty && step.undo !== "impossible"))
        note(`to undo this: ${commandLine(serviceOf(globals.place), "undo")}`);
    },
  };
}

async function callOfRaw(request: RawCall): Promise<WriteCall | OtherCall> {
  const { makeCall } = await import("./planned/recording.js");
  try {
    return await makeCall(request);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const [path = ""] = request.path.split("?");
    return { request: `${request.method} ${path}`, why: "docs undo does not support this request" };
  }
}

async function open(
  { settings, command, now, client, note, ...setup }: HistoryOptions,
  began: (number: number) => void,
): Promise<Recorder> {
  const [{ createRecorder }, { randomBytes }, history] = await Promise.all([
    import("../../changes/history/recorder.js"),
    import("node:crypto"),
    setup.open(),
  ]);
  return createRecorder({
    client,
    organization: settings.org,
    redact: redactSecrets,
    note,
    now,
    open() {
      const head = {
        plan: randomBytes(6).toString("hex"),
        command: redactSecrets(command),
        origin: serviceOrigin(settings),
        maker: MAKER,
      };
      const file = history.begin(head);
      began(file.number);
      return file;
    },
  });
}
