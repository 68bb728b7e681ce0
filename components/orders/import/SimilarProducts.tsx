"use client";

import type { ReactNode } from "react";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { useProductSuggestions } from "#components/orders/useProductSuggestions.ts";

const SHOWN = 3;

/** Products that the catalog's own search finds for a name that no product has, because it is mistyped for example. */
export function SimilarProducts({
  name,
  children,
}: {
  name: string;
  children: (product: Product) => ReactNode;
}) {
  const { offered, isStale } = useProductSuggestions(name, SHOWN);
  return isStale ? null : offered.map(children);
}
