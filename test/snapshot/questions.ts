import { readFileSync } from "node:fs";

export const QUESTIONS_PAGE = readFileSync("docs/snapshots/questions.md", "utf8");

/** The title of what makes the views that the questions are about. */
export const VIEWS_OF_FOLDER = "DuckDB: which folders are read, and one view for each table";

/** The statements of the documentation by their first line, about this folder. */
export const questions = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    [...QUESTIONS_PAGE.matchAll(/```sql\n-- (.*)\n([\s\S]*?)```/g)].map(([, title = "", sql = ""]) => [
      title,
      sql.replaceAll("'tables/", `'${folder}/`),
    ]),
  );
