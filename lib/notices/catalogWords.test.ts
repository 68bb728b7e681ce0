import { describe, expect, it } from "vitest";
import { setLocaleSource } from "#lib/text/currentLocale.ts";
import { parseChangesAddress } from "#lib/catalog/changes/changesAddress.ts";
import { AFFECTED_THINGS } from "#lib/contracts/catalog/changeFilters.ts";
import { catalogParagraphs, digestHref, digestTitle, OWN_CHANGES_HREF, ownTitle } from "./catalogWords.ts";

const choiceOf = (href: string) => parseChangesAddress(new URL(href, "https://desk.example").searchParams);
const orbit = {
  name: "Orbit",
  kinds: ["price", "country"] as const,
  affects: ["favourites", "drafts"] as const,
};
const named = [{ ...orbit, kinds: [...orbit.kinds], affects: [...orbit.affects] }];

describe("the words of catalog changes", () => {
  it("count the member's products", () => {
    expect(ownTitle({ catalog: { products: 1, named } })).toBe("A product that you use has changed");
    expect(ownTitle({ catalog: { products: 1_200, named } })).toBe(
      "1,200 products that you use have changed",
    );
  });

  it("say of a digest how many changed, and when, as its reader writes days", () => {
    const catalog = { products: 3, named: [], days: { from: "2026-11-27", to: "2026-11-27" } };
    expect(digestTitle({ catalog })).toBe("3 products changed in the catalog on 27 Nov 2026");
    const several = { ...catalog, products: 1, days: { from: "2026-11-25", to: "2026-11-27" } };
    expect(digestTitle({ catalog: several })).toBe("1 product changed in the catalog since 25 Nov 2026");
    const reset = setLocaleSource(() => "de-DE");
    const inGerman = digestTitle({ catalog });
    reset();
    expect(inGerman).toBe("3 products changed in the catalog on 27.11.2026");
    expect(digestTitle({})).toBe("Daily digest of catalog changes");
  });

  it("lead to these changes on the page", () => {
    expect(choiceOf(OWN_CHANGES_HREF).affects).toEqual(AFFECTED_THINGS);
    const { from, to } = choiceOf(digestHref({ from: "2026-11-25", to: "2026-11-27" }));
    expect([from, to]).toEqual(["2026-11-25", "2026-11-27"]);
  });

  it("list the member's products with what changed, how many more there are, and of a digest all kinds", () => {
    expect(catalogParagraphs({ products: 3, named })).toEqual([
      "Orbit: price, country (favourites, drafts)\n… and 2 more",
    ]);
    expect(catalogParagraphs({ products: 9, own: 1, kinds: { gone: 1, price: 8 }, named })).toEqual([
      "Among your favourites, drafts, templates, restock rules or orders that wait for approval:\nOrbit: price, country (favourites, drafts)",
      "All changes: gone 1, price 8.",
    ]);
    expect(catalogParagraphs({ products: 9, own: 0, kinds: { price: 9 }, named: [] })).toEqual([
      "All changes: price 9.",
    ]);
  });
});
