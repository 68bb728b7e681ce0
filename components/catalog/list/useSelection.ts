"use client";

import { useCallback, useState } from "react";
import type { Product } from "#lib/contracts/catalog/product.ts";

export type Selection = {
  has: (productId: number) => boolean;
  products: readonly Product[];
  toggle: (product: Product) => void;
  clear: () => void;
};

/** The selected products, in the order of selection; they stay selected during further searches. */
export function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<number, Product>>(new Map());
  const toggle = useCallback(
    (product: Product) =>
      setSelected((now) => {
        const next = new Map(now);
        if (!next.delete(product.id)) next.set(product.id, product);
        return next;
      }),
    [],
  );
  const clear = useCallback(() => setSelected(new Map()), []);
  return { has: (productId) => selected.has(productId), products: [...selected.values()], toggle, clear };
}
