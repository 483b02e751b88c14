/** Links to other servers, which are asked whether they are there. */
import type { Facts } from "../../data-source.js";
import type { ExternalAnswer, RuleFinding, Subject } from "../../types.js";
import { type Link, linksOf } from "./links.js";

interface CheckedLink {
  link: Link;
  answer: ExternalAnswer;
}

/** Why both rules are off. */
export const ASKS_OTHERS = "it sends requests to other servers: --external runs it";

/** The links of a space with what came of them. @throws Unknown where nothing may be asked */
export async function askedLinks(facts: Facts, space: Subject<"space">): Promise<CheckedLink[]> {
  const links = await linksOf(facts, space);
  const answerOf = await facts.external(linksOf);
  return links.flatMap((link) => {
    const answer = answerOf(link.target);
    return answer ? [{ link, answer }] : [];
  });
}

export const ofState = (asked: readonly CheckedLink[], state: ExternalAnswer["state"]): CheckedLink[] =>
  asked.filter(({ answer }) => answer.state === state);

/** Neither there nor gone, as far as this is known: once for each address. */
export const unknownIn = (asked: readonly CheckedLink[], { thing }: Subject<"space">): RuleFinding[] =>
  ofState(asked, "unknown").map(({ link, answer }) => ({
    message: `${link.target}: ${answer.why}`,
    isUnknown: true,
    key: link.key,
    fix: { words: ["spaces", "links", "--space", thing.id] },
  }));
