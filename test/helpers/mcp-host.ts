/** Hosts of `docs mcp`: the SDK's own client, over pipes, with the built command. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, expect } from "vitest";
import { commandOf, type Home } from "./cli.js";

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, whose members the tests name
export type Loose = any;

export type Mode = "legacy" | "auto";

/** Connects hosts that are closed after each test. */
export function useHosts(home: Pick<Home, "env">) {
  const open: Client[] = [];
  afterEach(async () => {
    for (const client of open.splice(0)) await client.close();
  });
  return async (
    words: readonly string[],
    { mode = "auto", env = {} }: { mode?: Mode; env?: Record<string, string> } = {},
  ) => {
    const [command, args] = commandOf(...words);
    const transport = new StdioClientTransport({
      ...{ command, args },
      env: { ...home.env, ...env },
      stderr: "pipe",
    });
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(transport);
    open.push(client);
    return client;
  };
}

export async function ask(client: Client, name: string, input: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: input });
  const [block, ...more] = content;
  expect(more).toEqual([]);
  if (block?.type !== "text") throw new Error("no text");
  // The answer of our own server.
  return {
    isError,
    text: block.text,
    answer: JSON.parse(block.text) as { result?: Loose; error?: Loose; notice: string },
  };
}
