import { readLinks, type Version } from "../../src/sandbox/content/links/links.js";
import { createRevision } from "../../src/sandbox/content/revisions.js";
import type { RevisionInput } from "../../src/sandbox/content/types.js";
import { referenceTexts } from "../../src/sandbox/handlers/content.js";
import { createTables } from "../../src/sandbox/store/schema.js";
import { createStore, type Store } from "../../src/sandbox/store/store.js";
import type { HandlerContext, Handlers } from "../../src/sandbox/types.js";
import { openBinding } from "../../src/system/sqlite.js";
import { putOrganization, putSpace } from "../helpers/sandbox.js";

/** A store in memory. */
export function memoryStore(): Store {
  const db = openBinding(":memory:");
  createTables(db);
  return createStore(db);
}

/** Ids count up (`id1`, `id2`, ...); the clock stands at 2026-03-04T05:06:07Z; one organization `org`. */
export function contentContext(store: Store = memoryStore()) {
  let count = 0;
  const context = {
    store,
    now: () => Date.UTC(2026, 2, 4, 5, 6, 7),
    id: () => {
      count += 1;
      return `id${count}`;
    },
    actor: "ada",
    origin: "https://docs.sandbox.invalid",
    local: true,
    frozen: false,
    loaded: false,
    sign: (path: string) => `key-of-${path}`,
  };
  putOrganization(context, "org", "Org");
  return context;
}

/** A space `guide` of the organization with this content as its active revision, whose id is answered. */
export function putContent(context: HandlerContext, content: Partial<RevisionInput>, id = "guide"): string {
  putSpace(context, { id, title: "Guide", org: "org" });
  const revision = createRevision(context, { type: "edits", ...content, space: id });
  context.store.update<object>("space", id, (space) => ({ ...space, revision }));
  return revision;
}

/** Change request 7 of the space `guide`, id `change`, with this content as its own. */
export function putChange(context: HandlerContext, content: Partial<RevisionInput>): string {
  const revision = createRevision(context, { type: "edits", ...content, space: "guide" });
  context.store.put("change-request", "change", "guide", {
    id: "change",
    number: 7,
    status: "open",
    outdated: false,
    revision,
    urls: { app: "https://docs.sandbox.invalid/o/org/s/guide/~/changes/7", location: "" },
  });
  return revision;
}

/** Calls of handlers as the router makes them; answers the value, or undefined for 204. */
export function caller(handlers: Handlers, context: HandlerContext) {
  return async (
    id: string,
    params: Record<string, string>,
    {
      query = {},
      body = {},
      prefer,
    }: { query?: Record<string, unknown>; body?: Record<string, unknown>; prefer?: string } = {},
    // biome-ignore lint/suspicious/noExplicitAny: literal expectations check each member that is read
  ): Promise<any> => {
    const handler = handlers[id];
    if (!handler) throw new Error(`no handler ${id}`);
    const result = await handler({ params, query, body, prefer }, context);
    if (result === undefined) return undefined;
    return JSON.parse("json" in result ? String(Buffer.from(result.json)) : JSON.stringify(result.value));
  };
}

interface Reference {
  kind: string;
  page?: { id: string };
  anchor?: string;
  path?: string;
}

/** All links of a version, as they are answered. */
export async function linkItems(
  context: HandlerContext,
  version: Version,
): Promise<{ status: string; targetReference: Reference; locationReferences: Reference[] }[]> {
  const { items } = await readLinks(context, version);
  const { links } = referenceTexts(context, { params: { spaceId: version.space } }, version);
  return JSON.parse(`[${links.texts(items).replaceAll("\0", Buffer.from(links.repeated).toString())}]`);
}
