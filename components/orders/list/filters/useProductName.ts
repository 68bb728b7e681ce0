"use client";

import { useQuery } from "@tanstack/react-query";
import { lookUpProducts } from "#lib/queries/catalog/productLookup.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";

/** The name of a product by its id; null until it is known, and if the catalog no longer has it. */
export function useProductName(productId: number | null): string | null {
  const environment = useEnvironment();
  const { data } = useQuery({
    queryKey: [environment, "catalog", "name", productId],
    queryFn: ({ signal }) =>
      lookUpProducts(environment, { ids: productId === null ? [] : [productId], names: [] }, signal),
    enabled: productId !== null,
    staleTime: Infinity,
  });
  return data?.products[0]?.name ?? null;
}
