/** Lists of spaces and collections: guests see what their teams were granted, and the path to it. */

import { listAnswer } from "../lists.js";
import type { HandlerContext, HandlerInput, RawJson } from "../types.js";
import type { Node } from "./levels.js";
import { seenOnly } from "./rules.js";

interface SeenList {
  organization: string;
  kind: "space" | "collection";
  scopes: readonly string[];
}

/** The spaces or collections in these scopes that the caller may see. */
export function listSeen(
  input: HandlerInput,
  context: HandlerContext,
  { organization, kind, scopes }: SeenList,
): RawJson {
  const seen = seenOnly(context, organization, kind);
  if (!seen) return listAnswer(context, input, { kind, scope: scopes });
  const items = scopes.flatMap((scope) => context.store.all<Node>(kind, scope)).filter(seen);
  return listAnswer(context, input, { items });
}
