/** What a host gets for messages that are no requests of the protocol. */
import { expect, it } from "vitest";
import { refuseMalformed } from "../../src/app/mcp/serve.js";

const GOOD = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

/** What is passed on and what is answered, for a text that comes in pieces of so many bytes. */
async function pass(text: string, size = 7): Promise<{ passed: string; answers: unknown[] }> {
  const answers: unknown[] = [];
  const stream = refuseMalformed(1024, (line) => answers.push(JSON.parse(line)));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) stream.write(bytes.subarray(at, at + size));
  stream.end();
  let passed = "";
  for await (const piece of stream) passed += piece;
  return { passed, answers };
}

it.each([1, 2, 5, 46, 47, 48, 1000])("passes on what is well formed, in pieces of %i bytes", async (size) => {
  const notification = '{"jsonrpc":"2.0","method":"notifications/initialized","params":{"é":"ü"}}';
  const response = '{"jsonrpc":"2.0","id":2,"result":{}}';
  const text = `${[GOOD, notification, response, GOOD].join("\n")}\r\n`;
  expect(await pass(text, size)).toEqual({ passed: text, answers: [] });
});

it.each<[string, string | number | null, number]>([
  ['{"jsonrpc":"2.0","id":5,"method":"tools/list","params":null}', 5, -32602],
  ['{"jsonrpc":"2.0","id":"a","method":"tools/list","params":"oops"}', "a", -32602],
  ['{"jsonrpc":"2.0","id":5,"method":"tools/list","params":[1]}', 5, -32602],
  ['{"jsonrpc":"2.0","id":0,"method":"tools/list","params":{"_meta":5}}', 0, -32602],
  ['{"jsonrpc":"1.0","id":7,"method":"tools/list"}', 7, -32600],
  ['{"id":7,"method":"tools/list"}', 7, -32600],
  ['{"jsonrpc":"2.0","id":6}', 6, -32600],
  ['{"jsonrpc":"2.0","id":6,"method":4}', 6, -32600],
  ['{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list"}', null, -32600],
  ['{"jsonrpc":"2.0","id":null,"method":"tools/list"}', null, -32600],
  ['{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}', null, -32600],
  [`[${GOOD}]`, null, -32600],
  ["4", null, -32600],
  ["null", null, -32600],
  ["{", null, -32700],
  ["not JSON", null, -32700],
])("answers %s with an error of the protocol", async (line, id, code) => {
  const { passed, answers } = await pass(`${line}\n${GOOD}\n`);
  expect(answers).toEqual([{ jsonrpc: "2.0", id, error: { code, message: expect.any(String) } }]);
  expect(passed).toBe(`${GOOD}\n`);
});

it.each(['{"jsonrpc":"2.0","method":"x","params":4}', "", "  "])("expects no answer to %j", async (line) => {
  expect(await pass(`${line}\n${GOOD}\n`)).toEqual({ passed: `${GOOD}\n`, answers: [] });
});

it("passes on a message that is too long before its end has come", async () => {
  const { passed, answers } = await pass("a".repeat(3000), 100);
  expect(answers).toEqual([]);
  expect(passed.length).toBeGreaterThan(1024);
});
