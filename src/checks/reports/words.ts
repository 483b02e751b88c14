/** What reports have in common: how a row is called, and what must not be in a file. */
import { UNSAFE } from "../../facts/unsafe-characters.js";
import type { Report, Row } from "../report.js";

const HOSTILE = new RegExp(`[${UNSAFE}]|\\p{Surrogate}`, "gu");

/** Characters that a terminal acts on when the file is shown become visible escapes. */
export const visible = (text: string): string =>
  text.replace(HOSTILE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The same as one line. */
export const oneLine = (text: string): string => visible(text.replace(/[\s\u2028\u2029]+/g, " ").trim());

/** "page Setup in Guide"; of a rule as a whole: "organization". */
export function nameOf({ object, within }: Row): string {
  if (!object) return "organization";
  const name = `${object.kind.replaceAll("-", " ")} ${object.title}`;
  return within ? `${name} in ${within.title}` : name;
}

export const summaryOf = ({ rules }: Report, id: string): string => rules.find((rule) => rule.id === id)?.summary ?? "";

/** Where a finding is in the folder of an export. */
export interface FileLine {
  /** Path with slashes. */
  file: string;
  /** From 1. */
  line: number;
}

export interface ReportOptions {
  version: string;
  /** Undefined where the finding is in no file. */
  locate: (row: Row) => FileLine | undefined;
}
