import { errorMessage } from "#lib/text/errorMessage.ts";

/** Why a call failed: the cause of "fetch failed", otherwise the error's own message. */
export function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  return errorMessage(first ?? error);
}
