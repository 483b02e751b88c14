/** Findings that a comment in their page ignores, and what is wrong with such comments. */
import { getChangeRequestPage, getSpacePage } from "../../catalog/pages.js";
import type { MarkdownText } from "../../shared/markdown/elements.js";
import { readMarkdown } from "../../shared/markdown/read.js";
import { loadMarked } from "../../shared/markdown/tokens.js";
import { linesWith } from "../../shared/text/line-of.js";
import { matchesWildcards } from "../../shared/text/wildcards.js";
import type { Facts } from "../data-source.js";
import { Unknown } from "../not-evaluable.js";
import { readText } from "../page-text.js";
import type { AnyRule, CommentProblem, Finding, Outcome, PageComments, Place } from "../types.js";
import { acceptFindings } from "./accept.js";
import { commentIgnores, type IgnoreComment, ignoreCommentsIn } from "./ignore-comments.js";

type Params = Readonly<Record<string, string>>;

interface PageNotes {
  comments: readonly IgnoreComment[];
  /** Undefined where it has no comment. */
  text?: MarkdownText;
  /** Rules that comments have ignored a finding of: the place of the comment, and the rule. */
  used: Set<string>;
}

interface PageIgnores extends PageComments {
  /** Reads the pages of all findings. */
  accept(outcomes: readonly Outcome[]): Promise<Outcome[]>;
  /** Those of the pages that were read so far. */
  all(): CommentProblem[];
}

/** @param rules all there are */
export function createPageIgnores(facts: Facts, rules: readonly AnyRule[]): PageIgnores {
  const pages = new Map<string, Promise<PageNotes>>();
  const read = (params: Params, pageId: string): Promise<PageNotes> => {
    const key = `${params.spaceId} ${params.changeRequestId ?? ""} ${pageId}`;
    const found = pages.get(key) ?? readPage(facts, { ...params, pageId });
    pages.set(key, found);
    return found;
  };
  let ran: readonly Outcome[] = [];
  const problemsOf = (notes: PageNotes, spaceId: string) =>
    notes.comments.flatMap((comment, at) =>
      problemsIn(comment, rules, (rule) => !notes.used.has(`${at} ${rule}`) && isWhole(ran, rule, spaceId)),
    );
  const places = new Map<PageNotes, { spaceId: string; path: string }>();
  const decide = async (finding: Finding): Promise<Decision | undefined> => {
    const { object, params, place, rule } = finding;
    if (finding.status !== "fail" || object?.kind !== "page" || !params) return undefined;
    const notes = await orNone(read(params, object.id));
    if (!notes?.comments.length) return undefined;
    // Nothing tells what else would be found in the page of a change request.
    if (!isChanged(params)) {
      places.set(notes, { spaceId: params.spaceId ?? "", path: place?.path ?? object.title });
    }
    const at = findComment(notes, finding);
    const comment = notes.comments[at];
    if (!comment) return undefined;
    const before = isChanged(params) ? await orNone(read(inSpace(params), object.id)) : notes;
    if (!before || findComment(before, finding) < 0) return { refused: comment };
    notes.used.add(`${at} ${rule}`);
    return { ignored: `ignored in the page${comment.reason === "" ? "" : ` (${comment.reason})`}` };
  };
  return {
    async accept(outcomes) {
      const findings = outcomes.flatMap((outcome) => outcome.findings);
      const decided = await Promise.all(findings.map(decide));
      const decisions = new Map(findings.map((finding, at) => [finding, decided[at]]));
      ran = outcomes;
      const accepted = acceptFindings(outcomes, (finding) => decisions.get(finding)?.ignored);
      return mapFindings(accepted, (finding) => nameRefused(finding, decisions.get(finding)?.refused));
    },
    async problems(params, pageId) {
      return problemsOf(await read(params, pageId), params.spaceId ?? "");
    },
    all: () =>
      [...places].flatMap(([notes, { spaceId, path }]) =>
        problemsOf(notes, spaceId).map((one) => ({ ...one, message: `${path}, line ${one.line}: ${one.message}` })),
      ),
  };
}

/** What a comment does to a finding. */
interface Decision {
  /** Why it is ignored. */
  ignored?: string;
  /** The change request itself adds the comment, or what it is about: who is judged cannot allow it. */
  refused?: IgnoreComment;
}

/** The comment that ignores a finding; -1 if there is none. */
function findComment({ comments, text }: PageNotes, { rule, place }: Finding): number {
  const lines = place && text ? linesOf(text, place) : [];
  return comments.findIndex((comment) => commentIgnores(comment, rule, lines));
}

const mapFindings = (outcomes: readonly Outcome[], change: (finding: Finding) => Finding): Outcome[] =>
  outcomes.map((outcome) => ({ ...outcome, findings: outcome.findings.map(change) }));

const nameRefused = (finding: Finding, refused: IgnoreComment | undefined): Finding =>
  refused === undefined
    ? finding
    : {
        ...finding,
        message: `${finding.message}; docs-ignore in line ${refused.line} does not count, as the change request adds it`,
      };

/** In a change request. A run that is restricted to a space has an empty id in its place. */
const isChanged = ({ changeRequestId = "" }: Params): boolean => changeRequestId !== "";

const inSpace = ({ changeRequestId: _own, ...params }: Params): Params => params;

async function readPage(facts: Facts, params: Params): Promise<PageNotes> {
  const endpoint = isChanged(params) ? getChangeRequestPage : getSpacePage;
  const text = await readText({ one: facts.oneUnkept }, endpoint, params, false);
  // Few pages have one.
  if (!text.includes("docs-ignore")) return { comments: [], used: new Set() };
  const read = readMarkdown(await loadMarked(), text);
  return { comments: ignoreCommentsIn(read), text: read, used: new Set() };
}

/** A finding stands whose page cannot be read. */
async function orNone(notes: Promise<PageNotes>): Promise<PageNotes | undefined> {
  try {
    return await notes;
  } catch (error) {
    if (error instanceof Unknown) return undefined;
    throw error;
  }
}

/** The lines in which a finding shows; none if it is about the page as a whole. */
function linesOf(page: MarkdownText, { path, text, line }: Place): readonly number[] {
  if (line !== undefined) return [line];
  if (text === undefined) return [];
  // The page of a folder has the folder's own path.
  const found = linesWith(page, text, path);
  return found.length > 0 ? found : linesWith(page, text, `${path}/README.md`);
}

/** Whether all findings of a rule in the space are known. */
function isWhole(outcomes: readonly Outcome[], id: string, spaceId: string): boolean {
  const outcome = outcomes.find(({ rule }) => rule.id === id);
  if (!outcome || outcome.skipped !== undefined) return false;
  return !outcome.findings.some(
    ({ status, object, within }) =>
      status === "not-evaluable" && (object === null || [object.id, within?.id].includes(spaceId)),
  );
}

function problemsIn(
  { rules: named, reason, line, isLate }: IgnoreComment,
  rules: readonly AnyRule[],
  isIdle: (rule: string) => boolean,
): CommentProblem[] {
  const problem = (message: string, key: string): CommentProblem => ({ message, key, line });
  if (isLate)
    return [problem("docs-ignore-page must be above the content of the page; below it, it ignores nothing", "late")];
  if (named.length === 0) return [problem("docs-ignore names no rule, so it ignores nothing", "nothing")];
  const each = named.flatMap((name) => {
    const meant = rules.filter(({ id }) => matchesWildcards(name, id));
    if (meant.length === 0) return [problem(`there is no rule ${JSON.stringify(name)} to ignore`, name)];
    const own = meant.filter(({ onPages }) => onPages);
    if (own.length === 0) return [problem(`${name} is not about pages, so there is nothing to ignore`, name)];
    const idle = own.every(({ id, of }) => of === "space" && isIdle(id));
    return idle ? [problem(`${name} finds nothing here to ignore`, name)] : [];
  });
  return reason === "" ? [...each, problem(`${named.join(", ")} ignored without a reason`, `reason ${named}`)] : each;
}
