/** A program that writes until it is killed: one change request after the other, told on stdout once answered. */
import { openSandbox } from "../../src/sandbox/open.js";
import { SPACE, smallOrganization } from "./sandbox.js";

const [file = "", binding = ""] = process.argv.slice(2);
const sandbox = await openSandbox({
  file,
  local: true,
  load: smallOrganization,
  ...(binding === "libsql" && { binding }),
});
process.stdout.write("ready\n");
for (;;) {
  const answer = await sandbox.handle({
    method: "POST",
    path: `/v1/spaces/${SPACE}/change-requests`,
    headers: { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" },
    body: "{}",
  });
  const body = JSON.parse(Buffer.from(answer.body).toString());
  process.stdout.write(`${answer.status === 201 ? body.id : `failed ${answer.status}`}\n`);
  // Let the pipe drain; otherwise the answers stay in this process and die with it.
  await new Promise((resolve) => setImmediate(resolve));
}
