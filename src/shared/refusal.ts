import { isObject } from "./values.js";

/** A merge with conflicts, and an import that finds nothing, are answered with 200, but change nothing. */
export const isRefusal = (answer: unknown): boolean =>
  isObject(answer) &&
  (answer.result === "conflicts" ||
    (answer.importedResources === 0 && (answer.totalResources === 0 || typeof answer.error === "string")));
