import type { ReactNode } from "react";
import { splitEnd } from "#lib/text/splitEnd.ts";

/** In characters: a longer text may not fit into the three lines that a phone has for it. */
const LONG = 48;

export type NameWithEndProps = {
  name: string;
  /** The end that stays in sight, if it is another one than that of a name. */
  end?: string;
  /** How a piece of the name is shown, given by its positions; as text, if absent. */
  show?: (from: number, to: number) => ReactNode;
};

/**
 * A name whose end, on a phone, stays in sight in a line of its own: names in a series differ at their ends.
 */
export function NameWithEnd({ name, end = "", show = (from, to) => name.slice(from, to) }: NameWithEndProps) {
  if (name.length <= LONG) return show(0, name.length);
  const kept = end === "" ? splitEnd(name).end : end;
  if (kept === "") return show(0, name.length);
  const from = name.length - kept.length;
  return (
    <>
      <span className="max-sm:line-clamp-2">{show(0, name.slice(0, from).trimEnd().length)}</span>{" "}
      <span className="max-sm:block">{show(from, name.length)}</span>
    </>
  );
}
