import type {
  Decided,
  DraftConflict,
  ExposedCodes,
  LineProblem,
  Reauthenticate,
  RecentOrder,
} from "#lib/contracts/problem.ts";
import type { IdentityFactors } from "#lib/contracts/identityFactors.ts";
import type { ServiceErrorBody } from "#lib/contracts/service/serviceError.ts";

/** The few kinds of error that a verb can answer with. One mapper turns them into problem documents (server/http). */
export type AppErrorKind =
  | "unauthenticated"
  | "forbidden"
  | "reauthentication-required"
  | "password-change-required"
  | "second-factor-required"
  | "release-required"
  | "cross-site"
  | "not-found"
  | "method-not-allowed"
  | "method-not-implemented"
  | "validation"
  | "conflict"
  | "exposed-codes"
  | "rejected"
  | "too-large"
  | "headers-too-large"
  | "too-slow"
  | "unmet-expectation"
  | "unsupported-media-type"
  | "too-early"
  | "too-many"
  | "too-busy"
  | "service-failed"
  | "service-unreachable"
  | "not-configured";

export type AppErrorDetails = {
  service?: ServiceErrorBody;
  lines?: LineProblem[];
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  existingReference?: string;
  reauthenticate?: Reauthenticate;
  factors?: IdentityFactors;
  conflict?: DraftConflict;
  recentOrder?: RecentOrder;
  decided?: Decided;
  exposed?: ExposedCodes;
};

/**
 * An error meant for a person: `message` says what to do next. Recognised by `appError` and not by `instanceof`, because bundles
 * can contain the class more than once (docs/decisions/0008-next-in-production.md).
 */
export class AppError extends Error {
  readonly appError = true;
  readonly kind: AppErrorKind;
  readonly details: AppErrorDetails;

  constructor(kind: AppErrorKind, message: string, details: AppErrorDetails = {}) {
    super(message);
    this.name = "AppError";
    this.kind = kind;
    this.details = details;
  }
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && "appError" in error && error.appError === true;
}
