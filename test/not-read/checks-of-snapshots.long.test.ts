/** Rules on a snapshot that was not read whole: what a list lacks is no pass, and what another lacks is no finding (R87). */
import { beforeAll, expect, it } from "vitest";
import { openSnapshot } from "../../src/app/client/snapshot-client.js";
import { chooseRules } from "../../src/checks/choose.js";
import { RULES as ALL } from "../../src/checks/rules/index.js";
import { runRules } from "../../src/checks/run.js";
import { testCli } from "../helpers/run.js";
import { useOnce } from "../helpers/set-ups.js";
import { faulted } from "./list-faults.js";

const ORG = "/v1/orgs/{organizationId}";
const PARTS = "--exclude content,comments,change-requests,translations";

const cli = useOnce(() => testCli());
let whole: Statuses;
beforeAll(async () => {
  await cli.out(`snapshots create ${cli.folder}/whole.docs ${PARTS}`);
  whole = await statuses(`${cli.folder}/whole.docs`);
});

type Statuses = Map<string, string>;

/** About people, sign-on, sites and spaces. */
const RULES = [
  "space-orphan",
  "team-no-owner",
  "team-same-title",
  "member-no-sso",
  "saml-pending",
  "saml-cert-expiry",
  "site-empty",
];

async function statuses(file: string): Promise<Statuses> {
  const { client, defaults, close } = await openSnapshot(file);
  try {
    const rules = chooseRules(ALL, { ids: RULES });
    const outcomes = await runRules({ client, organization: defaults.org, rules, now: Date.now() });
    return new Map(outcomes.map(({ rule, status }) => [rule.id, status]));
  } finally {
    close();
  }
}

it.each([
  ["teams", ["team-no-owner", "team-same-title"]],
  ["saml", ["saml-cert-expiry", "saml-pending"]],
  ["sites", ["site-empty", "space-orphan"]],
  ["spaces", ["space-orphan"]],
])("a shorter list of the %s makes these rules not evaluable: %j", async (list, rules) => {
  const file = `${cli.folder}/${list}.docs`;
  const { between } = faulted(`${ORG}/${list}`, "shorter than its count");
  expect((await cli.run(`snapshots create ${file} ${PARTS}`, { between })).code).toBe(9);
  const expected = [...whole].map(([rule, status]) => [rule, rules.includes(rule) ? "not-evaluable" : status]);
  expect(Object.fromEntries(await statuses(file))).toEqual(Object.fromEntries(expected));
});
