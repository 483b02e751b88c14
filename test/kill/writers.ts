/** Programs that write into one state until they are killed, and what they were told. */
import type { ChildProcess } from "node:child_process";
import type { Home } from "../helpers/cli.js";

export const SPACE = "tG4nVx8YqLz2RkWd7JmS";
export const TEAM = "/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3QuiTd9yR8G95e1tUaj";

/** What was answered, so that it has to be there whatever happens next. */
export interface Acknowledged {
  requests: string[];
  comments: string[];
  /** Of the titles given to one team: how far answers came, and how far requests. */
  title: { answered: number; sent: number };
  /** Answers and exit codes that nobody expects. */
  wrong: string[];
  /** Processes that were killed, by what they did. */
  killed: { served: number; inProcess: number };
}

export const nothing = (): Acknowledged => ({
  requests: [],
  comments: [],
  title: { answered: 0, sent: 0 },
  wrong: [],
  killed: { served: 0, inProcess: 0 },
});

const later = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

interface Child {
  process: ChildProcess;
  out: string;
  err: string;
  ended: Promise<void>;
}

function launch(home: Home, args: readonly string[]): Child {
  const process = home.start(args);
  const child: Child = { process, out: "", err: "", ended: Promise.resolve() };
  process.stdin.end();
  process.stdout.on("data", (chunk: Buffer) => {
    child.out += chunk;
  });
  process.stderr.on("data", (chunk: Buffer) => {
    child.err += chunk;
  });
  child.ended = new Promise((done) => process.once("close", () => done()));
  return child;
}

/** One command after the other, each a process of its own; the one that runs after `ms` is killed. */
export async function commandsUntil(
  ms: number,
  home: Home,
  args: (count: number) => readonly string[],
  known: { ids: string[] } & Pick<Acknowledged, "wrong" | "killed">,
): Promise<void> {
  let over = false;
  let running: Child | undefined;
  const timer = later(ms).then(() => {
    over = true;
    running?.process.kill("SIGKILL");
  });
  for (let count = 0; !over; count += 1) {
    running = launch(home, [...args(count), "-q", ".id"]);
    await running.ended;
    const { out, err, process } = running;
    // Only a whole line was told to anybody, whatever became of the process behind it.
    if (out.endsWith("\n")) known.ids.push(out.trim());
    if (process.signalCode === "SIGKILL") known.killed.inProcess += 1;
    else if (process.exitCode !== 0) known.wrong.push(`${process.exitCode}: ${err}`);
  }
  await timer;
}

/** A served sandbox that is asked for changes by two clients at once, and killed `ms` after its start. */
export async function servedUntil(ms: number, home: Home, known: Acknowledged): Promise<void> {
  const child = launch(home, ["sandbox", "start", "--json", "--show-token"]);
  let over = false;
  const kill = later(ms).then(() => {
    over = true;
    child.process.kill("SIGKILL");
  });
  while (!child.out.endsWith("\n") && !over) await later(5);
  if (!over) {
    const { url, token } = JSON.parse(child.out) as { url: string; token: string };
    const call = (method: string, path: string, body: unknown) =>
      fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    await Promise.all([create(call, known), rename(call, known)]);
  }
  await kill;
  await child.ended;
  if (child.process.signalCode === "SIGKILL") known.killed.served += 1;
  else known.wrong.push(`the served sandbox ended by itself: ${child.err}`);
}

type Call = (method: string, path: string, body: unknown) => Promise<Response>;

/** Until the connection breaks, which is the kill. A body that came whole was an answer. */
async function create(call: Call, known: Acknowledged): Promise<void> {
  for (;;) {
    const [status, text] = await answered(call("POST", `/v1/spaces/${SPACE}/change-requests`, { subject: "served" }));
    if (status === undefined) return;
    if (status === 201) known.requests.push((JSON.parse(text) as { id: string }).id);
    else known.wrong.push(`${status} ${text}`);
  }
}

async function rename(call: Call, known: Acknowledged): Promise<void> {
  for (;;) {
    known.title.sent += 1;
    const mine = known.title.sent;
    const [status, text] = await answered(call("PATCH", TEAM, { title: `title ${mine}` }));
    if (status === undefined) return;
    if (status === 200) known.title.answered = mine;
    else known.wrong.push(`${status} ${text}`);
  }
}

async function answered(response: Promise<Response>): Promise<[number, string] | [undefined, ""]> {
  try {
    const { status, text } = await response.then(async (came) => ({ status: came.status, text: await came.text() }));
    return [status, text];
  } catch {
    // The process behind the socket is gone.
    return [undefined, ""];
  }
}
