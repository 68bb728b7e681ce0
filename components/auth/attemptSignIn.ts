import { asProblem } from "#lib/queries/client/problemError.ts";
import { signIn } from "#lib/queries/team/session.ts";
import { inWords } from "./inWords.ts";

/** Where a correct password leads, or the message to show. */
export async function attemptSignIn(
  email: string,
  password: string,
  onThrottled: (seconds: number) => void,
): Promise<{ opens: "desk" | "second factor" } | { failure: string }> {
  const outcome = await signIn({ email, password }).catch(asProblem);
  if (!("kind" in outcome)) return { failure: outcome.detail };
  if ("seconds" in outcome) {
    onThrottled(outcome.seconds);
    const why = outcome.kind === "busy" ? "Too many people are signing in." : "Too many failed attempts.";
    return { failure: `${why} Try again in ${inWords(outcome.seconds)}.` };
  }
  if (outcome.kind === "signed-in") return { opens: "desk" };
  if (outcome.kind === "second-factor") return { opens: "second factor" };
  return { failure: REFUSALS[outcome.kind] };
}

const REFUSALS = {
  wrong: "Incorrect e-mail or password, or the account is disabled. Check both, or ask an administrator.",
  expired: "This one-time password has expired. Ask an administrator for a new one.",
  failed: "Couldn't sign in. Reload the page and try again.",
};
