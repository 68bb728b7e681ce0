"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import { parseTags, TAG_LENGTH, TAGS_LIMIT } from "#lib/contracts/orders/orderTags.ts";
import { budgetsLeftQuery } from "#lib/queries/team/budgets.ts";
import { BudgetsLeft } from "#components/orders/BudgetsLeft.tsx";

/** Budgets are not asked for with every letter that is typed. */
const QUIET_MS = 400;

/** What of an order decides which budgets it counts in, as typed. */
export type BudgetLabels = { tags: string; purchaseOrder: string };

/** Says while an order is built what is left of the budgets that it would count in. `total` in minor units. */
export function BudgetNote({
  environment,
  currency,
  total,
  labels,
}: {
  environment: Environment;
  currency: string;
  total: number | null;
  labels: BudgetLabels;
}) {
  const { tags, purchaseOrder } = useQuiet(labels.tags, labels.purchaseOrder);
  const valid = parseTags(tags).filter((tag) => tag.length <= TAG_LENGTH);
  const asked = { currency, tags: valid.slice(0, TAGS_LIMIT), purchaseOrder };
  const { data } = useQuery(budgetsLeftQuery(environment, asked));
  return <BudgetsLeft budgets={data?.budgets ?? []} price={total ?? 0} />;
}

/** What was typed, once nothing more is. */
function useQuiet(tags: string, purchaseOrder: string): BudgetLabels {
  const [quiet, setQuiet] = useState({ tags, purchaseOrder });
  useEffect(() => {
    const timer = setTimeout(() => setQuiet({ tags, purchaseOrder }), QUIET_MS);
    return () => clearTimeout(timer);
  }, [tags, purchaseOrder]);
  return quiet;
}
