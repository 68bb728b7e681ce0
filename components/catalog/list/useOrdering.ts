"use client";

import { useCallback, useMemo } from "react";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { toast } from "#components/ui/feedback/toast.ts";
import type { AddProduct } from "#components/catalog/product/ProductSheet.tsx";
import type { AddAll, AddedQuantities, Ordering } from "./ProductList.tsx";
import { addedAmount } from "./RowOrder.tsx";

/** Adds products from rows. If the amount or price of a product is not known yet, it is opened instead, to choose it there. */
export function useOrdering(
  onAdd: AddProduct | undefined,
  onAddAll: AddAll | undefined,
  onOpen: (product: Product) => void,
  added: AddedQuantities | undefined,
): Ordering | undefined {
  const add = useCallback<Ordering["onAdd"]>(
    async (product, quantity) => {
      const amount = addedAmount(product);
      if (amount === null || onAdd === undefined) {
        onOpen(product);
        return false;
      }
      try {
        await onAdd(product, { amount, quantity });
        return true;
      } catch (error) {
        toast("Couldn't add this to your order", { tone: "refused", detail: asProblem(error).detail });
        return false;
      }
    },
    [onAdd, onOpen],
  );
  return useMemo(
    () => (onAdd === undefined || onAddAll === undefined ? undefined : { onAdd: add, onAddAll, added }),
    [add, onAdd, onAddAll, added],
  );
}
