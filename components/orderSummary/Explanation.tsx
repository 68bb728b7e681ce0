"use client";

import Link from "next/link";
import { Popover } from "#components/ui/overlays/Popover.tsx";

export type ExplanationProps = {
  /** What is explained, for people who cannot see what it stands beside. */
  about: string;
  sentences: readonly string[];
  /** The part of the help page that says more. */
  href: string;
};

/** Explains a word or a sentence in place, behind a small button. */
export function Explanation({ about, sentences, href }: ExplanationProps) {
  return (
    <Popover
      inline
      label={`What does this mean? ${about}`}
      trigger="What does this mean?"
      triggerClassName="print-hidden rounded-sm text-[0.8125rem] font-normal text-ink-soft underline decoration-dotted underline-offset-2 hover:text-ink"
      className="w-80 p-3 text-start text-sm font-normal whitespace-normal"
    >
      {sentences.map((sentence) => (
        <span key={sentence} className="mb-1.5 block text-ink">
          {sentence}
        </span>
      ))}
      <Link href={href} prefetch={false} className="font-medium text-accent-text hover:underline">
        Read more in Help
      </Link>
    </Popover>
  );
}
