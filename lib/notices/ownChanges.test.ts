import { describe, expect, it } from "vitest";
import { AFFECTED_THINGS } from "#lib/contracts/catalog/changeFilters.ts";
import { ownChanges, type AffectingChange } from "./ownChanges.ts";

const ME = { id: "me", role: "buyer" as const };
const change = (more: Partial<AffectingChange> = {}): AffectingChange => ({
  thing: "favourites",
  memberId: "me",
  productId: 1,
  name: "Orbit",
  kinds: ["price"],
  ...more,
});

describe("what of a member's own has changed", () => {
  it("is in their own things and the team's, and in nobody else's", () => {
    const changes = [
      change({ productId: 1 }),
      change({ productId: 2, memberId: null }),
      change({ productId: 3, memberId: "another" }),
    ];
    expect(ownChanges(ME, changes, 5).products).toBe(2);
  });

  it("is one entry for a product, with all that changed and all that this affects, under its latest name", () => {
    const changes = [
      change({ kinds: ["price"], name: "Old" }),
      change({ kinds: ["name"], name: "New" }),
      change({ thing: "drafts", kinds: ["name"], name: "New" }),
    ];
    expect(ownChanges(ME, changes, 5)).toEqual({
      products: 1,
      named: [{ name: "New", kinds: ["price", "name"], affects: ["favourites", "drafts"] }],
    });
  });

  it("names what is gone first, then what costs something else, and no more than asked for", () => {
    const changes = [
      change({ productId: 1, name: "a", kinds: ["name"] }),
      change({ productId: 2, name: "b", kinds: ["price", "name"] }),
      change({ productId: 3, name: "c", kinds: ["gone"] }),
    ];
    const { products, named } = ownChanges(ME, changes, 2);
    expect([products, named.map(({ name }) => name)]).toEqual([3, ["c", "b"]]);
  });

  it("leaves out what their role can't have: who places no orders has no drafts and no templates", () => {
    const all = AFFECTED_THINGS.map((thing, place) => change({ thing, productId: place }));
    const seen = (role: "buyer" | "viewer") => ownChanges({ id: "me", role }, all, 9).products;
    expect([seen("buyer"), seen("viewer")]).toEqual([5, 3]);
    expect(ownChanges({ id: "me", role: "custom", grants: [] }, all, 9).products).toBe(0);
  });
});
