/** What goes over the wire on a socket, and what comes of it: a share of the literal requests of test/endpoints. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requests } from "../endpoints/all.js";
import type { WireRow } from "../endpoints/row.js";
import { useHome } from "../helpers/home.js";
import { sampleCases } from "../helpers/sample.js";
import { wordsOf } from "../helpers/words.js";
import { service } from "../process/service.js";
import { inOrder, PERSON, seenBefore, split } from "../wire/helper.js";

const home = useHome();
const nameOf = ({ line, sent }: WireRow) => `${line}: ${sent}`;
const CASES = sampleCases("requests of a process", Object.values(requests).flat(), {
  nameOf,
  few: 40,
  rooms: ["src/http"],
});

test.each(CASES.map((row) => [row.line, row] as const))("docs %s", async (_, row) => {
  for (const [name, text] of Object.entries(PERSON.files ?? {})) writeFileSync(join(home.dir, name), text);
  const { method } = split(row.sent);
  const api = await service((hit) =>
    hit.method === method
      ? { status: row.status, ...(row.answer && { body: row.answer }) }
      : { body: seenBefore(row, hit.url) },
  );
  const { org, space, site } = PERSON.defaults ?? {};
  const env = { DOCS_BASE_URL: api.url, DOCS_TOKEN: "tok-123", DOCS_ORG: org, DOCS_SPACE: space, DOCS_SITE: site };
  const ran = await home.run([...wordsOf(row.line), "--json"], { env });
  await api.close();
  expect([ran.code, ran.code === 0 ? "" : ran.stderr]).toEqual([0, ""]);
  const sent = api.hits.filter((hit) => hit.method === method);
  expect(sent.map(({ url }) => inOrder(`${method} ${url}`))).toEqual([inOrder(row.sent)]);
  expect(sent.map(({ body, authorization }) => [body === "" ? undefined : JSON.parse(body), authorization])).toEqual([
    [row.body, "Bearer tok-123"],
  ]);
  expect(ran.stdout === "" ? undefined : JSON.parse(ran.stdout)).toEqual(row.result);
});
