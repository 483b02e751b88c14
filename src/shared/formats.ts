/** The output formats. */
export const FORMATS = ["table", "json", "jsonl", "yaml", "csv", "tsv", "markdown"] as const;
export type Format = (typeof FORMATS)[number];

export const isFormat = (text: string): text is Format => (FORMATS as readonly string[]).includes(text);
