import { SECOND } from "#lib/time/instant.ts";

/** A command that only takes its turn needs no explanation. */
const QUIET_MS = SECOND;

/** Returns a function for every round of a wait: once it takes longer than a moment, it says what for, on stderr and only once. */
export function tellOfWait(
  tell: (line: string) => void = (line) => console.error(line),
): (what: string) => void {
  const since = performance.now();
  let isTold = false;
  return (what) => {
    if (isTold || performance.now() - since < QUIET_MS) return;
    isTold = true;
    tell(`Waiting for ${what}`);
  };
}
