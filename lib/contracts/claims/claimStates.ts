/** Where a claim for a code that does not work is in its life; lib/claims/states.ts says what each state means. */
export const CLAIM_STATES = ["open", "sent", "replaced", "credited", "refused", "withdrawn"] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

/** How near the end of the supplier's term is. */
export const CLAIM_DUES = ["overdue", "soon"] as const;
export type ClaimDue = (typeof CLAIM_DUES)[number];

/** The longest text of a customer, in characters. */
export const LONGEST_SAID = 1_000;
/** The longest term of a supplier, in days. */
export const LONGEST_TERM = 730;
/** How many claims are listed at most: the latest. */
export const MOST_CLAIMS = 200;
