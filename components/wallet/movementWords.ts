import type { WalletDay } from "#lib/contracts/wallet.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { counted } from "#lib/text/counts.ts";

/** Explains a change of the balance, in a sentence or two. */
export function explainMovement({ movement }: WalletDay, currency: string): string {
  if (movement === null) return "The first balance that the service reported.";
  const { orders, spent, unexplained, change } = movement;
  if (unexplained === 0 && orders === 0) return "Unchanged.";
  const placed = `${counted(orders, "order", "orders")} for ${formatAmount(spent, currency)}`;
  if (unexplained === 0 && change === 0) return `Unchanged by ${placed}.`;
  if (unexplained === 0) return `Explained by ${placed}.`;
  const rest = formatAmount(Math.abs(unexplained), currency);
  const cause =
    unexplained > 0
      ? "a top-up, or money returned for missing codes"
      : "orders placed elsewhere, or a charge of the service";
  const amount = `${rest} ${unexplained > 0 ? "more" : "less"}`;
  // The orders explain none of it: there were none, or the wallet was not charged.
  return unexplained === change
    ? `${amount} than before, which no order explains: ${cause}.`
    : `${amount} than ${placed} ${orders === 1 ? "leaves" : "leave"}: ${cause}.`;
}
