/*
 * What `#...` may name. Hosts derive different anchors from the same title: a link is broken only if none of them has it.
 * The forms of the service itself were derived from pairs of a heading and its id (`test/content/heading-ids.test.ts`).
 */

import type { Anchored } from "../../../shared/markdown/elements.js";
import { decodeEntities } from "../../../shared/markdown/entities.js";
import { plainText } from "../../../shared/markdown/outline.js";

/** Without case and accents. */
const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();

const hyphenate = (text: string, between: RegExp) => text.replace(between, "-").replace(/^[-.]+|[-.]+$/g, "");

const WORD = String.raw`[\p{L}\p{N}]`;
/** Words that the service takes apart: `AD`, `2h`, `A4T`. */
const APART = new RegExp(`(?<!${WORD})(?:(A)([Dd])|(\\d+)(\\p{L})|(\\p{L})(\\d+)(\\p{L}))(?!${WORD})`, "gu");

/** The service cuts longer ids. */
const LONGEST = 100;

/** Forms of most hosts: other characters dropped or hyphenated. */
function addCommon(forms: Set<string>, title: string): void {
  for (const one of new Set([title, title.replaceAll("&", " and ")])) {
    forms.add(one.replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, "").replaceAll(" ", "-"));
    forms.add(hyphenate(one.replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, ""), /[ -]+/g));
    forms.add(hyphenate(one, /[^\p{L}\p{N}\p{M}\p{Pc}]+/gu));
  }
}

/** Forms of the service: apostrophes dropped, inner periods kept or hyphenated, those at the end kept or not. */
function addService(forms: Set<string>, title: string): void {
  const bare = title.replace(/['\u2019"()]/g, "");
  const last = /\.+$/.exec(title.trim())?.[0] ?? "";
  for (const between of [/[^\p{L}\p{N}\p{M}\p{Pc}.]+/gu, /[^\p{L}\p{N}\p{M}\p{Pc}]+/gu]) {
    const form = hyphenate(bare, between);
    forms.add(form);
    if (form !== "") forms.add(form + last);
  }
}

function formsOf(title: string): Set<string> {
  const forms = new Set<string>();
  const trimmed = title.trim();
  const plain = trimmed.toLowerCase();
  const folded = fold(trimmed).replaceAll("đ", "d");
  for (const one of new Set([plain, folded])) {
    addCommon(forms, one);
    addService(forms, one);
  }
  const apart = trimmed.replace(APART, (_, ...parts: (string | undefined)[]) =>
    parts.slice(0, 7).filter(Boolean).join("-"),
  );
  if (apart !== trimmed) addService(forms, fold(apart));
  // Some hosts do not allow an id to start with a digit.
  for (const form of [...forms]) if (/^\d/.test(form)) forms.add(`id-${form}`);
  for (const form of [...forms]) if (form.length > LONGEST) forms.add(form.slice(0, LONGEST).replace(/[-.]+$/, ""));
  forms.delete("");
  return forms;
}

/** The anchors of what is on a page, in its order: repeated ones get numbers, and ids are counted like titles. */
export function anchorsOf(all: Iterable<Pick<Anchored, "title" | "ids">>): Set<string> {
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  for (const { title, ids = [] } of all) {
    const own = title === undefined ? new Set<string>() : formsOf(decodeEntities(plainText(title)));
    for (const id of ids) own.add(id.toLowerCase());
    for (const form of own) {
      const count = seen.get(form) ?? 0;
      seen.set(form, count + 1);
      if (count === 0) anchors.add(form);
      else for (const between of ["-", "_", "."]) anchors.add(`${form}${between}${count}`);
    }
  }
  return anchors;
}
