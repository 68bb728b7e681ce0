import { formatAmount } from "#lib/money/minorUnits.ts";
import { cx } from "#components/ui/cx.ts";

export type AmountProps = {
  /** Minor units; null is shown as unknown, never as zero. */
  minor: number | bigint | null;
  currency: string | null;
  className?: string;
};

/** What the narrowest column of amounts has room for, in characters. */
const ROOM = 13;

/** An amount with its currency and its own number of decimals, in tabular figures; on one line where there is room for it. */
export function Amount({ minor, currency, className }: AmountProps) {
  if (minor === null) return <Unknown />;
  const text = formatAmount(minor, currency);
  const wrapping = text.length > ROOM ? "break-words" : "whitespace-nowrap";
  return <span className={cx(wrapping, "tabular-nums", className)}>{text}</span>;
}

function Unknown() {
  return (
    <span className="text-ink-faint">
      <span aria-hidden>–</span>
      <span className="sr-only">unknown</span>
    </span>
  );
}
