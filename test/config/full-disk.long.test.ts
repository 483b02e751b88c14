/** R41, R60, R71: on a full disk there is the old state or the new one, never a mix, and the exit code says so. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createHome, type Home } from "../helpers/cli.js";
import { type Service, service } from "../process/service.js";
import { HAS_DISK, onSmallDisk } from "./full-disk.js";

let home: Home;
let api: Service;
beforeAll(async () => {
  home = createHome();
  api = await service(({ url }) => {
    if (url.startsWith("/file")) return { body: "x".repeat(6_000_000) };
    if (url.includes("/files/"))
      return { body: { object: "file", id: "f1", name: "big", downloadURL: `${api.url}/file` } };
    const team = (id: number) => ({ object: "team", id: `t${id}`, title: "x".repeat(60) });
    return { body: { items: Array.from({ length: 5000 }, (_, id) => team(id)), count: 5000 } };
  });
});
afterAll(async () => {
  home.remove();
  await api.close();
});
afterEach(() => {
  api.hits.length = 0;
});

describe("R41 the configuration", () => {
  // Nothing fits, not even an empty file's page, and only a part of the new file fits.
  test.each([
    ["nothing", 0, 0],
    ["a part", 16_384, 8],
  ])("keeps its old state when %s of the new one fits", async (_, left, most) => {
    const { stdout, stderr } = await onSmallDisk(
      home,
      `
docs alias set one "teams list" 2>&1
before=$(cat "$D/config/docs/config.json")
fill ${left} ${most}
docs alias set two "teams list --fields $(head -c 65536 /dev/zero | tr '\\0' a)" 2>&1
echo "code $?"
docs alias list -q '.[].name' 2>&1
free
[ "$(cat "$D/config/docs/config.json")" = "$before" ] && echo same
docs alias set three "teams list" 2>&1
docs alias list -q '.[].name'
find "$D/config" -type f | sed "s|$D||"
`,
    );
    expect(stderr).toBe("");
    const lines = stdout.replaceAll(home.dir, "").split("\n");
    expect(lines.filter((line) => !line.startsWith("docs:"))).toEqual([
      "docs one now runs docs teams list",
      "code 1",
      "one",
      "same",
      "docs three now runs docs teams list",
      "one",
      "three",
      "/config/docs/config.json",
      "",
    ]);
    expect(lines.filter((line) => line.startsWith("docs:")).join()).toMatch(
      /^docs: cannot write \/disk\/config\/docs\/config\.json: /,
    );
  });
});

describe("R60 a download", () => {
  test("that does not fit leaves nothing, and the file that was there", async () => {
    const { stdout, stderr } = await onSmallDisk(
      home,
      `
echo mine > "$D/old"
fill 262144 256
docs files download f1 -O "$D/new"; echo "code $?"
docs files download f1 -O "$D/old" --force; echo "code $?"
free
cat "$D/old"
find "$D" -maxdepth 1 -type f | sed "s|$D||"
`,
      { DOCS_BASE_URL: api.url, DOCS_TOKEN: "t0ken", DOCS_SPACE: "s1" },
    );
    expect(stdout).toBe("code 1\ncode 1\nmine\n/old\n");
    expect(stderr.split("\n").filter((line) => /^docs: cannot write .*disk/.test(line))).toHaveLength(2);
    // One try each: a full disk is not the network's fault.
    expect(api.hits.filter(({ url }) => url.startsWith("/file"))).toHaveLength(2);
  });
});

describe("R37 R41 the output and the cache", () => {
  test("a cache that cannot be written is no failure; output that cannot is", async () => {
    const { stdout, stderr } = await onSmallDisk(
      home,
      `
fill 0 0
docs teams list --org o1 -q length | cat; echo "code \${PIPESTATUS[0]}"
free
find "$D/cache" -type f 2>&1 | wc -l
fill 8192 8
docs teams list --org o1 --json > "$D/out"; echo "code $?"
`,
      { DOCS_BASE_URL: api.url, DOCS_TOKEN: "t0ken" },
    );
    expect(stdout).toMatch(/^5000\ncode 0\n\d+\ncode 1\n$/);
    expect(JSON.parse(stderr).error).toMatchObject({
      kind: "io",
      message: expect.stringMatching(/^cannot write the output/),
    });
  });
});

describe.runIf(HAS_DISK)("R71 the sandbox", () => {
  test("that cannot be made is exit 1, and is made once there is room", async () => {
    const { stdout, stderr } = await onSmallDisk(
      home,
      `
fill 65536 64
docs --sandbox spaces list -q length; echo "code $?"
free
docs --sandbox spaces list -q length; echo "code $?"
`,
    );
    expect(stdout).toBe("code 1\n8\ncode 0\n");
    expect(stderr).toMatch(/^docs: .*full.*\n/);
  });

  test("refuses a change that does not fit, keeps those that did, and goes on once there is room", async () => {
    const { stdout, stderr } = await onSmallDisk(
      home,
      `
T=$(mktemp -d)
docs --sandbox cr create --subject first -q .number
fill 262144 700
failed=0
for n in $(seq 1 40); do
  subject="$n $(head -c 60 /dev/zero | tr '\\0' a)"
  docs --sandbox comments create --body "$n $(head -c 9000 /dev/zero | tr '\\0' a)" -q .id >> $T/acknowledged-$$ 2>$T/error-$$
  code=$?
  if [ $code -ne 0 ]; then failed=$((failed + 1)); echo "code $code"; [ $failed -eq 2 ] && break; fi
done
sed 's/^/said /' $T/error-$$
free
docs --sandbox comments list -q '.[].id' | sort > $T/there-$$
sort $T/acknowledged-$$ | comm -23 - $T/there-$$ | sed 's/^/lost /'
echo "there $(wc -l < $T/there-$$)"
echo "answered $(wc -l < $T/acknowledged-$$)"
docs --sandbox cr create --subject second -q .number
docs --sandbox sandbox status -q .exists
rm -r $T
`,
    );
    expect(stderr).toBe("Created #47 first (draft)\nCreated #48 second (draft)\n");
    const lines = stdout.replaceAll(home.dir, "").split("\n");
    const [there, answered] = lines.splice(5, 2).map((line) => Number(line.split(" ")[1]));
    expect(lines).toEqual([
      "47",
      "code 1",
      "code 1",
      "said docs: the disk is full: the sandbox changed nothing",
      "said   make room for /disk/data/docs/sandbox.sqlite",
      "48",
      "true",
      "",
    ]);
    // Some fitted, and are all there: no line says "lost".
    expect(answered).toBeGreaterThan(3);
    // The sample has four; those that were refused left nothing.
    expect(there).toBe(4 + Number(answered));
  });
});
