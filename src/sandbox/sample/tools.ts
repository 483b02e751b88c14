import sample from "virtual:sample";
import { ORIGIN } from "../origin.js";
import type { HandlerContext } from "../types.js";
import type { Person } from "./types.js";

/** Defaults of the sandbox profile: what commands use if nothing else is named. */
export const SAMPLE = {
  org: "hR7kQ2mXv9TzLb4WcN8p",
  space: "tG4nVx8YqLz2RkWd7JmS",
  site: "sD9wPb3HfKc6XnTj1VqZ",
  /** The member whose token makes the calls: an admin. */
  member: "uA5mJr9TyBq3ZxKd7WnE",
} as const;

const HOUR = 3_600_000;
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789";

/** Milliseconds since the epoch, `days` before the load. */
export function instant(context: HandlerContext, days: number): number {
  return context.now() - Math.round(days * 24) * HOUR;
}

/** ISO time, `days` before the load, to the hour. */
export function daysAgo(context: HandlerContext, days: number): string {
  return new Date(instant(context, days)).toISOString();
}

/**
 * An id that is always the same for the same label: nobody wants to list the ids of pages, replies and old change
 * requests, but they must not differ between two loads. (FNV-1a seeds a xorshift generator.)
 */
export function opaque(label: string): string {
  let state = 0x811c9dc5;
  for (let index = 0; index < label.length; index++) {
    state = Math.imul(state ^ label.charCodeAt(index), 0x01000193);
  }
  let id = "";
  while (id.length < 20) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    // The first character is a letter, so that no id is all digits.
    id += ALPHABET.charAt((state >>> 0) % (id === "" ? ALPHABET.length - 9 : ALPHABET.length));
  }
  return id;
}

/** @throws Error for a name that people.yaml lacks: a mistake in the sample */
export function person(name: string): Person {
  const found = sample.people[name];
  if (!found) throw new Error(`the sample has no person "${name}"`);
  return found;
}

/** The user in the form that other objects contain. */
export function user(key: string) {
  const { id, name, email } = person(key);
  return { object: "user", id, displayName: name, email, urls: { location: `${ORIGIN}/v1/users/${id}` } };
}
