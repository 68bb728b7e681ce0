import type { DraftConflict, LineProblem, RecentOrder } from "#lib/contracts/problem.ts";
import type { ServiceErrorBody } from "#lib/contracts/serviceError.ts";

/** The few kinds of error a verb can answer with. One mapper turns them into problem documents (server/http). */
export type DeskErrorKind =
  | "unauthenticated"
  | "forbidden"
  | "reauthentication-required"
  | "password-change-required"
  | "cross-site"
  | "not-found"
  | "method-not-allowed"
  | "validation"
  | "conflict"
  | "rejected"
  | "too-large"
  | "unsupported-media-type"
  | "too-early"
  | "too-many"
  | "too-busy"
  | "service-failed"
  | "service-unreachable"
  | "not-configured";

export type DeskErrorFacts = {
  service?: ServiceErrorBody;
  lines?: LineProblem[];
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  existingReference?: string;
  reauthenticate?: "password" | "sign-in";
  conflict?: DraftConflict;
  recentOrder?: RecentOrder;
};

/**
 * An error meant for a person: `message` says what to do next.
 * Recognised by `deskError`, not by `instanceof`: bundles can hold the class more than once (docs/decisions/0008-next-in-production.md).
 */
export class DeskError extends Error {
  readonly deskError = true;
  readonly kind: DeskErrorKind;
  readonly facts: DeskErrorFacts;

  constructor(kind: DeskErrorKind, message: string, facts: DeskErrorFacts = {}) {
    super(message);
    this.name = "DeskError";
    this.kind = kind;
    this.facts = facts;
  }
}

export function isDeskError(error: unknown): error is DeskError {
  return error instanceof Error && "deskError" in error && error.deskError === true;
}
