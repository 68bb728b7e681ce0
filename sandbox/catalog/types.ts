import type { Behaviour } from "./behaviours.ts";

/** A product as the service lists it (docs/service-interface.md §2.1 plus the facets of 4.2). Amounts in minor units. */
export type CatalogProduct = {
  id: number;
  name: string;
  currencyCode: string;
  countryCode: string;
  denominationType: "open" | "fixed";
  price?: number | undefined;
  denominationMinValue?: number;
  denominationMaxValue?: number;
  denominationStep?: number;
  denominationDefaultValue?: number;
  brand: string;
  category: string;
  language: string;
  tags: string[];
};

/** What a scenario product does; ordinary products have none. */
export type Scenario = { product: CatalogProduct; behaviour: Behaviour };
