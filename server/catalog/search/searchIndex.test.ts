import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { FACET_LIMITS, IndexBuilder } from "./searchIndex.ts";

const tags = (from: number, count: number) => Array.from({ length: count }, (_, at) => `tag ${from + at}`);

describe("an index", () => {
  it("keeps the first values of a facet of one product, up to the limit", () => {
    const builder = new IndexBuilder();
    builder.add(product(1, { tags: tags(0, 5_000) }));
    builder.add(product(2, { tags: ["tag 1", "last"] }));
    const { names, starts } = builder.finish().facets.tag;
    expect(names).toEqual([...tags(0, FACET_LIMITS.ofProduct), "last"]);
    expect([...starts]).toEqual([0, FACET_LIMITS.ofProduct, FACET_LIMITS.ofProduct + 2]);
  });

  it("keeps no more different values of a facet than the limit, and keeps counting those it has", () => {
    const builder = new IndexBuilder();
    const products = FACET_LIMITS.names / FACET_LIMITS.ofProduct + 2;
    for (let at = 0; at < products; at += 1) {
      builder.add(product(at + 1, { tags: tags(at * FACET_LIMITS.ofProduct, FACET_LIMITS.ofProduct) }));
    }
    builder.add(product(products + 1, { tags: ["tag 0", "one too many"] }));
    const { names, totals } = builder.finish().facets.tag;
    expect(names).toHaveLength(FACET_LIMITS.names);
    expect(totals[0]).toBe(2);
  });
});
