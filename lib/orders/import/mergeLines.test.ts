import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_QUANTITY } from "#lib/contracts/orders/orderLimits.ts";
import { mergeLines, type PrintedLine } from "./mergeLines.ts";

const line = (productId: number, quantity: string, amount = "10.00", countryCode = "DE") => ({
  productId,
  amount,
  quantity,
  countryCode,
  rows: [{ whole: productId, bought: 1, reference: 0 }],
});

const withoutRows = ({ rows: _, ...rest }: PrintedLine) => rest;
const bare = (lines: PrintedLine[]) => mergeLines(lines).map(withoutRows);

describe("lines that are merged", () => {
  it("are those of the same product, amount and country, where the first of them stood", () => {
    expect(
      bare([line(1, "2"), line(2, "1"), line(1, "3"), line(1, "1", "20.00"), line(1, "1", "10.00", "AT")]),
    ).toEqual(
      [line(1, "5"), line(2, "1"), line(1, "1", "20.00"), line(1, "1", "10.00", "AT")].map(withoutRows),
    );
  });

  it("stay apart if their sum is more than a line may have", () => {
    const most = String(MAX_QUANTITY);
    expect(bare([line(1, most), line(1, "1"), line(1, "2")])).toEqual(
      [line(1, most), line(1, "3")].map(withoutRows),
    );
  });

  it("buy exactly as many codes as before", () => {
    const lines = fc.array(
      fc.record({
        id: fc.integer({ min: 1, max: 3 }),
        quantity: fc.integer({ min: 1, max: MAX_QUANTITY }),
      }),
    );
    fc.assert(
      fc.property(lines, (given) => {
        const all = given.map(({ id, quantity }) => line(id, String(quantity)));
        const sum = (of: readonly PrintedLine[], id: number) =>
          of
            .filter(({ productId }) => productId === id)
            .reduce((total, { quantity }) => total + BigInt(quantity), 0n);
        for (const id of [1, 2, 3]) expect(sum(mergeLines(all), id)).toBe(sum(all, id));
      }),
    );
  });

  it("keep the fingerprints of all their rows", () => {
    const rows = [5, 3, 9].map((whole) => ({ whole, bought: whole, reference: 0 }));
    const [merged, ...others] = mergeLines(rows.map((row) => ({ ...line(1, "1"), rows: [row] })));
    expect([merged?.quantity, merged?.rows, others]).toEqual(["3", rows, []]);
  });
});
