/** The built command draws tables with its own measure: the library's gives newer emoji and Devanagari other widths. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHome, type Home } from "../helpers/cli.js";
import { type Service, service } from "./service.js";

let home: Home;
let api: Service;
beforeAll(async () => {
  home = createHome();
  const titles = ["Handbook", "🫩🫨 faces", "👩‍💻 Developers 🇩🇪", "क्षत्रिय हिन्दी", "日本語のドキュメント"];
  api = await service(() => ({ body: { items: titles.map((title, at) => ({ id: `t${at}`, title })), count: 5 } }));
});
afterAll(async () => {
  home.remove();
  await api.close();
});

test("a table of hard titles", async () => {
  const env = { DOCS_BASE_URL: api.url, DOCS_TOKEN: "t0ken", DOCS_FORCE_TTY: "80", NO_COLOR: "1" };
  const { code, stdout } = await home.run(["teams", "list", "--org", "o1", "--fields", "title,id"], { env });
  expect([code, stdout.split("\n")]).toEqual([
    0,
    [
      "TITLE                 ID",
      "Handbook              t0",
      "🫩🫨 faces            t1",
      "👩‍💻 Developers 🇩🇪      t2",
      "क्षत्रिय हिन्दी             t3",
      "日本語のドキュメント  t4",
      "",
    ],
  ]);
});
