/** A machine's clock that is set while a command waits moves none of its waits and deadlines. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { preloading } from "../helpers/cli.js";
import { useHome } from "../helpers/home.js";
import { service } from "./service.js";

const home = useHome();

/** Sets the clock that programs read by `hours` while the first wait goes on. */
function clockSetBy(hours: number): Record<string, string> {
  const file = join(home.dir, `clock${hours}.cjs`);
  writeFileSync(
    file,
    `const real = Date.now; const at = real() + 500;
     Date.now = () => real() + (real() > at ? ${hours} * 3600e3 : 0);`,
  );
  return preloading(file);
}

describe.each([-1, 1])("a clock that is set by %i hours", (hours) => {
  it("makes a wait neither longer nor a timeout", async () => {
    const server = await service((_, count) =>
      count === 1 ? { status: 429, headers: { "retry-after": "1" } } : { body: { object: "space", id: "s1" } },
    );
    try {
      const ran = await home.run(["spaces", "view", "s1", "-q", ".id"], {
        env: { DOCS_BASE_URL: server.url, DOCS_TOKEN: "t0ken-of-a-test-1234", ...clockSetBy(hours) },
      });
      expect([ran.code, ran.stdout, server.hits.length]).toEqual([0, "s1\n", 2]);
    } finally {
      await server.close();
    }
  });

  it("does not end `--wait` early, nor make it go on", async () => {
    let reads = 0;
    const spec = (processingState: string) => ({
      body: { object: "openapi-spec", id: "o1", slug: "pets", processingState },
    });
    const server = await service((hit) => {
      if (hit.method === "POST") return spec("pending");
      reads += 1;
      return spec(reads < 3 ? "pending" : "complete");
    });
    try {
      const args = [
        "openapi",
        "publish",
        "pets",
        "--source-url",
        "https://example.com/a.json",
        "--wait",
        "--org",
        "o1",
      ];
      const ran = await home.run([...args, "--json"], {
        env: { DOCS_BASE_URL: server.url, DOCS_TOKEN: "t0ken-of-a-test-1234", ...clockSetBy(hours) },
      });
      expect([ran.code, ran.stderr]).toEqual([0, "Published specification pets (complete)\n"]);
      expect(JSON.parse(ran.stdout).processingState).toBe("complete");
    } finally {
      await server.close();
    }
  });
});
