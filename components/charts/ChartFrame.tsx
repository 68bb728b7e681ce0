import type { ReactNode, RefObject } from "react";

export type ChartFrameProps = {
  box: RefObject<HTMLDivElement | null>;
  /** What it shows, for people who cannot see it; the values are in a table beside it. */
  label: string;
  isMissing: boolean;
  className: string;
  /** The text about the place under the pointer. */
  children: ReactNode;
};

/** The box of a chart, whose space is reserved from the beginning, with the colours that it is drawn in. */
export function ChartFrame({ box, label, isMissing, className, children }: ChartFrameProps) {
  return (
    <figure>
      <div ref={box} role="img" aria-label={label} className={`chart relative overflow-hidden ${className}`}>
        <span hidden className="text-accent" data-ink="bar" />
        <span hidden className="text-ink-soft" data-ink="line" />
        <span hidden className="text-ink-faint" data-ink="text" />
        <span hidden className="text-line" data-ink="grid" />
      </div>
      <figcaption aria-hidden={!isMissing} className="min-h-5 text-xs text-ink-faint tabular-nums">
        {isMissing ? "The chart couldn't be drawn in this browser. Its values are in the table." : null}
        {children}
      </figcaption>
    </figure>
  );
}
