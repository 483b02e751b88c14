/** Everything that the service answers, for comparison: before a plan and after it was taken back. */
import { endpoints } from "../../src/catalog/index.js";
import type { Sandbox } from "../../src/sandbox/open.js";
import type { TestSandbox } from "../helpers/sandbox.js";
import { idsFor } from "../sandbox/walk-helper.js";

/** Texts of pages and what follows from them are no matter of plans, and are many. */
const LEFT_OUT =
  /\/(search|links|backlinks|page\/|files|content|pages|pdf|commenters|versions|ping)|template-conditions/;

const gets = Object.values(endpoints).filter(({ method, path }) => method === "GET" && !LEFT_OUT.test(path));

/** Answers by address, without times. */
export async function stateOf(sandbox: Sandbox): Promise<Map<string, string>> {
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

/** Most answers are the same in each organization of a run. */
const known = new Map<string, string>();
const MOST_KNOWN = 5_000;

/** JSON in which the members of objects are in one order, which is no data. */
export function sorted(json: string): string {
  const found = known.get(json) ?? sort(json);
  if (known.size === MOST_KNOWN) known.clear();
  known.set(json, found);
  return found;
}

const sort = (json: string): string =>
  JSON.stringify(JSON.parse(json), (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

const TIME = /"(?:[a-zA-Z]*At|deletedAt)":"\d{4}-[^"]*"/g;

/** What differs, by address; times are left out. */
export function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const clean = (text: string | undefined) => (text ?? "absent").replace(TIME, '"time":0');
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
