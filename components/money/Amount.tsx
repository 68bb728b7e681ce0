import { formatAmount } from "#lib/money/minorUnits.ts";
import { cx } from "#components/ui/cx.ts";

export type AmountProps = {
  /** Minor units; null is shown as unknown, never as zero. */
  minor: number | bigint | null;
  currency: string | null;
  className?: string;
  /** In a narrow place beside its label: a long amount is written smaller, because a number must not be broken. */
  fit?: boolean;
};

/** What the narrowest column of amounts has room for at a desk, in characters. */
const ROOM = 13;
/** Longer than any amount that is likely: it takes no more room from its neighbours than a short one. */
const VERY_LONG = 16;

/** Longer than the total of any order that is possible: such a text may be broken. */
const LONGEST = 20;

/** An amount with its currency and its own number of decimals, in tabular figures; on one line where there is room for it. */
export function Amount({ minor, currency, className, fit = false }: AmountProps) {
  if (minor === null) return <Unknown />;
  const text = formatAmount(minor, currency);
  const wrapping = fit ? fittingOf(text) : wrappingOf(text);
  return (
    <span translate="no" className={cx(className, wrapping, "tabular-nums")}>
      {text}
    </span>
  );
}

function wrappingOf({ length }: string): string {
  if (length > VERY_LONG) return "wrap-anywhere";
  return length > ROOM ? "break-words" : "whitespace-nowrap";
}

function fittingOf({ length }: string): string {
  if (length > LONGEST) return "wrap-anywhere";
  if (length > VERY_LONG) return "text-[0.6875rem] whitespace-nowrap";
  return length > ROOM ? "text-xs whitespace-nowrap" : "whitespace-nowrap";
}

function Unknown() {
  return (
    <span className="text-ink-faint">
      <span aria-hidden>–</span>
      <span className="sr-only">unknown</span>
    </span>
  );
}
