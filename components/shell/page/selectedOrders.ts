"use client";

import { createContext, use } from "react";
import type { OrderSummary } from "#lib/contracts/orders/order.ts";

/** The orders that are selected in the list, for what another feature offers there. */
export const SelectedOrders = createContext<readonly OrderSummary[]>([]);

export function useSelectedOrders(): readonly OrderSummary[] {
  return use(SelectedOrders);
}
