import { afterAll } from "vitest";
import { createHome, type Home } from "./cli.js";

/** A home for the tests of a file; it is removed after them. */
export function useHome(): Home {
  const home = createHome();
  afterAll(() => home.remove());
  return home;
}
