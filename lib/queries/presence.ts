import { MINUTE } from "#lib/time/instant.ts";

/** After an input, what a page asks for is taken to be for a person for this long. */
const PRESENT_FOR = MINUTE;
let lastInputAt = Date.now();

/** Notes that a person used this page just now. */
export function noteInput(): void {
  lastInputAt = Date.now();
}

/** Whether a person used this page lately: what it polls meanwhile counts as their activity, later polling does not. */
export function isPersonPresent(): boolean {
  return Date.now() - lastInputAt < PRESENT_FOR;
}
