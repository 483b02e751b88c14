/** What reports have in common: names of rows, and characters that must not be in a file. */
import { sanitizeLine } from "../../shared/text/sanitize.js";
import { UNSAFE } from "../../shared/text/unsafe-characters.js";
import type { Report, Row } from "../report.js";

const HOSTILE = new RegExp(`[${UNSAFE}]|\\p{Surrogate}`, "gu");

/** Escapes characters that a terminal would act on when the file is shown. */
export const escapeHostile = (text: string): string =>
  text.replace(HOSTILE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Visible text on one line that starts no command of a CI service. */
export const oneLine = (text: string): string => sanitizeLine(text.trim());

/** "page Setup in Guide"; for a rule as a whole: "organization". */
export function nameOf({ object, within }: Row): string {
  if (!object) return "organization";
  const name = `${object.kind.replaceAll("-", " ")} ${object.title}`;
  return within ? `${name} in ${within.title}` : name;
}

export const summaryOf = ({ rules }: Report, id: string): string => rules.find((rule) => rule.id === id)?.summary ?? "";

/** The place of a finding in the folder of an export. */
export interface FileLine {
  /** Path with slashes. */
  file: string;
  /** From 1. */
  line: number;
}

export interface ReportOptions {
  version: string;
  /** Undefined if the finding is in no file; absent without an export. */
  locate?: ((row: Row) => FileLine | undefined) | undefined;
}
