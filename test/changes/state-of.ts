/** Everything that the service answers, for comparison: before a plan and after it was taken back. */
import { endpoints } from "../../src/catalog/index.js";
import type { Sandbox } from "../../src/sandbox/open.js";
import { sha256Of } from "../../src/shared/values.js";
import { sorted, storedIn } from "../fault-matrix/stored.js";
import type { TestSandbox } from "../helpers/sandbox.js";
import { idsFor } from "../sandbox/walk-helper.js";

/** Texts of pages and what follows from them are no matter of plans, and are many. */
const LEFT_OUT =
  /\/(search|links|backlinks|page\/|files|content|pages|pdf|commenters|versions|ping)|template-conditions/;

const gets = Object.values(endpoints).filter(({ method, path }) => method === "GET" && !LEFT_OUT.test(path));

/** Answers by what a sandbox keeps, which they follow from. */
const answered = new Map<string, Map<string, string>>();
const MOST_ANSWERED = 20;

/** Answers by address, without times. */
export async function stateOf(sandbox: Sandbox): Promise<Map<string, string>> {
  const stored = sha256Of(withoutTimes([...(await storedIn(sandbox))].flat().join("\n")));
  const found = answered.get(stored) ?? (await answersOf(sandbox));
  if (answered.size === MOST_ANSWERED) answered.clear();
  answered.set(stored, found);
  return found;
}

async function answersOf(sandbox: Sandbox): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  // Only the store is used, through `change`.
  const service = { change: sandbox.change } as TestSandbox;
  for (const { path } of gets) {
    for (const address of await idsFor(service, path)) {
      const { status, body } = await sandbox.handle({
        method: "GET",
        path: address,
        headers: { authorization: `Bearer ${sandbox.token}` },
      });
      answers.set(address, `${status} ${sorted(Buffer.from(body).toString())}`);
    }
  }
  return answers;
}

const TIME = /"(?:[a-zA-Z]*At|deletedAt)":"\d{4}-[^"]*"/g;
const withoutTimes = (text: string): string => text.replace(TIME, '"time":0');

/** What differs, by address; times are left out. */
export function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const clean = (text: string | undefined) => withoutTimes(text ?? "absent");
  const addresses = new Set([...before.keys(), ...after.keys()]);
  return [...addresses]
    .filter((address) => clean(before.get(address)) !== clean(after.get(address)))
    .map((address) => `${address}\n  ${firstOdd(clean(before.get(address)), clean(after.get(address)))}`);
}

function firstOdd(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const from = Math.max(0, at - 60);
  return `was ${a.slice(from, at + 60)}\n  now ${b.slice(from, at + 60)}`;
}
