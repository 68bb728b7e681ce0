"use client";

import { useQuery } from "@tanstack/react-query";
import type { Environment } from "#lib/contracts/environment.ts";
import { budgetsOfOrderQuery } from "#lib/queries/team/budgets.ts";
import { BudgetsLeft } from "#components/orders/BudgetsLeft.tsx";

/** What is left of the budgets that an order counts in, itself included, for whoever decides on it. */
export function BudgetsOfOrder({ environment, reference }: { environment: Environment; reference: string }) {
  const { data } = useQuery(budgetsOfOrderQuery(environment, reference));
  if (data === undefined || data.budgets.length === 0) return null;
  return (
    <div className="mt-3 border-t border-line pt-3">
      <p className="text-ink-soft">With this order:</p>
      <BudgetsLeft budgets={data.budgets} />
    </div>
  );
}
