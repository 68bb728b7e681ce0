import { formatAmount } from "#lib/money/minorUnits.ts";
import { cx } from "#components/ui/cx.ts";

export type AmountProps = {
  /** Minor units; null is shown as unknown, never as zero. */
  minor: number | bigint | null;
  currency: string | null;
  className?: string;
};

/** An amount with its currency and its own number of decimals, in tabular figures. */
export function Amount({ minor, currency, className }: AmountProps) {
  if (minor === null) return <Unknown />;
  return (
    <span className={cx("whitespace-nowrap tabular-nums", className)}>{formatAmount(minor, currency)}</span>
  );
}

function Unknown() {
  return (
    <span className="text-ink-faint">
      <span aria-hidden>–</span>
      <span className="sr-only">unknown</span>
    </span>
  );
}
