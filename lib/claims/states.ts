import { CLAIM_STATES, type ClaimState } from "#lib/contracts/claims/claimStates.ts";
import type { Permission } from "#lib/contracts/team/permission.ts";

export type ClaimStateDefinition = {
  label: string;
  tone: "processing" | "accent" | "done" | "refused" | "neutral";
  /** The states that can follow. */
  next: readonly ClaimState[];
  /** Who may bring a claim there. */
  permission: Permission;
  /** The code has failed, as far as anybody knows: it is claimed once at most, and counts in the failure rate. */
  hasFailed: boolean;
  /** The supplier's term runs. */
  isTimed: boolean;
};

/** All that is true of each state of a claim. Every set of states is derived from it. */
export const CLAIMS: Record<ClaimState, ClaimStateDefinition> = {
  open: {
    label: "Open",
    tone: "processing",
    next: ["sent", "replaced", "credited", "refused", "withdrawn"],
    permission: "claims.open",
    hasFailed: true,
    isTimed: true,
  },
  sent: {
    label: "Sent",
    tone: "accent",
    next: ["replaced", "credited", "refused", "withdrawn"],
    permission: "claims.settle",
    hasFailed: true,
    isTimed: false,
  },
  replaced: {
    label: "Replaced",
    tone: "done",
    next: [],
    permission: "claims.settle",
    hasFailed: true,
    isTimed: false,
  },
  credited: {
    label: "Credited",
    tone: "done",
    next: [],
    permission: "claims.settle",
    hasFailed: true,
    isTimed: false,
  },
  refused: {
    label: "Refused",
    tone: "refused",
    next: [],
    permission: "claims.settle",
    hasFailed: false,
    isTimed: false,
  },
  withdrawn: {
    label: "Withdrawn",
    tone: "neutral",
    next: [],
    permission: "claims.open",
    hasFailed: false,
    isTimed: false,
  },
};

/** The states with a property. */
export function claimsWhere(is: (definition: ClaimStateDefinition) => boolean): readonly ClaimState[] {
  return CLAIM_STATES.filter((state) => is(CLAIMS[state]));
}

/** Whether a claim can go from one state to another. */
export function canMove(from: ClaimState, to: ClaimState): boolean {
  return CLAIMS[from].next.includes(to);
}
