/** R80 in real processes: a full disk, a reader that has gone and Ctrl-C come after the write; it is told all the same. */
import { expect, test } from "vitest";
import { errorOf } from "../faults/attempt.js";
import { ended } from "../helpers/cli.js";
import { answer, faultServer } from "../helpers/fault-server.js";
import { useHome } from "../helpers/home.js";

const home = useHome();
const CREATED = /^Created #\d+ .*\(draft\)$/m;

test("a disk that is full: exit 1, applied", async () => {
  const ran = await home.shell("docs --sandbox cr create --subject x --json > /dev/full");
  expect(ran, ran.stderr).toMatchObject({ code: 1, signal: null });
  // With --json, standard error is one object.
  const done = [expect.stringMatching(CREATED)];
  expect(errorOf(ran.stderr)).toMatchObject({ kind: "io", outcome: "applied", done });
});

test("a reader that has gone", async () => {
  const ran = await home.shell("set -o pipefail; docs --sandbox cr create --subject x --json | true");
  expect(ran.code).toBe(141);
  expect(ran.stderr).toMatch(CREATED);
});

test("a list that nobody reads any more says nothing", async () => {
  const ran = await home.shell("set -o pipefail; docs --sandbox spaces list --json | true");
  expect(ran).toMatchObject({ code: 141, stderr: "" });
});

test("Ctrl-C while it is waited for says what goes on", async () => {
  const spec = answer(200, { object: "openapi-spec", slug: "pets", processingState: "pending" });
  const server = await faultServer([spec]);
  const env = { DOCS_BASE_URL: server.url, DOCS_TOKEN: "fault-token-0123456789", DOCS_ORG: "o1" };
  const args = ["openapi", "publish", "pets", "--source-url", "https://pets.example/a.yaml", "--wait", "--json"];
  const child = home.start(args, { env });
  const end = ended(child);
  while (server.requests.length < 2) await new Promise((wake) => setTimeout(wake, 10));
  child.kill("SIGINT");
  const ran = await end;
  await server.close();
  expect(ran, ran.stderr).toMatchObject({ signal: "SIGINT", stdout: "" });
  expect(errorOf(ran.stderr)).toMatchObject({
    kind: "canceled",
    message: "canceled: specification pets was published and continues on the service",
    outcome: "applied",
  });
});
