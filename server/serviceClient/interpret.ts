import "server-only";
import type { Instant } from "#lib/time/instant.ts";
import { ANSWER_READERS, type Answers, type Operation, type ReadingOf } from "./answerReaders.ts";
import { classify, failed } from "./classify.ts";
import type { ServiceAnswer } from "./client.ts";
import type { Exchange } from "./exchange.ts";
import type { Redact } from "./redactKey.ts";

/** An operation, and how its answer is read. */
export type Asked<O extends Operation> = { operation: O; reading: ReadingOf[O] };

/** What one request has led to. If a reader throws, the outcome is unknown; the order must not be lost. */
export function interpret<O extends Operation>(
  exchange: Exchange,
  now: Instant,
  redact: Redact,
  { operation, reading }: Asked<O>,
): ServiceAnswer<Answers[O]> {
  const verdict = classify(exchange, now, redact);
  if (!verdict.ok) return verdict;
  const { statusCode, json } = verdict;
  const reader = ANSWER_READERS[operation];
  try {
    const value = reader.read(json, reading);
    return value === null
      ? failed("ambiguous", statusCode, reader.whyUnreadable(json, reading))
      : { ok: true, value, statusCode };
  } catch {
    return unreadable(statusCode);
  }
}

export function unreadable(statusCode: number): ServiceAnswer<never> {
  return failed("ambiguous", statusCode, "Outcome unknown: the answer could not be read.");
}
