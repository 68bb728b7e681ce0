/** The journeys of the main job: sign in, find, order, review, place, reveal, copy, export, hand out, go back. */
export const MAIN_JOB = [
  "signIn",
  "firstVisit",
  "headers",
  "buyFixed",
  "buyOpen",
  "keyboardInBuilder",
  "revealCodes",
  "exportCodes",
  "handOut",
  "goingBack",
].map((name) => `e2e/journeys/${name}.spec.ts`);
