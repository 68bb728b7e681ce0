import { formatCount } from "#lib/text/counts.ts";

/** A number beside an entry of the navigation; nothing if it is 0. `words`: what is counted. */
export function NavCount({ count, words }: { count: number; words: string }) {
  if (count === 0) return null;
  return (
    <span className="ms-auto rounded-full bg-hover px-1.5 text-xs leading-5 font-medium text-ink-soft tabular-nums max-lg:absolute max-lg:top-1 max-lg:ms-8">
      {formatCount(count)}
      <span className="sr-only"> {words}</span>
    </span>
  );
}
