import "server-only";
import type { AppErrorKind } from "#server/context/errors.ts";

/**
 * What a refusal of `placeForOwner` means for what wanted the order: `for-now` may be different in a moment, so the same occasion is tried
 * again; `final` stays so until a person has changed something; `owner` as well, and holds for every later occasion too.
 */
export type PlacementRefusal = "for-now" | "final" | "owner";

/** Every kind, so that a new one has to be decided on once, for schedules and restock rules alike. */
const PLACEMENT_REFUSALS: Record<AppErrorKind, PlacementRefusal> = {
  unauthenticated: "owner",
  forbidden: "owner",
  "service-unreachable": "for-now",
  "service-failed": "for-now",
  "too-many": "for-now",
  "too-busy": "for-now",
  // An instance that is started without the key of an environment; the next one has it again.
  "not-configured": "for-now",
  validation: "final",
  conflict: "final",
  rejected: "final",
  "not-found": "final",
  // What only a person who is there is asked for, and what only a request can be.
  "reauthentication-required": "final",
  "password-change-required": "final",
  "second-factor-required": "final",
  "release-required": "final",
  "exposed-codes": "final",
  "cross-site": "final",
  "method-not-allowed": "final",
  "method-not-implemented": "final",
  "too-large": "final",
  "headers-too-large": "final",
  "too-slow": "final",
  "unmet-expectation": "final",
  "unsupported-media-type": "final",
  "too-early": "final",
};

export function placementRefusal({ kind }: { kind: AppErrorKind }): PlacementRefusal {
  return PLACEMENT_REFUSALS[kind];
}
