/** Entry of the process that answers `docs snapshots query`: SQL may run for ever. `QueryInput` in, `QueryResult` out. */
import { answerParent } from "./child-main.js";
import type { QueryInput } from "./snapshot/query/run.js";

void answerParent(async (input: QueryInput) => (await import("./snapshot/query/run.js")).runQuery(input));
