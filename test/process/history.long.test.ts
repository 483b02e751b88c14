/** The history of this machine: many processes at once, a full disk, kill -9. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { home, serve, useServed } from "./served.js";
import { until } from "./service.js";

useServed();

const ORG = "hR7kQ2mXv9TzLb4WcN8p";

async function place() {
  const { url, token } = await serve();
  const env = { DOCS_TOKEN: token, DOCS_BASE_URL: url, DOCS_ORG: ORG, DOCS_HISTORY: "always" };
  const run = (line: string) => home.shell(line, { env });
  const json = async (line: string) => JSON.parse((await run(`docs ${line} --json`)).stdout);
  return { run, json, env };
}

it("eight commands at once have numbers of their own, and all are undone", async () => {
  const { run, json } = await place();
  const before = await json("teams list --fields id,title");
  const many = Array.from({ length: 8 }, (_, at) => `"\${DOCS[@]}" teams create --title Team${at} &`).join("\n");
  expect((await run(`${many}\nwait`)).code).toBe(0);
  const rows: { number: number; state: string }[] = await json("history");
  expect(rows.map(({ number, state }) => `${number} ${state}`)).toEqual(
    [8, 7, 6, 5, 4, 3, 2, 1].map((number) => `${number} applied`),
  );
  for (let at = 0; at < 8; at++) expect(await run("docs undo --yes")).toMatchObject({ code: 0 });
  expect(await json("teams list --fields id,title")).toEqual(before);
});

it("a full disk stops no change, and a note says that it is not in the history", async () => {
  const { run, json } = await place();
  const ran = await run("ulimit -f 0; docs teams create --title Full -q .title");
  expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining("this change was not added to the history") });
  expect(await json("teams list --title Full")).toHaveLength(1);
});

it("a request of a run that was killed is listed as unknown, and left alone", async () => {
  const { run, json, env } = await place();
  const { HOME = "", XDG_DATA_HOME = "" } = home.env;
  const logs = () => {
    try {
      return readdirSync(join(XDG_DATA_HOME || HOME, "docs/history")).length;
    } catch {
      return 0;
    }
  };
  const before = logs();
  // Nobody answers here.
  const { createServer } = await import("node:net");
  let isAsked = false;
  const deaf = createServer((socket) => {
    socket
      .on("error", () => {})
      .once("data", () => {
        isAsked = true;
      });
  }).listen(0, "127.0.0.1");
  const address = await new Promise<{ port: number }>((resolve) =>
    deaf.on("listening", () => resolve(deaf.address() as { port: number })),
  );
  const child = home.start(["teams", "create", "--title", "Killed"], {
    env: { ...env, DOCS_BASE_URL: `http://127.0.0.1:${address.port}` },
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  // The log says so before anything is sent.
  await until(() => isAsked && logs() > before);
  child.kill("SIGKILL");
  await ended;
  deaf.close();
  const [row] = await json("history");
  expect(row).toMatchObject({ state: "unknown", done: 0, changes: ['create team "Killed"'] });
  const undone = await run("docs undo --yes");
  expect(undone.code).not.toBe(0);
});
