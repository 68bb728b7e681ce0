import { describe, expect, it } from "vitest";
import type { ScheduleLine } from "#lib/contracts/orders/schedules.ts";
import { linesChanged } from "./linesChanged.ts";
import { lineValues, typedLines } from "./scheduleLineForm.ts";

const line = (more: Partial<ScheduleLine> = {}): ScheduleLine => ({
  productId: 7,
  productName: "Streamly",
  quantity: 2,
  countryCode: "DE",
  amount: null,
  priceThen: 1_000,
  ceiling: "as-now",
  maxPrice: 1_000,
  ...more,
});

describe("the lines of a schedule in its form", () => {
  it("are sent as they were, each with its place, while nothing is typed", () => {
    const lines = [line(), line({ productId: 8, amount: 2_550, ceiling: "plus-5" })];
    expect(typedLines(lineValues(lines, "EUR"), "EUR")).toEqual({
      lines: lines.map(({ productId, quantity, countryCode, amount, ceiling }, from) => ({
        from,
        productId,
        quantity,
        countryCode,
        amount,
        ceiling,
        isPricedToday: false,
      })),
    });
  });

  it("say which field of which line is wrong", () => {
    const [first, second] = lineValues([line(), line({ amount: 100 })], "EUR");
    if (first === undefined || second === undefined) throw new Error("two lines were given");
    const wrong = [
      { ...first, quantity: "" },
      { ...second, amount: "much" },
    ];
    expect(typedLines(wrong, "EUR")).toMatchObject({
      problems: [
        { index: 0, field: "quantity", message: "Enter a quantity." },
        { index: 1, field: "amount" },
      ],
    });
  });
});

describe("what the audit log says of edited lines", () => {
  it("is what came and went, and nothing of lines that stayed or were only moved", () => {
    const kept = line();
    const other = line({ productId: 8 });
    expect(linesChanged([kept, other], [other, kept])).toEqual({});
    const dearer = line({ ceiling: "any", maxPrice: null });
    expect(linesChanged([kept, other], [dearer, other])).toEqual({
      linesRemoved: [{ productId: 7, quantity: 2, ceiling: "as-now", maxPrice: 1_000, amount: null }],
      linesAdded: [{ productId: 7, quantity: 2, ceiling: "any", maxPrice: null, amount: null }],
    });
    expect(linesChanged([kept, kept], [kept]).linesRemoved).toHaveLength(1);
  });
});
