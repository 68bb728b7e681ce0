import type { WalletDay } from "#lib/contracts/money/wallet.ts";
import { formatAmount, formatSignedAmount } from "#lib/money/minorUnits.ts";
import { counted } from "#lib/text/counts.ts";

export type MovementWords = {
  /** The orders of the day and what they cost; null: there were none. */
  orders: string | null;
  /** What the orders don't explain, and what it may have been; null: nothing. */
  rest: string | null;
};

/** Explains a change of the balance: by its orders, and by what else it may have been. */
export function explainMovement({ movement }: WalletDay, currency: string): MovementWords {
  if (movement === null) return { orders: null, rest: "The first balance that the service reported" };
  const { spent, unexplained, change } = movement;
  const orders =
    movement.orders === 0
      ? null
      : `${counted(movement.orders, "order", "orders")} · ${formatAmount(spent, currency)}`;
  if (unexplained === 0) return { orders, rest: change === 0 ? "Balance unchanged" : null };
  const cause = unexplained > 0 ? "top-up or refund?" : "ordered elsewhere, or a charge?";
  return { orders, rest: `${formatSignedAmount(unexplained, currency)} not from orders: ${cause}` };
}
