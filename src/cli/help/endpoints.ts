/** `docs help endpoints`: which command is the home of each endpoint, for people and for tools. */
import type { NounEntry } from "../command.js";

export interface Home {
  command: string;
  method: string;
  path: string;
}

/** Each endpoint with the command that is its home. Loads every noun. */
export async function endpointHomes(nouns: readonly NounEntry[]): Promise<Home[]> {
  const homes: Home[] = [];
  for (const noun of nouns) {
    const { default: module } = await noun.load();
    for (const command of module.commands) {
      for (const { method, path } of command.endpoints)
        homes.push({ command: `${noun.name} ${command.name}`, method, path });
    }
  }
  return homes;
}

/** The page of `docs help endpoints`, as text or as JSON. */
export async function endpointsHelp(nouns: readonly NounEntry[], json: boolean): Promise<string> {
  const homes = await endpointHomes(nouns);
  if (json) return `${JSON.stringify(homes)}\n`;
  const width = Math.max(...homes.map((home) => home.command.length));
  const lines = homes.map(({ command, method, path }) => `  ${command.padEnd(width)}  ${method.padEnd(6)}  ${path}`);
  return `Endpoints (${homes.length})\n\n${lines.join("\n")}\n`;
}
