"use client";

import { useQuery } from "@tanstack/react-query";
import type { RangeProblems } from "#lib/catalog/filters/priceRange.ts";
import { withoutRange } from "#lib/catalog/views/viewParams.ts";
import type { CatalogView } from "#lib/contracts/catalog/catalog.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { catalogHeadQuery } from "#lib/queries/catalog/catalog.ts";
import { isProblemError } from "#lib/queries/client/problemError.ts";

/**
 * The first window of a view. A price range that the server does not accept, from an old or mistyped address, is reported at its
 * field, and the list shows the view without it (`shown`).
 */
export function useCatalogHead(environment: Environment, view: CatalogView) {
  const asked = useQuery(catalogHeadQuery(environment, view));
  const rangeProblems = asked.isError ? problemsOf(asked.error) : null;
  const shown = rangeProblems === null ? view : withoutRange(view);
  const instead = useQuery({ ...catalogHeadQuery(environment, shown), enabled: rangeProblems !== null });
  return { head: rangeProblems === null ? asked : instead, shown, rangeProblems };
}

function problemsOf(error: unknown): RangeProblems | null {
  const fields = isProblemError(error) ? error.problem.fields : undefined;
  if (fields === undefined || !(fields.minPrice || fields.maxPrice)) return null;
  return {
    ...(fields.minPrice ? { minPrice: fields.minPrice } : {}),
    ...(fields.maxPrice ? { maxPrice: fields.maxPrice } : {}),
  };
}
