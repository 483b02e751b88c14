/** One statement, asked of several snapshots. */

import { Failure, usage } from "../../errors.js";
import { importLazily } from "../../shared/import-lazily.js";
import { count } from "../../shared/wrap.js";

import type { QueryOptions } from "../../snapshot/query/query-in-child.js";

const snapshots = importLazily(() => import("../../snapshot/engine.js"));

type Row = Record<string, unknown>;

interface Answers {
  columns: string[];
  rows: Row[];
  more: boolean;
  gaps: string[];
  failures: { file: string; failure: Failure }[];
}

/** The column that says where a row is from. */
const ORGANIZATION = "organization";

/** A statement that is wrong is wrong for all of them. @throws Failure usage; that of the only failure if all failed */
export async function queryAll(files: readonly string[], asked: QueryOptions): Promise<Answers> {
  const all: Answers = { columns: [], rows: [], more: false, gaps: [], failures: [] };
  for (const file of files) {
    try {
      const { organization } = await snapshots.view(file);
      const { columns, rows, more, gaps } = await snapshots.query(file, asked);
      if (columns.includes(ORGANIZATION))
        throw usage(
          "with several snapshots, the column organization is added to each row",
          "rename your column with AS",
        );
      all.columns = [ORGANIZATION, ...columns];
      const left = asked.limit - all.rows.length;
      all.rows.push(...rows.slice(0, left).map((row) => ({ [ORGANIZATION]: organization.id, ...row })));
      all.more ||= more || rows.length > left;
      all.gaps.push(...gaps.map((gap) => `${file}: ${gap}`));
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === "usage" || error.kind === "canceled") throw error;
      all.failures.push({ file, failure: error });
    }
  }
  const [first] = all.failures;
  if (first && all.failures.length === files.length) throw first.failure;
  return all;
}

/** @throws Failure partial */
export function refuseFailed(failures: Answers["failures"], total: number): void {
  if (failures.length === 0) return;
  const lines = failures.map(({ file, failure }) => `${file}: ${failure.message}`);
  throw new Failure("partial", [`${failures.length} of ${count(total, "snapshot")} could not be queried`, ...lines], {
    details: { failures: failures.map(({ file, failure: { kind, message } }) => ({ file, kind, message })) },
  });
}
