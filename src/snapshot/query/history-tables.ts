/** Fills the views of histories. */
import type { Database } from "../../sandbox/store/sqlite.js";
import { historyKind } from "../../shared/views/history-kinds.js";
import type { HistoryView } from "../../shared/views/history-views.js";
import { readHistory, rowOfInterval, titlesIn } from "../history/read-history.js";

/** Rows that are written at once. */
const ROWS = 1000;

/** @throws Failure usage for a suspect generation; partial: the history is damaged */
export function fillHistories(db: Database, views: readonly HistoryView[], file: string): void {
  const names = views.map(({ history }) => history);
  const history = readHistory(db, file, names);
  const { generations, intervals } = history;
  const titles = titlesIn(history);
  for (const { name, history: own, columns } of views) {
    const kind = historyKind(own);
    const all = intervals.get(own) ?? [];
    const list = columns.map((_, at) => `value ->> ${at}`).join(", ");
    for (let at = 0; at < all.length; at += ROWS) {
      const rows = all.slice(at, at + ROWS).map((one) => rowOfInterval(kind, one, { generations, titles }));
      db.run(`INSERT INTO temp.${name} SELECT ${list} FROM json_each(?)`, JSON.stringify(rows));
    }
  }
}
