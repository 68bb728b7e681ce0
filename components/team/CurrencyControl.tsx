"use client";

import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { ANY_OTHER_CURRENCY } from "#lib/contracts/team/limits.ts";
import { catalogHeadQuery } from "#lib/queries/catalog/catalog.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";

type CurrencyControlProps = Pick<
  ComponentProps<"select">,
  "id" | "aria-describedby" | "aria-invalid" | "required" | "disabled"
> & { value: string; onCurrency: (currency: string) => void };

/** Chooses a currency of the catalog, or any other one; typed by a member who can't see the catalog. */
export function CurrencyControl({ value, onCurrency, ...control }: CurrencyControlProps) {
  const environment = useEnvironment();
  const maySeeCatalog = usePermission("catalog.read");
  const { data } = useQuery({ ...catalogHeadQuery(environment, {}), enabled: maySeeCatalog });
  if (!maySeeCatalog) {
    return (
      <TextInput
        {...control}
        value={value}
        autoComplete="off"
        maxLength={20}
        onChange={(event) => onCurrency(event.target.value)}
      />
    );
  }
  const offered = (data?.facets.currency ?? []).map((each) => each.value.toUpperCase());
  const chosen = value === "" || value === ANY_OTHER_CURRENCY ? [] : [value];
  const currencies = [...new Set([...chosen, ...offered])].toSorted();
  return (
    <Select {...control} value={value} onChange={(event) => onCurrency(event.target.value)}>
      <option value="">Choose a currency</option>
      {currencies.map((currency) => (
        <option key={currency} value={currency} translate="no">
          {currency}
        </option>
      ))}
      <option value={ANY_OTHER_CURRENCY}>Any other currency</option>
    </Select>
  );
}
