import { afterAll, expect, it } from "vitest";
import { createHome } from "../helpers/cli.js";
import { service } from "../process/service.js";

const home = createHome();
afterAll(() => home.remove());

const PAGES = 6;

/** Pages of different lengths, some longer than what a socket or a pipe holds. */
const itemsOf = (page: number) =>
  Array.from({ length: 40 * (1 + ((page * 3) % 5)) }, (_, index) => ({
    id: `p${page}i${index}`,
    title: `${page} `.repeat(200 + index),
  }));

async function list(flags: string[]) {
  const server = await service(({ url }) => {
    const page = Number(new URL(url, "http://localhost").searchParams.get("page") ?? 0);
    const next = page + 1 < PAGES ? { page: String(page + 1) } : undefined;
    return { body: { items: itemsOf(page), count: 1, next } };
  });
  try {
    const env = { DOCS_BASE_URL: server.url, DOCS_TOKEN: "secret-token", DOCS_ORG: "o1" };
    const result = await home.run(["spaces", "list", ...flags], { env });
    return { ...result, hits: server.hits.length };
  } finally {
    await server.close();
  }
}

const ALL = Array.from({ length: PAGES }, (_, page) => itemsOf(page)).flat();

it("R29 R31 writes every page as it came: JSON", async () => {
  const { code, stdout, stderr, hits } = await list(["--json"]);
  expect([code, stderr, hits]).toEqual([0, "", 6]);
  expect(stdout).toBe(`${JSON.stringify(ALL)}\n`);
});

it("R29 R31 writes every page as it came: JSON lines", async () => {
  const { code, stdout, stderr } = await list(["-o", "jsonl"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toBe(ALL.map((item) => `${JSON.stringify(item)}\n`).join(""));
});

it("R29 reads every page anew where cells are wanted: CSV", async () => {
  const { code, stdout, stderr } = await list(["-o", "csv", "--fields", "id"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toBe(`id\r\n${ALL.map(({ id }) => `${id}\r\n`).join("")}`);
});
