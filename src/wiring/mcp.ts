/** Serves tools by the Model Context Protocol on standard input and output. The SDK is loaded here alone. */

import type { ToolServer } from "../cli/machine-services.js";
import { withoutInvisible } from "../cli/output/text/invisible.js";
import { escapeJson } from "../cli/output/text/sanitize.js";
import { isObject } from "../facts/values.js";
import { redactValue } from "../http/secrets/redact.js";
import { withoutSecrets } from "./secrets.js";

/** Bytes of one message of the host: questions are short. */
const MOST_BYTES = 1024 * 1024;

/** Resolves when the host has closed standard input. */
export async function serveTools({ tools, instructions, call }: ToolServer, version: string): Promise<void> {
  const [{ Server }, { serveStdio, StdioServerTransport }] = await Promise.all([
    import("@modelcontextprotocol/server"),
    import("@modelcontextprotocol/server/stdio"),
  ]);
  const { stdin, stdout } = process;
  const ended = new Promise((resolve) => stdin.once("end", resolve).once("close", resolve));
  const connection = serveStdio(
    () => {
      const server = new Server({ name: "docs", version }, { capabilities: { tools: {} }, instructions });
      server.setRequestHandler("tools/list", async () => ({ tools: [...tools] }));
      server.setRequestHandler("tools/call", async ({ params }) => {
        const { value, isError } = await call(params.name, params.arguments);
        return { content: [{ type: "text", text: harmless(value) }], isError };
      });
      return server;
    },
    { transport: new StdioServerTransport(stdin, stdout, { maxBufferSize: MOST_BYTES }) },
  );
  await ended;
  await connection.close();
}

/** JSON text without secrets, and with what nobody sees as visible escapes. */
const harmless = (value: unknown): string => escapeJson(JSON.stringify(visible(redactValue(withoutSecrets, value))));

function visible(value: unknown): unknown {
  if (typeof value === "string") return withoutInvisible(value);
  if (Array.isArray(value)) return value.map(visible);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [withoutInvisible(name), visible(member)]));
}
