"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { productSuggestionsQuery } from "#lib/queries/catalog/catalog.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";

const SETTLE_MS = 120;

export type ProductSuggestions = {
  /** The words that were searched for: the typed text after a pause. */
  words: string;
  offered: Product[];
  /** The total number of matching products. */
  total: number;
  /** The suggestions belong to an earlier text, or there are none yet, so none must be chosen. */
  isStale: boolean;
  error: unknown;
};

/** At most `most` products that match the typed text. */
export function useProductSuggestions(text: string, most: number): ProductSuggestions {
  const typed = text.trim();
  const words = useSettled(typed, SETTLE_MS);
  const search = useQuery(productSuggestionsQuery(useEnvironment(), words, most));
  return {
    words,
    offered: words === "" ? [] : (search.data?.items ?? []),
    total: search.data?.total ?? 0,
    isStale: words !== typed || search.isPlaceholderData || search.isLoading,
    error: search.error,
  };
}

/** The value after it has not changed for a while. */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
