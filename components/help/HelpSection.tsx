import type { ReactNode } from "react";

type HelpSectionProps = { id: string; title: string; intro?: string; children: ReactNode };

/** A section of the help page, to which the table of contents leads. */
export function HelpSection({ id, title, intro, children }: HelpSectionProps) {
  return (
    <section aria-labelledby={id} className="mb-10">
      <h2 id={id} className="scroll-mt-28 border-b border-line pb-2 text-base font-semibold">
        {title}
      </h2>
      {intro === undefined ? null : <p className="mt-2 text-ink-soft">{intro}</p>}
      {children}
    </section>
  );
}

type HelpEntryProps = {
  id: string;
  title: ReactNode;
  aside?: ReactNode;
  sentences: readonly string[];
  /** What the member can do. */
  you: string;
};

/** One state or message: what it means, and what to do. */
export function HelpEntry({ id, title, aside = null, sentences, you }: HelpEntryProps) {
  return (
    <div className="mt-5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 id={id} className="scroll-mt-28 font-medium wrap-anywhere target:bg-accent-soft">
          {title}
        </h3>
        {aside === null ? null : <span className="text-[0.8125rem] text-ink-faint">{aside}</span>}
      </div>
      <p className="mt-1 text-ink-soft">{sentences.join(" ")}</p>
      <p className="mt-1">{you}</p>
    </div>
  );
}
