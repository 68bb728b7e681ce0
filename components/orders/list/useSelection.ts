"use client";

import { useCallback, useRef, useState } from "react";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import type { OrderSummary } from "#lib/contracts/orders/order.ts";

export type Selection = {
  orders: readonly OrderSummary[];
  has: (order: OrderSummary) => boolean;
  /** `isRange`: from the last toggled order to this one. The function is stable for as long as the same orders are shown. */
  toggle: (index: number, isRange: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
};

/** Which of the shown orders are selected. They stay selected while more are loaded, but not in another `list`. */
export function useSelection(shown: readonly OrderSummary[], list: string): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [of, setOf] = useState(list);
  if (of !== list) {
    setOf(list);
    setChosen(new Set());
  }
  const last = useRef(0);
  const orders = shown.filter((order) => chosen.has(referenceOf(order)));

  const toggle = useCallback(
    (index: number, isRange: boolean) => {
      const order = shown[index];
      if (order === undefined) return;
      const from = isRange ? last.current : index;
      last.current = index;
      setChosen((now) => {
        const isOn = !now.has(referenceOf(order));
        const next = new Set(now);
        for (const each of shown.slice(Math.min(from, index), Math.max(from, index) + 1)) {
          if (isOn) next.add(referenceOf(each));
          else next.delete(referenceOf(each));
        }
        return next;
      });
    },
    [shown],
  );
  const clear = useCallback(() => setChosen(new Set()), []);
  return {
    orders,
    has: (order) => chosen.has(referenceOf(order)),
    toggle,
    toggleAll: () => setChosen(orders.length === shown.length ? new Set() : new Set(shown.map(referenceOf))),
    clear,
  };
}
