// Notes which functions short commands use, so that their bytecode lies together at the front of an executable: fewer pages
// of the file are read, and less memory is used. The same program gives the same notes.
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What is typed most, first. */
const COMMANDS = [
  ["spaces", "list", "--json"],
  ["--sandbox", "cr", "list"],
];

/** `executable`: one that records. Files for `--bytecode-order`, written into `folder`. */
export async function recordOrder(executable, folder) {
  const items = [{ object: "space", id: "sp00000000QmXv9TzLbW", title: "Handbook" }];
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ items, count: items.length }));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const env = {
    ...{ HOME: folder, DOCS_TOKEN: "none", DOCS_ORG: "hR7kQ2mXv9TzLb4WcN8p" },
    DOCS_BASE_URL: `http://127.0.0.1:${server.address().port}`,
  };
  try {
    const files = [];
    for (const [at, args] of COMMANDS.entries()) {
      const file = join(folder, `order-${at}`);
      await run(executable, args, { env: { ...env, BUN_BYTECODE_ORDER_OUT: file } });
      files.push(file);
    }
    return files;
  } finally {
    server.close();
  }
}
