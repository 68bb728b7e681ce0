/** What of the team's a change can affect. Separate from the contract, so that a page need not load its schemas. */
export const AFFECTED_THINGS = ["favourites", "drafts", "templates", "rules", "approvals"] as const;
export type AffectedThing = (typeof AFFECTED_THINGS)[number];
