import { timestamp } from "../lookup.js";
import type { HandlerContext } from "../types.js";

export interface StoredUser {
  id: string;
}

/** Contract, "Comment": a user counts once per emoji. */
export interface Reaction {
  emoji: string;
  count: number;
  users: { user: StoredUser; reactedAt: string }[];
}

/** Reactions after the caller added and removed some; an emoji in both lists is removed. */
export function react(
  context: HandlerContext,
  caller: StoredUser,
  reactions: readonly Reaction[],
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Reaction[] {
  const users = new Map(reactions.map((reaction) => [reaction.emoji, reaction.users]));
  for (const emoji of added) {
    const before = users.get(emoji) ?? [];
    if (before.some(({ user }) => user.id === caller.id)) continue;
    users.set(emoji, [...before, { user: caller, reactedAt: timestamp(context) }]);
  }
  for (const emoji of removed) {
    const others = (users.get(emoji) ?? []).filter(({ user }) => user.id !== caller.id);
    if (others.length > 0) users.set(emoji, others);
    else users.delete(emoji);
  }
  return [...users].map(([emoji, who]) => ({ emoji, count: who.length, users: who }));
}
