/** Leaving a question is no error of the library that asked it. */
import { Failure } from "../../errors.js";

const NAMES = ["ExitPromptError", "AbortPromptError", "CancelPromptError"];

/** @throws Failure canceled for Ctrl-C and the like; other errors as they are */
export async function orCanceled<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (!(error instanceof Error) || !NAMES.includes(error.name)) throw error;
    throw new Failure("canceled", "canceled", { cause: error });
  }
}
