import type { Sources } from "./types.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ALPHABET = `${LETTERS}0123456789`;
const ID_LENGTH = 20;

/** The machine's clock and random source. Tests inject their own. */
export const systemSources: Sources = {
  now: () => Date.now(),
  bytes: (size) => process.getBuiltinModule("node:crypto").randomBytes(size),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * A new id: 20 letters and digits. It starts with a letter, so it cannot be mistaken for a change request's number.
 */
export function newId(bytes: Sources["bytes"]): string {
  const random = bytes(ID_LENGTH);
  let id = "";
  for (let index = 0; index < ID_LENGTH; index++) {
    const letters = index === 0 ? LETTERS : ALPHABET;
    id += letters.charAt((random[index] ?? 0) % letters.length);
  }
  return id;
}
