/** `docs help endpoints`: which command each endpoint belongs to, for people and programs. */

import { commandPath } from "../argv/program.js";
import type { AnyCommand, NounEntry } from "../command.js";

interface Home {
  command: string;
  method: string;
  path: string;
  /** Other commands that call it. */
  also: string[];
}

/** Each endpoint with the command that it belongs to. Loads every noun. */
export async function endpointHomes(nouns: readonly NounEntry[]): Promise<Home[]> {
  const homes: Home[] = [];
  const users: [command: string, key: string][] = [];
  for (const noun of nouns) {
    const { default: module } = await noun.load();
    for (const command of module.commands) {
      const name = commandPath(noun, command).replace(/^docs /, "");
      for (const { method, path } of command.endpoints) homes.push({ command: name, method, path, also: [] });
      for (const { method, path } of command.uses ?? []) users.push([name, `${method} ${path}`]);
    }
  }
  const byKey = new Map(homes.map((home) => [`${home.method} ${home.path}`, home]));
  for (const [name, key] of users) byKey.get(key)?.also.push(name);
  return homes;
}

/** The requests of a command, by title: its own endpoints and those of other commands. Omits empty sections. */
export function endpointSections({ endpoints, uses = [] }: AnyCommand): [title: string, lines: string[]][] {
  const sections: [string, string[]][] = [
    ["Endpoint", endpoints.map(({ method, path }) => `${method} ${path}`)],
    [endpoints.length > 0 ? "Also calls" : "Calls", uses.map(({ method, path }) => `${method} ${path}`)],
  ];
  return sections.filter(([, lines]) => lines.length > 0);
}

/** The page of `docs help endpoints`, as text or as JSON. */
export async function endpointsHelp(nouns: readonly NounEntry[], json: boolean): Promise<string> {
  const homes = await endpointHomes(nouns);
  if (json) return `${JSON.stringify(homes)}\n`;
  const width = Math.max(...homes.map((home) => home.command.length));
  const lines = homes.flatMap(({ command, method, path, also }) => [
    `  ${command.padEnd(width)}  ${method.padEnd(6)}  ${path}`,
    ...(also.length > 0 ? [`  ${"".padEnd(width)}          also: ${also.join(", ")}`] : []),
  ]);
  return `Endpoints (${homes.length})\n\n${lines.join("\n")}\n`;
}
