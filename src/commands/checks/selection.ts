/** Which rules run, by flags and a checks file. */
import type { ChecksFile } from "../../checks/config.js";
import type { Chosen } from "../../checks/types.js";
import type { Files } from "../../cli/context.js";
import { choice, list, text } from "../../cli/flags.js";
import { SEVERITIES, type Severity, TAGS } from "../../facts/checks.js";

export const LISTED = {
  tag: list({ describe: `only rules with this tag: ${TAGS.join(", ")}`, value: "tag" }),
  severity: choice(SEVERITIES, "only rules of this severity or a higher one"),
};

/** Of whatever runs rules. */
export const SELECTION = {
  ...LISTED,
  olderThan: text({ describe: "threshold of all rules that have one, like 30d or 8w", value: "time" }),
  config: text({ describe: "a checks file: rules, thresholds, what is ignored", value: "path" }),
};

export interface Selected {
  rules: Chosen[];
  file: ChecksFile;
}

interface Asked {
  ids?: readonly string[];
  tag?: string[];
  severity?: Severity;
  olderThan?: string;
  config?: string;
  /** One space, site or change request is looked at. */
  one?: boolean;
}

/** @throws Failure usage */
export async function select(files: Files, { ids, tag, severity, olderThan, config, one }: Asked): Promise<Selected> {
  const [{ RULES }, { chooseRules, daysOf }] = await Promise.all([
    import("../../checks/rules/index.js"),
    import("../../checks/choose.js"),
  ]);
  const file = config === undefined ? { rules: {}, ignore: [] } : await readChecksFile(files, config, RULES);
  const days = olderThan === undefined ? undefined : daysOf(olderThan);
  const rules = chooseRules(RULES, { ids, tags: tag, severity, days, one, settings: file.rules });
  return { rules, file };
}

async function readChecksFile(files: Files, path: string, rules: readonly { id: string }[]): Promise<ChecksFile> {
  const { parseChecksFile } = await import("../../checks/config.js");
  return parseChecksFile(
    await files.read(path),
    path,
    rules.map(({ id }) => id),
  );
}
