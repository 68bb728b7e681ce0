import "server-only";
import type { IncomingMessage } from "node:http";
import { AppError } from "#server/context/errors.ts";
import { answerRefusal, answerRefusalLater, refuseMethod } from "./answerRefusal.ts";
import { READING, refuseUnacceptable } from "./refuseUnacceptable.ts";
import type { Stage } from "./stage.ts";
import { createTurns } from "./turnsOfCallers.ts";

export type Refusals = {
  /** Next's development server posts to addresses of its own. */
  development: boolean;
  /** Further reasons to refuse a request before any other work. */
  refuse?: (request: IncomingMessage) => AppError | null;
  /** Whose request it is, so that nobody has too many handled at a time; null: nobody's that is known. */
  callerOf?: (request: IncomingMessage) => string | null;
  /** How long a request may hold up others of its caller, in milliseconds. */
  turnMs?: number;
};

/**
 * Refuses a request that no route could accept, before any of it is read, and one of a caller with too many others; a caller's
 * others wait for their turn.
 */
export function refuseEarly({ development, ...options }: Refusals): Stage {
  const inTurn = createTurns(options.turnMs);
  return (request, response, next) => {
    const refusal = refuseUnacceptable(request, development) ?? options.refuse?.(request) ?? null;
    // Which methods another address has only Next knows, so a wrong method of the interface passes.
    if (refusal?.kind === "method-not-allowed") return refuseMethod(response, READING);
    if (refusal?.kind === "too-busy") return answerRefusalLater(response, refusal);
    if (refusal !== null) return answerRefusal(response, refusal);
    const caller = options.callerOf?.(request) ?? null;
    if (caller === null) return next();
    if (!inTurn(caller, response, next)) answerRefusalLater(response, TOO_MANY);
    return undefined;
  };
}

const TOO_MANY = new AppError("too-busy", "Too many of your requests are waiting. Wait for their answers.", {
  retryAfterSeconds: 2,
});
