import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestCli, testCli } from "../helpers/run.js";
import { step, TTY } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

test("api: GET by default, JSON as it came", async () => {
  await step(cli, "api /v1/orgs/{org}/teams/t3QuiTd9yR8G95e1tUaj", {
    out: [
      '{"object":"team","id":"t3QuiTd9yR8G95e1tUaj","title":"Documentation","members":5,"spaces":3,"createdAt":"2023-01-11T10:00:00.000Z","permissions":{"admin":true,"view":true}}',
    ],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3QuiTd9yR8G95e1tUaj"],
  });
  await step(cli, "api /v1/orgs/{org}/teams/t3QuiTd9yR8G95e1tUaj", {
    on: TTY,
    out: [
      "{",
      '  "object": "team",',
      '  "id": "t3QuiTd9yR8G95e1tUaj",',
      '  "title": "Documentation",',
      '  "members": 5,',
      '  "spaces": 3,',
      '  "createdAt": "2023-01-11T10:00:00.000Z",',
      '  "permissions": {',
      '    "admin": true,',
      '    "view": true',
      "  }",
      "}",
    ],
  });
  await step(cli, "api /v1/spaces/{space}/change-requests -q '.items[].number'", {
    out: ["42", "43", "44"],
    sent: ["GET /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests"],
  });
  await step(
    cli,
    "api /v1/orgs/{org}/sites/{site} --org hR7kQ2mXv9TzLb4WcN8p --site s37xwST38AhXPnB2Pj9h --fields title",
    { out: ['{"title":"Field Service"}'], sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/sites/s37xwST38AhXPnB2Pj9h"] },
  );
  await step(cli, "api /v1/orgs/{org}", {
    on: { defaults: {} },
    err: ["docs: {org} in the path needs --org"],
    code: 2,
    sent: [],
  });
});

test("api: -X, -F, -f and --input make the body", async () => {
  await step(cli, "api /v1/spaces/{space}/change-requests -f subject=12 -q .subject", {
    out: ["12"],
    sent: ['POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests {"subject":"12"}'],
  });
  await step(
    cli,
    "api -X PATCH /v1/orgs/{org} -F ai=false -F defaultContent.type=site -f defaultContent.site=sD9wPb3HfKc6XnTj1VqZ -q .ai",
    {
      out: ["false"],
      sent: [
        'PATCH /v1/orgs/hR7kQ2mXv9TzLb4WcN8p {"ai":false,"defaultContent":{"type":"site","site":"sD9wPb3HfKc6XnTj1VqZ"}}',
      ],
    },
  );
  await step(cli, "api -X PATCH /v1/spaces/{space} --input - -q .title", {
    on: { stdin: '{"title":"From a pipe"}' },
    out: ["From a pipe"],
    sent: ['PATCH /v1/spaces/tG4nVx8YqLz2RkWd7JmS {"title":"From a pipe"}'],
  });
  await step(cli, "api -X PATCH /v1/spaces/{space} --input body.json -q .title", {
    on: { files: { "body.json": '{"title":"From a file"}' } },
    out: ["From a file"],
    sent: ['PATCH /v1/spaces/tG4nVx8YqLz2RkWd7JmS {"title":"From a file"}'],
  });
  await step(cli, "api -X PATCH /v1/spaces/{space} --input body.json -f a=b", {
    err: ["docs: --input is the whole body: it cannot be combined with -F or -f"],
    code: 2,
    sent: [],
  });
});

test("api: a 204 prints nothing, a refusal prints its body and ends with its code", async () => {
  await step(cli, "api -X DELETE /v1/orgs/{org}/teams/t3QuiTd9yR8G95e1tUaj", {
    sent: ["DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3QuiTd9yR8G95e1tUaj"],
  });
  await step(cli, "api /v1/orgs/nope", {
    out: ['{"error":{"code":404,"message":"organization \\"nope\\" not found"}}'],
    err: ['docs: the service answered 404: organization "nope" not found'],
    code: 3,
    sent: ["GET /v1/orgs/nope"],
  });
  await step(cli, "api -X POST /v1/spaces/{space}/restore", {
    out: ['{"error":{"code":409,"message":"space \\"tG4nVx8YqLz2RkWd7JmS\\" is not deleted"}}'],
    err: ['docs: the service answered 409: space "tG4nVx8YqLz2RkWd7JmS" is not deleted'],
    code: 5,
    sent: ["POST /v1/spaces/tG4nVx8YqLz2RkWd7JmS/restore"],
  });
});

test("api: -i shows status and headers, -H sends headers", async () => {
  await step(cli, 'api -i -X DELETE /v1/orgs/{org}/teams/t3aVFS211n5tKAH88D12 -H "x-note: 1"', {
    out: ["HTTP 204", ""],
    sent: ["DELETE /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t3aVFS211n5tKAH88D12"],
  });
  await step(cli, 'api /v1/orgs -H "authorization: mine"', {
    err: ["docs: -H cannot set authorization"],
    code: 2,
    sent: [],
  });
  await step(cli, "api /v1/orgs -H bad", { err: ['docs: -H takes "name: value", not "bad"'], code: 2, sent: [] });
  await step(cli, "api -i /v1/orgs/{org}/teams/t5D77ErA53CC6A8eGrh6", {
    out: [
      "HTTP 200",
      "content-type: application/json; charset=utf-8",
      "cache-control: no-store",
      "",
      '{"object":"team","id":"t5D77ErA53CC6A8eGrh6","title":"Firmware","members":3,"spaces":1,"createdAt":"2024-02-15T10:00:00.000Z","permissions":{"admin":true,"view":true}}',
    ],
    sent: ["GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams/t5D77ErA53CC6A8eGrh6"],
  });
});

test("api: --paginate prints the items of all pages", async () => {
  await step(cli, "api \"/v1/orgs/{org}/teams?limit=2\" --paginate -q '.[].title'", {
    out: ["Documentation", "Field service", "Firmware", "Customer support"],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams?limit=2",
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams?limit=2&page=CURSOR",
    ],
  });
  await step(cli, 'api "/v1/orgs/{org}/teams?title=fi&limit=1" --paginate --fields title', {
    out: ['[{"title":"Field service"},{"title":"Firmware"}]'],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams?limit=1&title=fi",
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams?limit=1&page=CURSOR&title=fi",
    ],
  });
  await step(cli, "api orgs/{org}/teams --paginate -f title=fi -F limit=1 -q '.[].title'", {
    out: ["Field service", "Firmware"],
    sent: [
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams?limit=1&title=fi",
      "GET /v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams?limit=1&page=CURSOR&title=fi",
    ],
  });
  for (const flags of ["-X POST -f a=b", "--input -"]) {
    await step(cli, `api "/v1/orgs/{org}/teams" --paginate ${flags}`, {
      err: ["docs: --paginate reads lists: it works only with GET and without a body"],
      code: 2,
      sent: [],
    });
  }
  await step(cli, "api orgs --paginate --silent", { sent: ["GET /v1/orgs?limit=1000"] });
});

test("api: refuses other paths, and --dry-run sends nothing", async () => {
  for (const address of ["https://other.example/v1/orgs", "//other.example/v1/orgs", "file:/etc/passwd"]) {
    await step(cli, `api ${address}`, {
      err: [`docs: docs api takes a path of the service, not the address "${address}"`, "  example: /v1/orgs"],
      code: 2,
      sent: [],
    });
  }
  await step(cli, "api /v1/../orgs", { err: ["docs: path: must not contain dot segments"], code: 2, sent: [] });
  await step(cli, "api -X PATCH /v1/spaces/{space} -f title=Guide --dry-run", {
    out: [
      "PATCH https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS",
      '{"title":"Guide"}',
      "",
      "curl -g -X PATCH -H 'accept: */*' -H 'accept-encoding: identity' -H 'user-agent: docs' -H 'content-type: application/json' -H \"Authorization: Bearer $DOCS_TOKEN\" --data-raw '{\"title\":\"Guide\"}' 'https://docs.sandbox.invalid/v1/spaces/tG4nVx8YqLz2RkWd7JmS'",
    ],
    sent: [],
  });
  await step(cli, "api /v1/orgs --dry-run --json", {
    out: [
      '{"method":"GET","url":"https://docs.sandbox.invalid/v1/orgs","headers":{"accept":"*/*","accept-encoding":"identity","user-agent":"docs"},"curl":"curl -g -X GET -H \'accept: */*\' -H \'accept-encoding: identity\' -H \'user-agent: docs\' -H \\"Authorization: Bearer $DOCS_TOKEN\\" \'https://docs.sandbox.invalid/v1/orgs\'"}',
    ],
    sent: [],
  });
  await step(cli, "api", {
    err: ["docs: missing: path, such as /v1/orgs (/v1 is optional)", "  see: docs api --help"],
    code: 2,
    sent: [],
  });
});

test("api: a path without its version gets it", async () => {
  for (const path of ["orgs", "/orgs", "v1/orgs", "/v1/orgs"]) {
    await step(cli, `api ${path} -q .count`, { out: ["2"], sent: ["GET /v1/orgs"] });
  }
  await step(cli, "api 'orgs?limit=1' -q '.items | length'", { out: ["1"], sent: ["GET /v1/orgs?limit=1"] });
  await step(cli, "api v1x --silent", {
    err: [expect.stringContaining("404")],
    code: 3,
    sent: ["GET /v1/v1x"],
  });
});

test("api: fields of a GET are its query", async () => {
  const teams = "/v1/orgs/hR7kQ2mXv9TzLb4WcN8p/teams";
  await step(cli, "api -X GET orgs/{org}/teams -f title=fi -F limit=1 -q '.items[].title'", {
    out: ["Field service"],
    sent: [`GET ${teams}?limit=1&title=fi`],
  });
  await step(cli, "api -X GET 'orgs/{org}/teams?limit=1' -f title='a&b=c' -f 'x[]=1' -f 'x[]=2' --silent", {
    sent: [`GET ${teams}?limit=1&title=a%26b%3Dc&x%5B%5D=1&x%5B%5D=2`],
  });
  await step(cli, "api -X GET orgs --input -", {
    err: ["docs: a GET has no body: with --input, pass another method with -X"],
    code: 2,
    sent: [],
  });
});

test("api: nested fields, lists and files", async () => {
  await step(
    cli,
    "api -X PATCH orgs/{org} -F 'defaultContent[type]=site' -f 'a[b][c]=1' -f 'a[b][d][]=x' -F 'l[]=1' --dry-run --json -q .body",
    {
      out: ['{"defaultContent":{"type":"site"},"l":[1],"a":{"b":{"c":"1","d":["x"]}}}'],
      sent: [],
    },
  );
  const on = { files: { "title.txt": "true\n" }, stdin: "From a pipe" };
  await step(cli, "api -X PATCH spaces/{space} -F title=@title.txt -f language=@en -F x=@- --dry-run --json -q .body", {
    on,
    out: ['{"title":"true\\n","x":"From a pipe","language":"@en"}'],
    sent: [],
  });
  await step(cli, "api -X PATCH spaces/{space} -F a=@- -F b=@-", {
    on,
    err: ["docs: standard input can be read once: pass - once"],
    code: 2,
    sent: [],
  });
  for (const name of ["[a]", "a[", "a]b", "a[b", "a[__proto__]", "constructor[prototype]"]) {
    await step(cli, `api -X PATCH spaces/{space} -f '${name}=1'`, {
      err: [`docs: "${name}" is not a valid field name`],
      code: 2,
      sent: [],
    });
  }
});

test("api: --silent prints nothing, and says what failed", async () => {
  await step(cli, "api orgs --silent", { sent: ["GET /v1/orgs"] });
  await step(cli, "api orgs/nope --silent", {
    err: ['docs: the service answered 404: organization "nope" not found'],
    code: 3,
  });
});

test("api: --cache is for reads, for a time", async () => {
  await step(cli, "api -X POST spaces/{space}/duplicate --cache 1h", {
    err: ["docs: --cache works only with GET: a POST is always sent"],
    code: 2,
    sent: [],
  });
  await step(cli, "api orgs --paginate --cache 1h", {
    err: ["docs: --cache stores single answers: it cannot be combined with --paginate"],
    code: 2,
    sent: [],
  });
  for (const time of ["1", "h", "1h ", "0s", "31d", "1w", "-1h", ""]) {
    const ran = await cli.run(`api orgs --cache='${time}'`);
    expect(ran).toMatchObject({ code: 2, sent: [] });
    expect(ran.stderr).toContain("--cache takes a time up to 30d such as 90s, 60m or 1h");
  }
});
