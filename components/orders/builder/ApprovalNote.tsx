"use client";

import { useQuery } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import { limitWords } from "#lib/orders/limits/limitWords.ts";
import { exceededLimitQuery } from "#lib/queries/orders/allowances.ts";
import { WithAmounts } from "#components/money/WithAmounts.tsx";

/** Says while an order is built that another member will have to approve it, and why. `total` in minor units. */
export function ApprovalNote({
  environment,
  currency,
  total,
}: {
  environment: Environment;
  currency: string;
  total: number | null;
}) {
  const { data } = useQuery(exceededLimitQuery(environment, currency, total));
  const exceeded = total === null ? null : (data?.exceeded ?? null);
  return (
    <p role="status" className="text-[0.8125rem] text-partial empty:hidden">
      {exceeded === null ? null : (
        <WithAmounts>{`Needs approval: above ${limitWords(exceeded, currency)}`}</WithAmounts>
      )}
    </p>
  );
}
