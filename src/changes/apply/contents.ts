/** Compares the contents of a thing that a step created with what the creation left. */

import { cannotTell, idIn, parentOf } from "../../absence/absence.js";
import { Failure } from "../../errors.js";
import { getPath } from "../../shared/paths.js";
import { foldName } from "../../shared/text/names.js";
import { isObject } from "../../shared/values.js";
import { endpointNamed, pathOf } from "../endpoints.js";
import { type Content, contentsOf } from "../inverses/contents.js";
import type { PlannedCall } from "../types.js";
import type { World } from "../world.js";

/** A step that was done, without placeholders. */
export interface DoneStep extends PlannedCall {
  out: Readonly<Record<string, unknown>>;
}

interface Created {
  step: DoneStep;
  /** The request that removes it, without placeholders. */
  removal: PlannedCall;
  /** Other steps of the plan that are taken back as well: what they put there goes with them. */
  undone: readonly DoneStep[];
  organization: string;
}

interface Thing {
  path: string;
  shown: Record<string, unknown>;
  by: readonly DoneStep[];
  step: DoneStep;
  organization: string;
  world: World;
}

/**
 * Contents that came after the creation: `2 members were added since`. Undefined: none, or the thing itself is gone.
 * @throws Failure cannot-tell if they cannot be read, or are not whole; of the requests
 */
export async function addedSince(created: Created, world: World): Promise<string | undefined> {
  const { step, removal, undone, organization } = created;
  const contents = contentsOf(step.endpoint);
  const { method } = endpointNamed(removal.endpoint);
  if (contents.length === 0 || method !== "DELETE") return undefined;
  // Only ids are left in them.
  const path = pathOf(endpointNamed(removal.endpoint), { organizationId: organization, ...removal.params });
  try {
    const shown = await readThing(path, world);
    if (!shown) return undefined;
    const by = [step, ...undone.filter((one) => textsIn(one).has(foldName(idIn(path))))];
    const thing: Thing = { path, shown, by, step, organization, world };
    const found: string[] = [];
    for (const content of contents) found.push(...(await compareContent(content, thing)));
    return found.length === 0 ? undefined : found.join(", ");
  } catch (error) {
    if (error instanceof Failure && UNREADABLE.has(error.kind)) throw cannotTell(path, error.message);
    throw error;
  }
}

const UNREADABLE: ReadonlySet<string> = new Set(["forbidden", "not-found", "invalid-answer"]);

/** Null if it is absent. Sections and their groups are read in their list. @throws Failure cannot-tell */
async function readThing(path: string, world: World): Promise<Record<string, unknown> | null> {
  const around = parentOf(path);
  const isOwn = !/\/(sections|section-groups)\/[^/]+$/.test(path);
  const address = isOwn ? { path } : { path: around, item: { id: idIn(path) } };
  const found = await world.thing(address);
  if (found === null) await world.proveAbsent(address);
  return found;
}

async function compareContent(content: Content, { shown, path, ...thing }: Thing): Promise<string[]> {
  if ("field" in content) {
    const value = getPath(shown, content.field);
    if (typeof value !== "boolean") throw cannotTell(path, `the service does not show its ${content.field}`);
    return value === content.is ? [] : [content.says];
  }
  if ("answered" in content) {
    const [now, then] = [getPath(shown, content.answered), thing.step.out[content.answered]];
    if (typeof now !== "string" || typeof then !== "string")
      throw cannotTell(path, `its ${content.answered} is not known`);
    return now === then ? [] : [content.says];
  }
  const { noun, many = `${noun}s`, counter, keys = [], unnamed = {} } = content;
  const counted = counter === undefined ? undefined : getPath(shown, counter);
  const items = await readItems(content, { shown, path, ...thing });
  if (!items && typeof counted !== "number") throw cannotTell(path, `the service does not show its number of ${many}`);
  const named = new Set(thing.by.flatMap((step) => [...textsIn(step)]));
  const isNamed = (item: unknown) => keys.some((key) => named.has(foldName(String(getPath(item, key)))));
  const brought = thing.by.filter(({ endpoint, body }) => {
    const member = Object.hasOwn(unnamed, endpoint) ? unnamed[endpoint] : undefined;
    return member !== undefined && Boolean(body?.[member]);
  });
  const others = items ? items.filter((item) => !isNamed(item)).length : (counted as number);
  const added = others - brought.length;
  if (added <= 0) return [];
  return [added === 1 ? `1 ${noun} was added since` : `${added} ${many} were added since`];
}

/** Undefined if only their number shows. */
async function readItems(
  { list, around, inside, noun }: Exclude<Content, { says: string }>,
  { path, shown, world, organization }: Omit<Thing, "step" | "by">,
): Promise<readonly unknown[] | undefined> {
  if (inside !== undefined) {
    const items = getPath(shown, inside);
    if (!Array.isArray(items)) throw cannotTell(path, `the service does not show its ${noun}s`);
    return items;
  }
  if (around) {
    const all = await world.complete(`/v1/orgs/${encodeURIComponent(organization)}/${around.list}`);
    return all.filter((item) => item[around.by] === idIn(path));
  }
  return list === undefined ? undefined : world.whole(`${path}${list}`);
}

/** All texts in a request and in what is known of its answer, in lower case; names of members may be ids. */
function textsIn({ params, body, out }: DoneStep): Set<string> {
  const texts = new Set<string>();
  const note = (value: unknown): void => {
    if (typeof value === "string") texts.add(foldName(value));
    else if (Array.isArray(value)) value.forEach(note);
    else if (isObject(value)) for (const [name, member] of Object.entries(value)) [name, member].forEach(note);
  };
  note([Object.values(params), body, out]);
  return texts;
}
