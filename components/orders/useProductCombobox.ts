"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { productSuggestionsQuery } from "#lib/queries/catalog/catalog.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useProductSuggestions, type ProductSuggestions } from "./useProductSuggestions.ts";
import { useCombobox, type Combobox } from "#components/ui/inputs/useCombobox.ts";

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
