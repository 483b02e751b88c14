/** Views of what is no longer so, made of the generations of a file. */
import { HISTORY_COLUMNS, HISTORY_KINDS, type HistoryKindName } from "./history-kinds.js";
import type { View, ViewColumn } from "./view.js";

export interface HistoryView extends View {
  /** The kind of things whose history it has. */
  history: HistoryKindName;
}

export const HISTORY_VIEWS: readonly HistoryView[] = HISTORY_KINDS.map(({ name, about, list, columns }) => ({
  name: `${name}_history`,
  about: `${about}: one row per period without changes, over all generations of the file`,
  history: name,
  kept: true,
  // Filled by the program, which goes through the generations.
  from: "",
  scopes: [list],
  columns: [...columns, ...HISTORY_COLUMNS].map(
    ({ name: column, meaning, type = "text" }): ViewColumn => [column, "", meaning, type],
  ),
}));
