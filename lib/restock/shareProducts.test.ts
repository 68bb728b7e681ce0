import { describe, expect, it } from "vitest";
import { shareProducts, type Sharing } from "./shareProducts.ts";

const rule = (id: string, more: Partial<Sharing> = {}): Sharing => ({
  id,
  productId: null,
  paused: false,
  createdAt: 1,
  ...more,
});
const shared = (rules: readonly Sharing[], products: Record<string, number[]>) =>
  shareProducts(rules, ({ id }) => products[id] ?? []).map((share) => `${share.rule.id}:${share.productId}`);

describe("a product that several rules could look after", () => {
  it("belongs to its own rule, also while that is paused", () => {
    expect(shared([rule("view"), rule("own", { productId: 1 })], { view: [1, 2] })).toEqual([
      "own:1",
      "view:2",
    ]);
    const paused = rule("own", { productId: 1, paused: true });
    expect(shared([rule("view"), paused], { view: [1, 2] })).toEqual(["view:2"]);
  });

  it("belongs to the first rule that was made for a view, in whatever order they are read", () => {
    const rules = [rule("b", { createdAt: 2 }), rule("a"), rule("c", { createdAt: 2 })];
    const products = { a: [1], b: [1, 2], c: [1, 2, 3] };
    expect(shared(rules, products)).toEqual(["a:1", "b:2", "c:3"]);
    expect(shared(rules.toReversed(), products)).toEqual(["a:1", "b:2", "c:3"]);
  });

  it("is left to the next one while the first is paused", () => {
    const rules = [rule("a", { paused: true }), rule("b", { createdAt: 2 })];
    expect(shared(rules, { a: [1], b: [1] })).toEqual(["b:1"]);
  });
});
