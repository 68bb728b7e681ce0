import { cx } from "#components/ui/cx.ts";

const COLOURS = [
  "bg-accent-soft text-accent-text",
  "bg-done-soft text-done",
  "bg-processing-soft text-processing",
  "bg-partial-soft text-partial",
  "bg-unknown-soft text-unknown",
];

/** A person at a glance: initials in a colour that never changes. The name is beside it, or in the label around it. */
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

/** FNV-1a, folded, so that similar names get different colours. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (hash ^ (hash >>> 16)) >>> 0;
}
