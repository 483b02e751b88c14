/** R39: a dry run prints the request on standard output, without what is secret in it. */
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LINES } from "../commands/json-lines.js";
import { testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";
import { CANARY, leaks } from "./canary.js";

const cli = useOnce(() => testCli());

const files = {
  "schema.json": '{"type":"object","properties":{},"additionalProperties":false}',
  "body.json": '{"title":"x","token":"raw-t0ken","secret":"raw-s3cret"}',
};
const dry = (line: string) => cli.run(`${line} --dry-run`, { files, token: CANARY });

describe("R39 R56 --dry-run", () => {
  test.each(LINES)("docs $line: the token is nowhere, nothing is sent", async ({ line }) => {
    for (const format of ["", " --json"]) {
      const ran = await dry(line + format);
      expect({ code: ran.code, sent: ran.sent, leaks: leaks(ran.stdout + ran.stderr) }).toEqual({
        code: 0,
        sent: [],
        leaks: [],
      });
      expect(ran.stdout).toContain("Authorization: Bearer $DOCS_TOKEN");
      if (format !== "") expect(JSON.parse(ran.stdout)).toHaveProperty("method");
    }
  });

  test.each([
    `--title 'a ${CANARY} b'`,
    `--title x --raw-field 'n=${CANARY}'`,
    `--title x --field 'n={"deep":["${CANARY.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"]}'`,
    `--title '${Buffer.from(CANARY).toString("base64")}'`,
  ])("R105 a request with a token in it is refused on every road: %s", async (flags) => {
    const line = `teams edit t3QuiTd9yR8G95e1tUaj ${flags}`;
    for (const more of ["", " --json", " --dry-run", " --dry-run --json", ` --plan ${cli.folder}/a.plan`]) {
      const ran = await cli.run(line + more, { files, token: CANARY, history: "always" });
      expect(ran).toMatchObject({ code: 2, stdout: "", sent: [] });
      expect(ran.stderr).toContain("contains an access token, which is never sent as data");
      expect(leaks(ran.stderr)).toEqual([]);
    }
    expect(existsSync(`${cli.folder}/a.plan`)).toBe(false);
  });

  test.each([
    `api /v1/orgs/o/teams?x=${encodeURIComponent(CANARY)}`,
    `api -X POST /v1/orgs/o/teams -f 'n=${CANARY}'`,
    `api -X POST /v1/orgs/o/teams --input typed.json`,
    `api /v1/orgs -H 'X-Note: ${CANARY}'`,
    `teams edit t3QuiTd9yR8G95e1tUaj --title x --query 'x=${CANARY}'`,
    `teams list --page '${CANARY}'`,
  ])("R105 also by docs %s", async (line) => {
    for (const more of ["", " --dry-run"]) {
      const typed = { ...files, "typed.json": JSON.stringify({ title: CANARY }) };
      const ran = await cli.run(line + more, { files: typed, token: CANARY });
      expect(ran).toMatchObject({ code: 2, stdout: "", sent: [] });
      expect(leaks(ran.stderr)).toEqual([]);
    }
  });

  test.each(["token", "secret", "password", "serviceVisitorClaims", "Token", "shareKey"])(
    "the member %s is masked whatever it holds",
    async (name) => {
      const fields = `--raw-field '${name}=op3n' --field 'deep={"${name}":{"a":"op3n"},"list":[{"${name}":4711}]}'`;
      const line = `teams edit t3QuiTd9yR8G95e1tUaj --title op ${fields}`;
      const plan = JSON.parse((await dry(`${line} --json`)).stdout);
      expect(plan.body).toEqual({
        title: "op",
        [name]: "[redacted]",
        deep: { [name]: "[redacted]", list: [{ [name]: "[redacted]" }] },
      });
      for (const format of ["", " --json"]) {
        const { stdout } = await dry(line + format);
        expect(stdout).not.toContain("op3n");
        expect(stdout).not.toContain("4711");
      }
    },
  );

  test("share keys and other keys in the query are masked", async () => {
    const line = "sections list --query shareKey=k3y --query secret=t0ken --query password=pa55";
    for (const format of ["", " --json"]) {
      const { stdout, code } = await dry(line + format);
      expect(code).toBe(0);
      expect(stdout).toContain("shareKey=[redacted]&secret=[redacted]&password=[redacted]");
      expect(stdout).not.toMatch(/k3y|t0ken|pa55/);
    }
  });

  test("docs api: headers, query and a body that is text; credentials are no headers of a call", async () => {
    const headers = "-H 'X-Note: plain' -H 'X-Auth: Bearer 0ther'";
    for (const name of ["Cookie", "Authorization", "Proxy-Authorization"]) {
      const refused = await dry(`api /v1/orgs -H '${name}: c00kie'`);
      expect(refused).toMatchObject({ code: 2, sent: [], stdout: "" });
      expect(refused.stderr).toBe(`docs: -H cannot set ${name.toLowerCase()}\n`);
    }
    for (const format of ["", " --json"]) {
      const { stdout, stderr, code } = await dry(
        `api -X POST '/v1/orgs/o/teams?shareKey=k3y' ${headers} --input body.json${format}`,
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).not.toMatch(/0ther|k3y|raw-t0ken|raw-s3cret/);
      expect(leaks(stdout)).toEqual([]);
      expect(stdout.toLowerCase()).toContain("x-note: plain");
    }
  });
});
