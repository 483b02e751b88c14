/** The commands that are kept in the history of this machine, to be undone: those typed at a terminal by default. */
export const HISTORY_MODES = ["terminal", "always", "never"] as const;

export type HistoryMode = (typeof HISTORY_MODES)[number];

export const isHistoryMode = (value: string): value is HistoryMode =>
  (HISTORY_MODES as readonly string[]).includes(value);
