/** Sandboxes that the built command serves, each test with a person of its own. */
import { afterEach, beforeEach, expect } from "vitest";
import { createHome, ended, type Home, type Result } from "../helpers/cli.js";
import { until } from "./service.js";

export const SPACE = "tG4nVx8YqLz2RkWd7JmS";
export let home: Home;
const running: Pick<Served, "kill" | "end">[] = [];
/** A new person before each test; whatever is served still is killed after it. */
export function useServed(): void {
  beforeEach(() => {
    home = createHome();
  });
  afterEach(async () => {
    for (const served of running.splice(0)) {
      served.kill("SIGKILL");
      await served.end;
    }
    home.remove();
  });
}

export interface Served {
  url: string;
  token: string;
  kill(signal: NodeJS.Signals): void;
  end: Promise<Result>;
}

export async function serve(flags: readonly string[] = []): Promise<Served> {
  const child = home.start(["sandbox", "start", "--json", "--show-token", ...flags]);
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk;
  });
  let over = false;
  // Whatever its test takes on a busy machine: it is killed after it.
  const end = ended(child, 600_000).finally(() => {
    over = true;
  });
  const kill = (signal: NodeJS.Signals) => void child.kill(signal);
  running.push({ kill, end });
  await until(() => text.endsWith("\n") || over);
  if (over) throw new Error((await end).stderr);
  const { url, token } = JSON.parse(text) as { url: string; token: string };
  return { url, token, kill, end };
}

export function call(served: Served, path: string, options: RequestInit = {}): Promise<Response> {
  const headers = {
    authorization: `Bearer ${served.token}`,
    ...(options.body !== undefined && { "content-type": "application/json" }),
  };
  return fetch(served.url + path, {
    ...options,
    headers: { ...headers, ...(options.headers as Record<string, string>) },
  });
}

export const create = (served: Served, subject: string) =>
  call(served, `/v1/spaces/${SPACE}/change-requests`, { method: "POST", body: JSON.stringify({ subject }) });

export async function subjects(): Promise<string[]> {
  const list = await home.run(["--sandbox", "cr", "list", "--status", "draft", "-q", ".[].subject"]);
  expect(list.code).toBe(0);
  return list.stdout.trimEnd().split("\n");
}
