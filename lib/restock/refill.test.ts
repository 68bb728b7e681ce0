import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideRefill, isWidened, positionOf, type Situation, type Terms } from "./refill.ts";

const terms = (more: Partial<Terms> = {}): Terms => ({
  keep: 10,
  refillTo: 50,
  multiple: 1,
  amount: null,
  highestPrice: null,
  mostPerDay: null,
  ...more,
});
const situation = (untouched: number, more: Partial<Situation> = {}): Situation => ({
  position: { untouched, ordered: 0, proposed: 0 },
  product: { price: 1_000, isOpen: false },
  spentToday: 0,
  ...more,
});

describe("a restock rule", () => {
  it("does nothing while as many codes are there as it keeps", () => {
    expect(decideRefill(terms(), situation(10))).toEqual({ kind: "enough" });
  });

  it("refills to its number, counting what is on its way and proposed", () => {
    expect(decideRefill(terms(), situation(9))).toEqual({ kind: "buy", quantity: 41, price: 1_000 });
    const position = { untouched: 2, ordered: 3, proposed: 4 };
    expect(decideRefill(terms(), situation(0, { position }))).toMatchObject({ quantity: 41 });
    expect(decideRefill(terms(), situation(0, { position: { ...position, proposed: 5 } }))).toEqual({
      kind: "enough",
    });
  });

  it("orders in multiples, never to more than its number", () => {
    expect(decideRefill(terms({ multiple: 25 }), situation(9))).toMatchObject({ quantity: 25 });
    expect(decideRefill(terms({ multiple: 25 }), situation(0))).toMatchObject({ quantity: 50 });
  });

  it("says when one code costs more than its highest price", () => {
    expect(decideRefill(terms({ highestPrice: 999 }), situation(0))).toMatchObject({
      kind: "unable",
      problem: "price",
    });
    expect(decideRefill(terms({ highestPrice: 1_000 }), situation(0))).toMatchObject({ kind: "buy" });
  });

  it("orders only what is left of its day, in multiples, and says when that is nothing", () => {
    const day = terms({ mostPerDay: 30_500, multiple: 5 });
    expect(decideRefill(day, situation(0))).toMatchObject({ quantity: 30 });
    expect(decideRefill(day, situation(0, { spentToday: 20_000 }))).toMatchObject({ quantity: 10 });
    expect(decideRefill(day, situation(0, { spentToday: 27_000 }))).toMatchObject({
      kind: "unable",
      problem: "day",
    });
  });

  it("says when the product is not offered or has no price", () => {
    expect(decideRefill(terms(), situation(0, { product: null }))).toMatchObject({ problem: "not-offered" });
    const open = { price: null, isOpen: true };
    expect(decideRefill(terms(), situation(0, { product: open }))).toMatchObject({ problem: "no-price" });
    expect(decideRefill(terms({ amount: 2_500 }), situation(0, { product: open }))).toMatchObject({
      price: 2_500,
    });
  });

  it("never acts for more than its number, its price and its day, and never again for what it has just asked for", () => {
    const some = fc.record({
      keep: fc.integer({ min: 1, max: 60 }),
      above: fc.nat(60),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      highestPrice: fc.option(fc.integer({ min: 1, max: 3_000 })),
      mostPerDay: fc.option(fc.nat(100_000)),
      spentToday: fc.nat(50_000),
      price: fc.integer({ min: 1, max: 3_000 }),
      untouched: fc.nat(80),
      ordered: fc.nat(20),
      proposed: fc.nat(20),
    });
    fc.assert(
      fc.property(
        some,
        ({ keep, above, share, highestPrice, mostPerDay, spentToday, price, ...position }) => {
          const refillTo = keep + above;
          const multiple = 1 + Math.floor(share * above);
          const rule = terms({ keep, refillTo, multiple, highestPrice, mostPerDay });
          const now = { position, product: { price, isOpen: false }, spentToday };
          const refill = decideRefill(rule, now);
          if (refill.kind !== "buy") return;
          expect(positionOf(position) + refill.quantity).toBeLessThanOrEqual(refillTo);
          expect(refill.quantity % multiple).toBe(0);
          if (highestPrice !== null) expect(refill.price).toBeLessThanOrEqual(highestPrice);
          const spent = spentToday + refill.quantity * refill.price;
          if (mostPerDay !== null) expect(spent).toBeLessThanOrEqual(mostPerDay);
          const after = { ...position, ordered: position.ordered + refill.quantity };
          const again = decideRefill(rule, { ...now, position: after, spentToday: spent });
          // Again only if the day did not allow enough.
          if (mostPerDay === null) expect(again).toEqual({ kind: "enough" });
        },
      ),
    );
  });
});

describe("a change of a rule that orders", () => {
  const rule = { ...terms({ highestPrice: 1_000, mostPerDay: 50_000 }), mode: "order" };

  it.each([
    [{ keep: 11 }],
    [{ refillTo: 51 }],
    [{ multiple: 2 }],
    [{ highestPrice: 1_001 }],
    [{ mostPerDay: 50_001 }],
    [{ amount: 500 }],
  ])("needs consent again if it allows more: %j", (more) => {
    expect(isWidened(rule, { ...rule, ...more })).toBe(true);
  });

  it.each([
    [{ keep: 9 }],
    [{ refillTo: 40 }],
    [{ highestPrice: 900 }],
    [{ mostPerDay: 1 }],
    [{ mode: "propose" }],
  ])("needs none if it allows less: %j", (more) => {
    expect(isWidened(rule, { ...rule, ...more })).toBe(false);
  });

  it("needs consent if the rule did not order before", () => {
    expect(isWidened({ ...rule, mode: "propose" }, rule)).toBe(true);
  });
});
