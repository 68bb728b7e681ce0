"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { productSuggestionsQuery } from "#lib/queries/catalog/catalog.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useCombobox, type Combobox } from "#components/ui/inputs/useCombobox.ts";

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

/** A field that finds products in the catalog, at most `most`; it is empty again once one is chosen. */
export function useProductCombobox(
  most: number,
  onChoose: (product: Product) => void,
): { suggestions: ProductSuggestions; combobox: Combobox<Product> } {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const suggestions = useProductSuggestions(text, most);
  function choose(product: Product) {
    setText("");
    onChoose(product);
  }
  /** People who know what they order type and press Enter at once. */
  async function chooseFirst(field: HTMLInputElement) {
    const typed = field.value;
    const found = await client
      .ensureQueryData(productSuggestionsQuery(environment, typed.trim(), most))
      // The list says what failed.
      .catch(() => null);
    const first = found?.items[0];
    const isStillMeant = field.ariaExpanded === "true" && field.value === typed;
    if (first !== undefined && isStillMeant) choose(first);
  }
  const combobox = useCombobox<Product>({
    text,
    onText: setText,
    options: suggestions.offered,
    keyOf: ({ id }) => id,
    listLabel: "Products",
    isStale: suggestions.isStale,
    isPopup: true,
    onChoose: choose,
    onEnterEarly: (field) => void chooseFirst(field),
  });
  return { suggestions, combobox };
}

/** At most `most` products that match the typed text. */
function useProductSuggestions(text: string, most: number): ProductSuggestions {
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
