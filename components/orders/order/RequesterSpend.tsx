"use client";

import { useQuery } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { requesterQuery } from "#lib/queries/orders/approvals.ts";
import { counted } from "#lib/text/counts.ts";
import { monthText } from "#lib/time/monthText.ts";
import { WithAmounts } from "#components/money/WithAmounts.tsx";

/** What whoever asks for an approval has ordered besides in this month. */
export function RequesterSpend({
  environment,
  reference,
  currency,
}: {
  environment: Environment;
  reference: string;
  currency: string | null;
}) {
  const { data } = useQuery(requesterQuery(environment, reference));
  if (data === undefined) return null;
  const month = monthText(data.month);
  if (data.orders === 0) return <p className="text-ink-soft">{`Nothing else ordered in ${month}.`}</p>;
  const amount = data.spent === null ? "" : `: ${formatAmount(data.spent, currency)}`;
  return (
    <p className="text-ink-soft">
      <WithAmounts>{`${counted(data.orders, "other order", "other orders")} in ${month}${amount}`}</WithAmounts>
    </p>
  );
}
