import type { ExceededLimit, LimitPeriod } from "#lib/contracts/team/limits.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";

const PER: Record<Exclude<LimitPeriod, "budget">, string> = {
  order: "per order",
  day: "per day",
  month: "per month",
};

/** "$500.00 per day ($420.00 used)"; of a budget, "$500.00 in Campaigns ($420.00 used)". */
export function limitWords({ period, limit, used, budget }: ExceededLimit, currency: string | null): string {
  if (period === "budget")
    return `${formatAmount(limit, currency)} in ${budget ?? "a budget"} (${formatAmount(used, currency)} used)`;
  const amount = `${formatAmount(limit, currency)} ${PER[period]}`;
  return period === "order" ? amount : `${amount} (${formatAmount(used, currency)} used)`;
}
