import { formatAmount } from "#lib/money/minorUnits.ts";
import { cx } from "#components/ui/cx.ts";

export type AmountProps = {
  /** Minor units; null is shown as not known, never as zero. */
  minor: number | bigint | null;
  currency: string | null;
  className?: string;
};

/** An amount with its currency and its own number of decimals, in figures of one width. */
export function Amount({ minor, currency, className }: AmountProps) {
  if (minor === null) return <NotKnown />;
  return (
    <span className={cx("whitespace-nowrap tabular-nums", className)}>{formatAmount(minor, currency)}</span>
  );
}

function NotKnown() {
  return (
    <span className="text-ink-faint">
      <span aria-hidden>–</span>
      <span className="sr-only">not known</span>
    </span>
  );
}
