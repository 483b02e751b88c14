/** The elements of a Markdown text. */

export interface Element {
  /** Offset in the text. */
  at: number;
  /** From 1. */
  line: number;
}

export interface Heading extends Element {
  level: number;
  /** With its markup. */
  title: string;
}

interface Picture extends Element {
  href: string;
  /** Undefined where nothing describes it; empty for decoration. */
  alt: string | undefined;
}

export interface TextLink extends Element {
  /** As it is written, without character references. */
  href: string;
  /** Its visible text, as it is written; undefined where another place has it. */
  shown: string | undefined;
}

/** The target of an anchor: a heading, a summary, a tab, a note, an element with an id. */
export interface Anchored extends Element {
  title?: string;
  ids?: readonly string[];
}

export interface Comment {
  /** Offsets of `<!--` and of what follows `-->`. */
  from: number;
  to: number;
  text: string;
}

/** Each list is in the order of the text. */
export interface MarkdownText {
  text: string;
  /** As long as the text, with blanks for code, comments and front matter. */
  prose: string;
  headings: readonly Heading[];
  /** Also those of tags, such as `{% file src="a.pdf" %}`. */
  links: readonly TextLink[];
  pictures: readonly Picture[];
  anchored: readonly Anchored[];
  comments: readonly Comment[];
  isCode(offset: number): boolean;
  /** Checks whether there is any before an offset. */
  hasCode(before?: number): boolean;
}

/** Before the lines are known. */
type Found<T extends Element> = Omit<T, "line">;

/** The elements that are collected of a text. */
export interface Collected {
  text: string;
  headings: Found<Heading>[];
  links: Found<TextLink>[];
  pictures: Found<Picture>[];
  anchored: Found<Anchored>[];
  comments: Comment[];
  mark(kind: typeof CODE | typeof OTHER, from: number, to: number): void;
}

/** Of a text whose lines end with a line feed. */
export const FRONT_MATTER = /^---[ \t]*\n(?:[\s\S]*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/;

export const CODE = 1;
export const OTHER = 2;
