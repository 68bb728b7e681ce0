import { asProblem, NO_ANSWER, OFFLINE } from "#lib/queries/problemError.ts";

/**
 * Why a draft is not saved yet, in a sentence. The draft is kept and saved again automatically: what a person has to do about other
 * calls, such as to check whether one was done, is not said of this one.
 */
export function whyNotSaved(error: unknown): string {
  const { type, detail } = asProblem(error);
  if (type === NO_ANSWER) return "Codedesk did not answer.";
  return type === OFFLINE ? "There is no network connection." : detail;
}
