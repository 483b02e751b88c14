/*
 * What `#...` may name. Hosts derive different anchors from the same title: a link is broken only if none of them has it.
 */

import { decodeEntities } from "../text/entities.js";
import { plainText, sectionsOf, withoutComments } from "../text/outline.js";

const TITLED = /<(summary|h[1-6])\b[^<>]{0,1000}>([\s\S]{0,1000}?)<\/\1>/gi;
const TAGS = /<[^<>]{0,1000}>/g;

/** Without case and accents. */
const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();

const hyphenate = (text: string, between: RegExp) => text.replace(between, "-").replace(/^[-.]+|[-.]+$/g, "");

/** All anchors that hosts make of a title: other characters dropped or hyphenated, periods and accents kept or not. */
function formsOf(title: string): Set<string> {
  const forms = new Set<string>();
  const text = title.trim().toLowerCase();
  for (const one of new Set([text, fold(text).replaceAll("đ", "d")])) {
    for (const spelled of new Set([one, one.replaceAll("&", " and ")])) {
      forms.add(spelled.replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, "").replaceAll(" ", "-"));
      forms.add(hyphenate(spelled.replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, ""), /[ -]+/g));
      forms.add(hyphenate(spelled, /[^\p{L}\p{N}\p{M}\p{Pc}]+/gu));
      forms.add(hyphenate(spelled.replace(/['\u2019"()]/g, ""), /[^\p{L}\p{N}\p{M}\p{Pc}.]+/gu));
    }
  }
  // Some hosts do not allow an id to start with a digit.
  for (const form of [...forms]) if (/^\d/.test(form)) forms.add(`id-${form}`);
  forms.delete("");
  return forms;
}

/** Anchors of the headings, including headings written as HTML. */
export function anchorsIn(markdown: string): Set<string> {
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  const add = (title: string) => {
    for (const form of formsOf(title)) {
      const count = seen.get(form) ?? 0;
      seen.set(form, count + 1);
      if (count === 0) anchors.add(form);
      else for (const between of ["-", "_"]) anchors.add(`${form}${between}${count}`);
    }
  };
  for (const { level, title, anchor } of sectionsOf(markdown)) {
    if (level === 0) continue;
    anchors.add(anchor.toLowerCase());
    add(decodeEntities(title));
  }
  if (!/<(?:summary|h[1-6])\b/i.test(markdown)) return anchors;
  for (const [, , inner = ""] of withoutComments(markdown).matchAll(TITLED)) {
    add(decodeEntities(plainText(inner.replace(TAGS, " "))));
  }
  return anchors;
}
