// Which test files are the nearest to a source: those that import it, then those that import what imports it, and so on.
import { importersOf, readSources } from "../imports.mjs";

/** A function from a source to its test files, the nearest first. */
export function nearestTests(folders, isTest) {
  const importers = importersOf(readSources(folders));
  return (source) => importers([source]).filter(isTest);
}
