import { cx } from "#components/ui/cx.ts";

const COLOURS = [
  "bg-accent-soft text-accent-text",
  "bg-done-soft text-done",
  "bg-processing-soft text-processing",
  "bg-partial-soft text-partial",
  "bg-unknown-soft text-unknown",
];

/** A person at a glance: initials in a colour that stays theirs. The name stands beside it, or in the label around it. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        "inline-flex size-6 shrink-0 items-center justify-center rounded-full text-[0.6875rem] leading-none font-semibold",
        COLOURS[hashOf(name) % COLOURS.length],
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

/** The first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? "")[0] ?? "",
  );
  return letters.join("").toUpperCase();
}

function hashOf(text: string): number {
  let hash = 0;
  for (const sign of text) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}
