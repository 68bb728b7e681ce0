import { formatAmount, toMajorText } from "#lib/money/minorUnits.ts";
import { Button } from "#components/ui/actions/Button.tsx";

export type NearestAmountsProps = {
  /** Minor units of `currency`; without one, there is nothing to enter. */
  amounts: readonly number[];
  currency: string | null;
  /** Given the neutral text of the amount (lib/money/typedAmount.ts). */
  onChoose: (amount: string) => void;
};

/** A button for each valid amount near the one that was typed, smallest first. */
export function NearestAmounts({ amounts, currency, onChoose }: NearestAmountsProps) {
  if (currency === null || amounts.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-1.5">
      {amounts
        .toSorted((one, other) => one - other)
        .map((amount) => (
          <Button key={amount} size="small" onClick={() => onChoose(toMajorText(amount, currency))}>
            <span className="sr-only">Use</span> <span translate="no">{formatAmount(amount, currency)}</span>
          </Button>
        ))}
    </div>
  );
}
