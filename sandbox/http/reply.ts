import type { FaultAction } from "./faults.ts";
import { MESSAGES } from "#sandbox/interface/messages.ts";
import { refuse } from "#sandbox/interface/refusal.ts";

/** An answer before it is sent; `fault` is played instead of, or while, sending it. */
export type Reply = {
  status: number;
  body: unknown;
  /** Sent as Retry-After: seconds, or the HTTP date that many seconds from now. */
  retryAfterSeconds?: number;
  retryAfter?: "seconds" | "date";
  fault?: FaultAction;
};

export function refusal(statusCode: number, message: string): Reply {
  return { status: statusCode, body: refuse(statusCode, message) };
}

/** 429 (docs/service-interface.md §7): the header carries the seconds of the text. */
export function throttled(seconds: number): Reply {
  return { ...refusal(429, MESSAGES.rateLimited(seconds)), retryAfterSeconds: seconds };
}
