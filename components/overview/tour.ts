/** The cookie that remembers in this browser that the demo's tour was folded away. */
export const TOUR_COOKIE = "codedesk-tour";
export const FOLDED = "folded";
