/** How many hand-outs one release is for at most. Separate from the contract, so that a page need not load its schemas. */
export const MOST_HAND_OUTS_RELEASED = 10_000;
