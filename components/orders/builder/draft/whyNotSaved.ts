import { asProblem, NO_ANSWER, OFFLINE } from "#lib/queries/client/problemError.ts";

/**
 * Why a draft is not saved yet, in a sentence. The draft is kept and saved again automatically, so the usual advice for other
 * calls (for example to check whether they took effect) is left out.
 */
export function whyNotSaved(error: unknown): string {
  const { type, detail } = asProblem(error);
  if (type === NO_ANSWER) return "Codedesk did not answer.";
  return type === OFFLINE ? "There is no network connection." : detail;
}
