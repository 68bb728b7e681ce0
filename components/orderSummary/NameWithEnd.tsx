import { splitEnd } from "#lib/text/splitEnd.ts";

/** In characters: a longer text may not fit into the three lines that a phone has for it. */
const LONG = 48;

/**
 * A name whose end, on a phone, stays in sight in a line of its own: names in a series differ at their ends. `end`: what follows the
 * name and stays in sight instead, if it is not empty.
 */
export function NameWithEnd({ name, end: after = "" }: { name: string; end?: string }) {
  const { start, end } = after === "" ? splitEnd(name) : { start: name, end: after };
  const whole = after === "" ? name : `${name} ${after}`;
  if (whole.length <= LONG || end === "") return whole;
  return (
    <>
      <span className="max-sm:line-clamp-2">{start}</span> <span className="max-sm:block">{end}</span>
    </>
  );
}
