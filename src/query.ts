/** Entry of the process that answers `docs snapshots query`: SQL may run for ever. `QueryInput` in, `QueryResult` out. */
import { answerParent } from "./answer-parent.js";
import type { QueryInput } from "./sandbox/query/run.js";

void answerParent(async (input: QueryInput) => (await import("./sandbox/query/run.js")).runQuery(input));
