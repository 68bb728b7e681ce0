import type { OrderState } from "./states.ts";

/** What a state looks like: one of the five state colours, or none. */
export type StateFace = {
  word: string;
  tone: "neutral" | "processing" | "done" | "partial" | "refused" | "unknown";
};

/** A state in a word or two. Total: a new state does not compile until it has a face. */
export const STATE_FACES: Record<OrderState, StateFace> = {
  awaiting_approval: { word: "Awaiting approval", tone: "neutral" },
  declined: { word: "Declined", tone: "refused" },
  submitting: { word: "Sending", tone: "processing" },
  waiting: { word: "Waiting to send", tone: "processing" },
  unconfirmed: { word: "Unconfirmed", tone: "unknown" },
  needs_review: { word: "Needs review", tone: "unknown" },
  closed: { word: "Closed", tone: "neutral" },
  processing: { word: "Processing", tone: "processing" },
  unrecognised: { word: "Unknown status", tone: "unknown" },
  completed: { word: "Completed", tone: "done" },
  partial: { word: "Partial", tone: "partial" },
  undelivered: { word: "Undelivered", tone: "refused" },
  rejected: { word: "Refused", tone: "refused" },
  not_placed: { word: "Not placed", tone: "refused" },
};

/** States that change by themselves soon, so that a list is worth reading again. */
const IN_FLIGHT: Record<OrderState, boolean> = {
  awaiting_approval: false,
  declined: false,
  submitting: true,
  waiting: true,
  unconfirmed: true,
  needs_review: false,
  closed: false,
  processing: true,
  unrecognised: true,
  completed: false,
  partial: false,
  undelivered: false,
  rejected: false,
  not_placed: false,
};

export function isInFlight(state: OrderState): boolean {
  return IN_FLIGHT[state];
}
