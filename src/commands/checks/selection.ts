/** Selects rules by flags and a checks file. */
import type { ChecksFile } from "../../checks/accepted/config.js";
import type { Chosen } from "../../checks/types.js";
import type { Files } from "../../cli/context.js";
import type { Severity } from "../../shared/check-severities.js";

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
  /** Only one space, site or change request is checked. */
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
  const { parseChecksFile } = await import("../../checks/accepted/config.js");
  return parseChecksFile(
    await files.document(path),
    path,
    rules.map(({ id }) => id),
  );
}
