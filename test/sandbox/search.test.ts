import { expect, it } from "vitest";
import { handlers } from "../../src/sandbox/handlers/search.js";
import { caller, contentContext, putContent } from "./content-helper.js";

const PAGES = [
  {
    id: "install",
    title: "Install",
    markdown: "# Install\nRun the **setup** program.\n\n## On Linux\nUse `apt` or Ärger.\n",
  },
  {
    id: "faq",
    title: "Questions",
    markdown: "Intro\n\n## Linux\nlinux linux\n\n```\n# not a heading\n```\n",
    pages: [{ id: "setup", title: "Setup of a Linux cart", markdown: "short" }],
  },
  { id: "group", title: "Linux group", type: "group" },
];

function guide() {
  const context = contentContext();
  putContent(context, { pages: PAGES });
  return { context, call: caller(handlers, context) };
}

const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);

it("finds pages by title and text, titles first, with the sections that match", async () => {
  const { call } = guide();
  const answer = await call("searchSpace", { spaceId: "guide" }, { query: { query: "linux" } });
  expect(ids(answer)).toEqual(["group", "setup", "faq", "install"]);
  expect(answer.count).toBe(4);
  expect(answer.items[2]).toEqual({
    id: "faq",
    title: "Questions",
    path: "questions",
    sections: [
      {
        id: "faq#linux",
        title: "Linux",
        path: "questions#linux",
        body: "linux linux # not a heading",
        urls: { app: "https://docs.sandbox.invalid/o/org/s/guide/questions#linux" },
      },
    ],
    urls: { app: "https://docs.sandbox.invalid/o/org/s/guide/questions" },
  });
});

it("wants every word, from its beginning, wherever it is on the page", async () => {
  const { call } = guide();
  const search = async (query: string) => ids(await call("searchSpace", { spaceId: "guide" }, { query: { query } }));
  expect(await search("setup linux")).toEqual(["setup", "install"]);
  expect(await search("inst SET")).toEqual(["install"]);
  expect(await search("arger")).toEqual(["install"]);
  expect(await search("etup")).toEqual([]);
  expect(await search("setup nothing")).toEqual([]);
});

it("takes the signs of the query language as text", async () => {
  const { call } = guide();
  const search = async (query: string) => ids(await call("searchSpace", { spaceId: "guide" }, { query: { query } }));
  expect(await search('"apt" OR* (')).toEqual(["install"]);
  expect(await search("title:apt NEAR(")).toEqual([]);
  expect(await search("\"'*")).toEqual([]);
  expect(await search("")).toEqual([]);
});

it("searches the active revision only", async () => {
  const { context, call } = guide();
  putContent(context, { pages: [{ id: "install", title: "Install", markdown: "other words" }] });
  const search = async (query: string) => ids(await call("searchSpace", { spaceId: "guide" }, { query: { query } }));
  expect(await search("apt")).toEqual([]);
  expect(await search("other")).toEqual(["install"]);
});

it("searches the spaces of an organization, nested and shared text included, deleted ones not", async () => {
  const { context, call } = guide();
  context.store.put("collection", "col", "org", { id: "col" });
  putContent(context, { pages: PAGES.slice(0, 1) }, "second");
  context.store.place("space", "second", "col");
  putContent(context, { pages: PAGES.slice(0, 1) }, "gone");
  context.store.place("space", "gone", "deleted/org");
  const answer = await call("searchOrg", { organizationId: "org" }, { query: { query: "apt" } });
  expect(answer.items.map(({ id, pages }: { id: string; pages: object[] }) => [id, pages.length])).toEqual([
    ["guide", 1],
    ["second", 1],
  ]);
  await expect(call("searchOrg", { organizationId: "none" })).rejects.toMatchObject({ status: 404 });
});
