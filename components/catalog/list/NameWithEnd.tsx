import { splitEnd } from "#lib/text/splitEnd.ts";

/** In characters: a longer name may not fit into the three lines that a phone has for it. */
const LONG = 48;

/** A name whose end, on a phone, stays in sight in a line of its own: names in a series differ at their ends. */
export function NameWithEnd({ name }: { name: string }) {
  const { start, end } = splitEnd(name);
  if (name.length <= LONG || end === "") return name;
  return (
    <>
      <span className="max-sm:line-clamp-2">{start}</span> <span className="max-sm:block">{end}</span>
    </>
  );
}
