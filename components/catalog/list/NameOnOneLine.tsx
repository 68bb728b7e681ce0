import { splitEnd } from "#lib/text/splitEnd.ts";

/** A name in a line of its own, which is a flex container: if there is too little space, its end stays in sight. */
export function NameOnOneLine({ name }: { name: string }) {
  const { start, end } = splitEnd(name);
  return (
    <>
      <span className="truncate">{start}</span> {end === "" ? null : <span className="shrink-0">{end}</span>}
    </>
  );
}
