/** Searchable lists of the things of a kind, fetched as needed. */
import { Failure } from "../errors.js";
import type { Client } from "../http/types.js";
import type { Ask, Choice } from "./ask.js";
import { type ContextName, type Kind, org, site, space } from "./kinds.js";
import { memberAt } from "./member-at.js";
import { sanitizeLine } from "./sanitize.js";

export const CONTEXT_KINDS: Record<ContextName, Kind> = { org, space, site };

/** How many things a picker loads; a longer list is searched by typing an id at the command line instead. */
const MOST = 2000;

/** Asks which thing of `kind` is meant; answers its id. */
export async function pickFrom(
  kind: Kind,
  ask: Ask,
  client: () => Promise<Client>,
  contexts: (names: readonly ContextName[]) => Promise<Record<string, string>>,
): Promise<string> {
  const lister = kind.list;
  if (!lister) throw new Failure("usage", `the ${kind.name} is missing: pass its id`);
  const params = await contexts(lister.within);
  const choices = await loadChoices(kind, params, await client());
  if (choices.length === 0) throw new Failure("usage", `there is no ${kind.name} to choose from`);
  return ask.pick(`Which ${kind.name}?`, async (term) => {
    const wanted = term.toLowerCase();
    return choices.filter((choice) => `${choice.name} ${choice.value}`.toLowerCase().includes(wanted));
  });
}

async function loadChoices(kind: Kind, params: Record<string, string>, client: Client): Promise<Choice<string>[]> {
  const lister = kind.list;
  if (!lister) return [];
  const choices: Choice<string>[] = [];
  const listing = client.list(await lister.load(), { params } as never, { limit: MOST });
  for await (const page of listing.pages()) {
    for (const item of page.items as readonly unknown[]) choices.push(asChoice(kind, item));
  }
  return choices;
}

export function asChoice(kind: Kind, item: unknown): Choice<string> {
  const id = String(memberAt(item, kind.list?.id ?? "id") ?? "");
  const titles = (kind.list?.title ?? []).map((path) => memberAt(item, path)).filter((value) => value != null);
  const hints = (kind.list?.hint ?? []).map((path) => memberAt(item, path)).filter((value) => value != null);
  const hint = hints.length > 0 ? ` [${hints.join(", ")}]` : "";
  return { name: sanitizeLine(`${titles.join(" · ") || id} (${id})${hint}`), value: id };
}
