/** Selects rules by flags and a checks file. */
import type { ChecksFile } from "../../checks/accepted/config.js";
import type { ConfiguredRule } from "../../checks/types.js";
import type { Files } from "../../cli/context.js";
import { usage } from "../../errors.js";
import type { Severity } from "../../shared/check-severities.js";

interface RuleSelection {
  rules: ConfiguredRule[];
  file: ChecksFile;
  external: ExternalSettings;
}

/** How other servers are asked. */
export type ExternalSettings = NonNullable<ChecksFile["external"]> & { allowHosts: readonly string[] };

/** Rules that --external turns on. */
const EXTERNAL_RULES = ["link-external-broken", "link-external-moved"];

interface SelectionOptions {
  ids?: readonly string[];
  tag?: string[];
  severity?: Severity;
  olderThan?: string;
  config?: string;
  external?: boolean;
  changedSince?: string;
  allowHost?: string[];
  /** Only one space, site or change request is checked. */
  one?: boolean;
}

/** @throws Failure usage */
export async function select(files: Files, asked: SelectionOptions): Promise<RuleSelection> {
  const { ids, tag, severity, olderThan, config, one, external, changedSince, allowHost = [] } = asked;
  const [{ RULES, RULES_OF_CHANGES }, { chooseRules, daysOf }] = await Promise.all([
    import("../../checks/rules/index.js"),
    import("../../checks/choose.js"),
  ]);
  const file = config === undefined ? { rules: {}, ignore: [] } : await readChecksFile(files, config, RULES);
  const days = olderThan === undefined ? undefined : daysOf(olderThan);
  const on = (of: readonly string[]) => Object.fromEntries(of.map((id) => [id, { ...file.rules[id], on: true }]));
  const changes = RULES_OF_CHANGES.filter((id) => file.rules[id]?.on !== false);
  const settings = {
    ...file.rules,
    ...(external && on(EXTERNAL_RULES)),
    ...(changedSince !== undefined && on(changes)),
  };
  const rules = chooseRules(RULES, { ids, tags: tag, severity, days, one, settings });
  if (allowHost.length > 0 && !rules.some(({ rule, skipped }) => EXTERNAL_RULES.includes(rule.id) && !skipped)) {
    throw usage("--allow-host needs --external");
  }
  return { rules, file, external: { exclude: [], accept: [], ...file.external, allowHosts: allowHost } };
}

async function readChecksFile(files: Files, path: string, rules: readonly { id: string }[]): Promise<ChecksFile> {
  const { parseChecksFile } = await import("../../checks/accepted/config.js");
  return parseChecksFile(
    await files.document(path),
    path,
    rules.map(({ id }) => id),
  );
}
