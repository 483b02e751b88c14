/** Normalizes titles that people would read as the same. */
export const comparableTitle = (title: string | null | undefined): string =>
  (title ?? "").normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();
