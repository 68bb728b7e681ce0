import { splitEnd } from "#lib/text/splitEnd.ts";
import { cx } from "#components/ui/cx.ts";

/** In characters: a longer name may not fit into the three lines that a phone has for it. */
const LONG = 48;

/**
 * A name whose end stays in sight if there is too little space, because names in a series differ at their ends: in a row that is a
 * flex container, or on a phone in a line of its own.
 */
export function NameWithEnd({ name, isOnOneLine }: { name: string; isOnOneLine: boolean }) {
  const { start, end } = splitEnd(name);
  const isLong = name.length > LONG && end !== "";
  if (!isOnOneLine && !isLong) return name;
  return (
    <>
      <span className={cx(isOnOneLine && "sm:truncate", isLong && "max-sm:line-clamp-2")}>{start}</span>{" "}
      {end === "" ? null : <span className={cx("shrink-0", isLong && "max-sm:block")}>{end}</span>}
    </>
  );
}
