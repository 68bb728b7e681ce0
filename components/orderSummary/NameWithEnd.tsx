import { splitEnd } from "#lib/text/splitEnd.ts";

/** In characters: a longer text may not fit into the three lines that a phone has for it. */
const LONG = 48;

/**
 * A name whose end, on a phone, stays in sight in a line of its own: names in a series differ at their ends. `end`: the end that stays
 * in sight, if it is another one than that of a name.
 */
export function NameWithEnd({ name, end = "" }: { name: string; end?: string }) {
  if (name.length <= LONG) return name;
  const kept = end === "" ? splitEnd(name).end : end;
  if (kept === "") return name;
  return (
    <>
      <span className="max-sm:line-clamp-2">{name.slice(0, -kept.length).trimEnd()}</span>{" "}
      <span className="max-sm:block">{kept}</span>
    </>
  );
}
