/** What a restore cannot bring back is named where it differs, and only there. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import type { Store } from "../../src/sandbox/store/store.js";
import { closeAll } from "../../src/system/signals.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";

const SAM = "u5s6yviydT27vWkB4r3J";
const NEW_SITE = "s37xwST38AhXPnB2Pj9h";
const FIRMWARE = "t5D77ErA53CC6A8eGrh6";

const past = useOnce(() => testCli());
beforeAll(async () => {
  await past.out(`snapshots create ${join(past.folder, "m.docs")} --exclude content,comments,change-requests`);
  await closeAll();
  past.sandbox.close();
});

/** What the plan of a restore leaves, after a change. */
async function leftAfter(change: (cli: TestCli) => unknown, flags = ""): Promise<string[]> {
  const cli = await testCli(past.folder);
  try {
    await change(cli);
    const plan = join(cli.folder, "made.plan");
    await cli.run(`snapshots restore ${join(cli.folder, "m.docs")} --settings --plan ${plan} ${flags}`);
    return JSON.parse(readFileSync(plan, "utf8")).left;
  } finally {
    await closeAll();
    cli.close();
  }
}

const first = (store: Store, kind: string): string => store.ids(kind, SAMPLE.org)[0] ?? "";

/** Fields by kind, with a value that none has. */
const FIELDS: Record<string, [id: (store: Store) => string, words: RegExp, fields: Record<string, unknown>]> = {
  member: [() => `${SAMPLE.org}/${SAM}`, /^member "Sam Whitfield": /, { disabled: true, sso: true }],
  space: [
    () => SAMPLE.space,
    /^space "Tern User Guide": /,
    { visibility: "unlisted", "gitSync.url": "https://git.example/x", "gitSync.repoName": "tern/x" },
  ],
  site: [() => NEW_SITE, /^site "Field Service": /, { type: "legacy", hostname: "x.example" }],
  "openapi-spec": [(store) => first(store, "openapi-spec"), /^specification "/, { sourceURL: "https://x.example/a" }],
  "saml-provider": [
    (store) => first(store, "saml-provider"),
    /^SAML provider "/,
    {
      label: "Other",
      ssoURL: "https://x.example/sso",
      entityID: "https://x.example/id",
      defaultRole: "edit",
    },
  ],
};

const withField = (value: Record<string, unknown>, path: string, is: unknown): Record<string, unknown> => {
  const [name = "", inner] = path.split(".");
  return { ...value, [name]: inner === undefined ? is : { ...(value[name] as object | undefined), [inner]: is } };
};

it("a restore without differences reports none", async () => {
  expect(await leftAfter(() => {})).toEqual([]);
  expect(await leftAfter(({ out }) => out(`spaces edit ${SAMPLE.space} --title X`))).toEqual([]);
});

describe.each(Object.entries(FIELDS))("of a %s", (kind, [idOf, words, fields]) => {
  it.each(Object.entries(fields))("%s cannot be restored, and is named with both values", async (path, is) => {
    const left = await leftAfter(({ sandbox }) =>
      sandbox.change(({ store }: { store: Store }) =>
        store.update<Record<string, unknown>>(kind, idOf(store), (value) => withField(value, path, is)),
      ),
    );
    expect(left).toEqual([expect.stringMatching(words)]);
    expect(left[0]).toContain(`: ${path} was `);
    expect(left[0]).toContain(` and is ${JSON.stringify(is)}, which no request can change (in the app: https://`);
  });
});

it("a SAML provider differs by its certificate and the status that follows from it", async () => {
  const left = await leftAfter(({ sandbox }) =>
    sandbox.change(({ store }: { store: Store }) =>
      store.update<object>("saml-provider", first(store, "saml-provider"), (one) => ({ ...one, certificate: "X" })),
    ),
  );
  expect(left.map((line) => /: (\w+) was /.exec(line)?.[1])).toEqual(["certificate", "status"]);
  expect(left[0]).toContain(": certificate was another one, which no request can change");
});

describe("of a team", () => {
  it.each([
    ["one more", ["u5s6yviydT27vWkB4r3J"], "1 person is new and stays"],
    ["two more", ["u5s6yviydT27vWkB4r3J", "u3WMpp8eY71ya62DhAPx"], "2 people are new and stay"],
  ])("people who are new stay, and are counted: %s", async (_, people, words) => {
    const add = ({ out }: TestCli) => out(`team-members edit ${FIRMWARE} --add ${people.join(",")}`);
    expect(await leftAfter(add)).toEqual([`team "Firmware": ${words}`]);
  });
});

describe("of a site", () => {
  it.each<[string, (cli: TestCli) => unknown, RegExp]>([
    [
      "published since",
      ({ out }) => out(`sites publish ${NEW_SITE} --yes`),
      /^site "Field Service": it is published now: no request unpublishes it/,
    ],
    ["a new one", ({ out }) => out("sites create --title Third"), /^site "Third" is new: it stays$/],
    [
      "one that is gone",
      ({ out }) => out(`sites delete ${NEW_SITE} --yes`),
      /^site "Field Service" is gone: a new one would have another address and design/,
    ],
    [
      "with a visitor schema since",
      async ({ folder, out }) => {
        const file = join(folder, "visitors.json");
        writeFileSync(file, JSON.stringify({ type: "object", properties: {}, additionalProperties: false }));
        await out(`sites edit ${NEW_SITE} --adaptive-content`);
        await out(`adaptive-schema set --site ${NEW_SITE} --file ${file}`);
      },
      /^site "Field Service": it had no visitor schema: no request removes it/,
    ],
  ])("what no request takes back is named: %s", async (_, change, words) => {
    expect(await leftAfter(change)).toEqual([expect.stringMatching(words)]);
  });

  it.each([
    ["x", [expect.stringMatching(/^site "Field Service": its basename was empty, and no request clears it/)]],
    [undefined, []],
  ])("without a basename, which is now %s", async (basename, left) => {
    const cli = await testCli();
    const put = (value: string | undefined) =>
      cli.sandbox.change(({ store }: { store: Store }) =>
        store.update<object>("site", NEW_SITE, (one) => ({ ...one, basename: value })),
      );
    try {
      const [file, plan] = [join(cli.folder, "m.docs"), join(cli.folder, "made.plan")];
      await put(undefined);
      await cli.out(`snapshots create ${file} --exclude content,comments,change-requests`);
      await put(basename);
      await cli.run(`snapshots restore ${file} --settings --plan ${plan}`);
      const found = existsSync(plan) ? JSON.parse(readFileSync(plan, "utf8")).left : [];
      expect(found).toEqual(left);
    } finally {
      await closeAll();
      cli.close();
    }
  });
});
