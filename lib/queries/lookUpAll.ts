import type { Environment } from "#lib/contracts/environment.ts";
import type { LookUpAnswer } from "#lib/contracts/codes/lookUp.ts";
import { ASKED_AT_ONCE, LONGEST_REFERENCE } from "#lib/contracts/codes/lookUpLimits.ts";
import { SECOND } from "#lib/time/instant.ts";
import { askFor } from "./lookUp.ts";

/** The steps of looking up references: answers, and that the service will not be called before an instant. */
export type LookUpStep = { kind: "answers"; answers: LookUpAnswer[] } | { kind: "waiting"; until: number };

/**
 * Looks up references: all of them in the ledger at once; then those that it does not contain at the service, a few at a time and
 * no faster than allowed. Texts that cannot be references are answered at once and not sent, because all others would be refused
 * with them. Yields answers as they arrive; a later answer for the same reference replaces an earlier one. Throws a ProblemError,
 * or the abort of the signal.
 */
export async function* lookUpAll(
  environment: Environment,
  references: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<LookUpStep> {
  const ask = (some: readonly string[], service: boolean) =>
    askFor(environment, { references: some, service }, signal);
  const impossible = references.flatMap((reference) => impossibleAnswer(reference) ?? []);
  yield { kind: "answers", answers: impossible };
  const answered = new Set(impossible.map(({ reference }) => reference));
  const possible = references.filter((reference) => !answered.has(reference));
  if (possible.length === 0) return;
  const first = await ask(possible, false);
  yield { kind: "answers", answers: first };
  let left = first.flatMap((answer) => (answer.outcome === "unknown" ? answer.reference : []));
  while (left.length > 0) {
    const answers = await ask(left.slice(0, ASKED_AT_ONCE), true);
    const later = answers.filter(({ outcome }) => outcome === "later");
    left = [...later.map(({ reference }) => reference), ...left.slice(ASKED_AT_ONCE)];
    yield { kind: "answers", answers: answers.filter(({ outcome }) => outcome !== "later") };
    if (later.length === 0) continue;
    const seconds = Math.max(1, ...later.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0));
    yield { kind: "waiting", until: Date.now() + seconds * SECOND };
    await pause(seconds * SECOND, signal);
  }
}

/** The answer for a text that cannot be a reference; null if it can. */
function impossibleAnswer(reference: string): LookUpAnswer | null {
  const isText = reference.isWellFormed() && !reference.includes("\0");
  if (isText && reference.length <= LONGEST_REFERENCE) return null;
  const message = isText ? "Too long for a reference." : "Contains characters that are not text.";
  return { reference, outcome: "not_found", order: null, suggestions: [], message, retryAfterSeconds: null };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    });
  });
}
