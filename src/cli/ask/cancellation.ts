/** Turns leaving a question from the library's error into a Failure. */
import { Failure } from "../../errors.js";

const NAMES = ["ExitPromptError", "AbortPromptError", "CancelPromptError"];

/** @throws Failure canceled for Ctrl-C and the like; other errors unchanged */
export async function orCanceled<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (!(error instanceof Error) || !NAMES.includes(error.name)) throw error;
    throw new Failure("canceled", "canceled", { cause: error });
  }
}
