import { describe, expect, it } from "vitest";
import type { Product } from "#lib/contracts/product.ts";
import { FACET_LIMITS, IndexBuilder } from "./searchIndex.ts";

const BLANK: Product = {
  id: 1,
  name: "Card",
  currencyCode: "EUR",
  countryCode: null,
  denominationType: null,
  denomination: "fixed",
  price: 1_000,
  denominationMinValue: null,
  denominationMaxValue: null,
  denominationStep: null,
  denominationDefaultValue: null,
  languages: [],
  brands: [],
  categories: [],
  tags: [],
};
const tags = (from: number, count: number) => Array.from({ length: count }, (_, at) => `tag ${from + at}`);

describe("the memory of an index", () => {
  it("holds of one product no more values of a facet than fit, the first ones", () => {
    const builder = new IndexBuilder();
    builder.add({ ...BLANK, tags: tags(0, 5_000) });
    builder.add({ ...BLANK, id: 2, tags: ["tag 1", "last"] });
    const { names, starts } = builder.finish().facets.tag;
    expect(names).toEqual([...tags(0, FACET_LIMITS.ofProduct), "last"]);
    expect([...starts]).toEqual([0, FACET_LIMITS.ofProduct, FACET_LIMITS.ofProduct + 2]);
  });

  it("holds no more different values of a facet than fit; those it knows are counted on", () => {
    const builder = new IndexBuilder();
    const products = FACET_LIMITS.names / FACET_LIMITS.ofProduct + 2;
    for (let at = 0; at < products; at += 1) {
      builder.add({ ...BLANK, id: at + 1, tags: tags(at * FACET_LIMITS.ofProduct, FACET_LIMITS.ofProduct) });
    }
    builder.add({ ...BLANK, id: products + 1, tags: ["tag 0", "one too many"] });
    const { names, totals } = builder.finish().facets.tag;
    expect(names).toHaveLength(FACET_LIMITS.names);
    expect(totals[0]).toBe(2);
  });
});
