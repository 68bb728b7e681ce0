"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import type { DraftProducts } from "#lib/orders/drafts/draftLine.ts";
import { SECOND } from "#lib/time/instant.ts";

/**
 * Looks up the products of lines that came without them, such as lines restored after a reload. `learn` is told which of them the
 * catalog has, and which not. Repeated until there is an answer.
 */
export function useUnknownProducts(
  environment: Environment,
  lines: readonly TypedLine[],
  products: DraftProducts,
  learn: (found: readonly Product[], missing: readonly number[]) => void,
): void {
  const unknown = useMemo(
    () => [...new Set(lines.flatMap(({ productId }) => (products.has(productId) ? [] : productId)))],
    [lines, products],
  );
  const { data } = useQuery({
    queryKey: [environment, "draft-products", unknown],
    queryFn: async ({ signal }) => {
      // Loaded on demand, because few who open the page need it.
      const [{ questionBatches }, { lookUpProducts }] = await Promise.all([
        import("#lib/orders/import/productLookup.ts"),
        import("#lib/queries/catalog/productLookup.ts"),
      ]);
      const batches = questionBatches(unknown.map((id) => ({ id })));
      const answers = await Promise.all(batches.map((batch) => lookUpProducts(environment, batch, signal)));
      const found = answers.flatMap((answer) => answer.products);
      const ids = new Set(found.map(({ id }) => id));
      return { found, missing: unknown.filter((id) => !ids.has(id)) };
    },
    enabled: unknown.length > 0,
    retry: true,
    retryDelay: 5 * SECOND,
    gcTime: 0,
  });
  useEffect(() => {
    if (data !== undefined) learn(data.found, data.missing);
  }, [data, learn]);
}
