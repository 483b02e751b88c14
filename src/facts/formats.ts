/** What output can be written as. */
export const FORMATS = ["table", "json", "jsonl", "yaml", "csv", "tsv"] as const;
export type Format = (typeof FORMATS)[number];
