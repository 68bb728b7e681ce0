"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Product } from "#lib/contracts/product.ts";
import { productSuggestionsQuery } from "#lib/queries/catalog.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";

const SETTLE_MS = 120;

export type ProductSuggestions = {
  /** The words that were searched for: what is typed, once it has stood still. */
  words: string;
  offered: Product[];
  /** How many products match in all. */
  total: number;
  /** What is offered answers other words than are typed now: it must not be chosen. */
  isStale: boolean;
  error: unknown;
};

/** At most `most` products that fit what is typed. */
export function useProductSuggestions(text: string, most: number): ProductSuggestions {
  const typed = text.trim();
  const words = useSettled(typed, SETTLE_MS);
  const search = useQuery(productSuggestionsQuery(useEnvironment(), words, most));
  return {
    words,
    offered: words === "" ? [] : (search.data?.items ?? []),
    total: search.data?.total ?? 0,
    isStale: words !== typed || search.isPlaceholderData,
    error: search.error,
  };
}

/** The value once it has stood still. */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
