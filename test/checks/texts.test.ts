import { expect, test } from "vitest";
import { includeBrokenLink, linkUnsafe } from "../../src/checks/rules/links.js";
import { headingJump, imageWithoutAlt, pageEmpty } from "../../src/checks/rules/pages.js";
import type { AnyRule } from "../../src/checks/types.js";
import { expectBothOutcomes, organization } from "./harness.js";

expectBothOutcomes(import.meta.url);

async function run(rule: AnyRule, files: Record<string, string>) {
  const org = await organization();
  await org.write(files);
  return org.run(rule);
}

test("page-empty: neither text nor code, description nor pages below", async () => {
  const ran = await run(pageEmpty, {
    "README.md": "# Start\n\nText.",
    "blank.md": "# Blank\n\n<!-- later -->\n",
    "code.md": "# Code\n\n```\nx\n```\n",
    "told.md": "---\ndescription: What it is about\n---\n# Told\n",
    "deep/README.md": "# Deep\n",
    "deep/more.md": "# More\n",
  });
  expect(ran.failing.map(({ place, message }) => [place?.path, message])).toEqual([
    ["blank", "has no text"],
    ["deep/more", "has no text"],
  ]);
  expect((await run(pageEmpty, { "README.md": "# Start\n\nText." })).status).toBe("pass");
});

test("image-without-alt: with the line of each", async () => {
  const text = '# Start\n\n![](a.png) ![b](b.png)\n\n<img src="c.png" alt="">\n\n<img src="d.png">';
  const ran = await run(imageWithoutAlt, { "README.md": text });
  expect(ran.failing.map(({ place, message }) => [message, place?.text, place?.line])).toEqual([
    ["the picture a.png has no description", "a.png", 3],
    ["the picture d.png has no description", "d.png", 7],
  ]);
  expect((await run(imageWithoutAlt, { "README.md": "# Start\n\n![a](a.png)" })).status).toBe("pass");
});

test("image-without-alt: one finding for a page with many, and none for decoration", async () => {
  const figures = ["a", "b", "c", "line-1", "d"].map(
    (name) => `<figure><img src="${name}.png" alt=""><figcaption></figcaption></figure>`,
  );
  const org = await organization();
  await org.write({ "README.md": `# Start\n\n${figures.join("\n\n")}` });
  const ran = await org.run(imageWithoutAlt);
  expect(ran.failing.map(({ message, severity, place }) => [message, severity, place?.line])).toEqual([
    ["5 pictures have no description; the first is a.png", "info", 3],
  ]);
  const some = await org.run(imageWithoutAlt, { decorative: ["line-*", "[ab].png", "d.png", "a.png"] });
  expect(some.messages).toEqual(["the picture b.png has no description", "the picture c.png has no description"]);
  expect((await org.run(imageWithoutAlt, { decorative: ["*.png"] })).status).toBe("pass");
});

test("heading-jump: below the title, once for each jump, and not in steps", async () => {
  const text = "# Start\n\n### A\n\n### B\n\n## C\n\n#### `D`\n\n# E\n\n## F";
  const ran = await run(headingJump, { "README.md": text });
  expect(ran.failing.map(({ place, message }) => [message, place?.line])).toEqual([
    ['the heading "A" has level 3, below one of level 1', 3],
    ['the heading "D" has level 4, below one of level 2', 9],
  ]);
  const steps =
    "# Start\n\n{% stepper %}\n{% step %}\n### A\n{% endstep %}\n\n{% step %}\n\n### B\n{% endstep %}\n{% endstepper %}";
  expect((await run(headingJump, { "README.md": steps })).status).toBe("pass");
});

test("link-unsafe: scripts, files, this computer and nothing", async () => {
  const bad = [
    ["javascript:alert(1)", "links to javascript:alert(1), a script"],
    ["file:///etc/hosts", "links to file:///etc/hosts, a file of one computer"],
    ["http://localhost:3000/", "links to http://localhost:3000/, which is the reader's own computer"],
    ["//127.0.0.1/x", "links to //127.0.0.1/x, which is the reader's own computer"],
    ["", "a link has no address"],
  ] as const;
  const good = ["https://example.org", "http://10.0.0.7", "setup.md", "mailto:a@b.example", "#part"];
  const links = [...bad.map(([href]) => href), ...good].map((href) => `[x](${href})`);
  const ran = await run(linkUnsafe, { "README.md": `# Start\n\n${links.join("\n")}\n\n\`[x]()\` http://localhost:1` });
  expect(ran.failing.map(({ message }) => message)).toEqual(bad.map(([, message]) => message));
  expect(new Set(ran.failing.map(({ fingerprint }) => fingerprint)).size).toBe(bad.length);
  const meant = [
    "[`http://localhost:3000/x`](http://localhost:3000/x)",
    "[LOCALHOST:3000](http://localhost:3000)",
    '<a href="http://127.0.0.1:80/">Open 127.0.0.1</a>',
    "[x](setup.md)",
  ];
  expect((await run(linkUnsafe, { "README.md": `# Start\n\n${meant.join("\n")}` })).status).toBe("pass");
  const other =
    '<a href="http://localhost/">x</a> localhost [localhost](http://127.0.0.1/)\n\n[x][a]\n\n[a]: http://localhost:1/';
  expect((await run(linkUnsafe, { "README.md": `# Start\n\n${other}` })).messages).toHaveLength(3);
});

test("rules about texts: a page that is denied is not evaluable, and the others are checked", async () => {
  const org = await organization();
  await org.write({ "README.md": "# Start\n\n[x]()" });
  org.reply(/\/content\/page\//, 403);
  for (const rule of [pageEmpty, imageWithoutAlt, headingJump, linkUnsafe]) {
    expect((await org.run(rule)).status).toBe("not-evaluable");
  }
});

const INCLUDED = '# Start\n\n{% include ".gitbook/includes/limits.md" %}';

test("include-broken-link: what neither a page nor a file can be", async () => {
  const links =
    "[a](../../setup.md) [b](gone.md) [c](https://x.example) [d](#part) ![e](lost.png) [f](mailto:a@b.example)";
  const ran = await run(includeBrokenLink, {
    "README.md": INCLUDED,
    "setup.md": "# Setup",
    ".gitbook/includes/limits.md": links,
  });
  expect(ran.failing.map(({ object, message }) => [object?.kind, message])).toEqual([
    ["reusable-content", 'the reusable content "Limits" links to gone.md, which does not exist'],
    ["reusable-content", 'the reusable content "Limits" links to lost.png, which does not exist'],
  ]);
  const sound = { "README.md": INCLUDED, "setup.md": "# Setup", ".gitbook/includes/limits.md": "[a](setup.md)" };
  expect((await run(includeBrokenLink, sound)).status).toBe("pass");
});

test("include-broken-link: what the service does not show is not evaluable", async () => {
  const org = await organization();
  await org.write({ "README.md": INCLUDED, ".gitbook/includes/limits.md": "[b](gone.md)" });
  org.reply(/content\/page\//, 200, { id: "p1", type: "document", markdown: INCLUDED });
  expect((await org.run(includeBrokenLink)).status).toBe("not-evaluable");
});

test("include-broken-link: more reusable contents than are read are not evaluable", async () => {
  const items = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      status: "ok",
      targetReference: { kind: "reusable-content", reusableContent: { id: `r${at}`, title: `R${at}` } },
      locationReferences: [{ page: { id: `p${at}`, path: `p${at}` } }],
    }));
  const found = async (count: number) => {
    const org = await organization();
    org.reply(/\/links/, 200, { count, items: items(count) });
    org.reply(/content\/page\//, 200, { type: "document", markdown: "" });
    return (await org.run(includeBrokenLink)).findings[0]?.message;
  };
  expect(await found(201)).toBe("not evaluable: it has more than 200 reusable contents");
  expect(await found(200)).toMatch(/^not evaluable: (?!it has more)/);
});
