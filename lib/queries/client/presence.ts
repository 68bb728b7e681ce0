import { MINUTE } from "#lib/time/instant.ts";

/** For how long after an input the requests of a page count as made by a person. */
const PRESENT_FOR = MINUTE;
let lastInputAt = Date.now();

/** Records that a person has just used this page. */
export function noteInput(): void {
  lastInputAt = Date.now();
}

/** Whether a person has recently used this page: its polling then counts as their activity, later polling does not. */
export function isPersonPresent(): boolean {
  return Date.now() - lastInputAt < PRESENT_FOR;
}
