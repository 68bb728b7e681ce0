import type { ExceededLimit, LimitPeriod } from "#lib/contracts/team/limits.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";

const PER: Record<LimitPeriod, string> = { order: "per order", day: "per day", month: "per month" };

/** "$500.00 per day ($420.00 used)". */
export function limitWords({ period, limit, used }: ExceededLimit, currency: string | null): string {
  const amount = `${formatAmount(limit, currency)} ${PER[period]}`;
  return period === "order" ? amount : `${amount} (${formatAmount(used, currency)} used)`;
}
