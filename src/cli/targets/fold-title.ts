/** Titles as people compare them. */
import { sanitizeLine } from "../../shared/text/sanitize.js";

const EMOJI = /^(?:\p{RI}|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)+\s*(?=\S)/u;

/** The text as shown, without leading emoji. */
export const bareTitle = (text: string): string => sanitizeLine(text.normalize("NFC").replace(EMOJI, ""));

export const foldTitle = (text: string): string => bareTitle(text).toLowerCase();
