import { describe, expect, it } from "vitest";
import type { LookUpAnswer } from "#lib/contracts/codes/lookUp.ts";
import { orderView } from "#lib/orders/orderView.testing.ts";
import { lookUpTable } from "./lookUpCsv.ts";

const answer = (more: Partial<LookUpAnswer>): LookUpAnswer => ({
  reference: "CD-1",
  outcome: "not_found",
  order: null,
  suggestions: [],
  message: null,
  retryAfterSeconds: null,
  ...more,
});

describe("the table of a look-up", () => {
  it("has a row for each reference, as wide as the head, whatever was answered", () => {
    const rows = [
      { reference: "CD-1", answer: answer({ outcome: "found", order: orderView() }) },
      { reference: "CD-2", answer: answer({ suggestions: [{ reference: "CD-20", state: "partial" }] }) },
      { reference: "CD-3", answer: null },
    ];
    const [heads = [], ...table] = lookUpTable(rows);
    expect(table.map((cells) => cells.length)).toEqual([heads.length, heads.length, heads.length]);
    expect(table[0]).toEqual(expect.arrayContaining(["Found", "30.00", "EUR", "Processing", "2", "3"]));
    expect(table[1]).toEqual(expect.arrayContaining(["CD-2", "Not found", "CD-20"]));
    expect(table[2]?.[1]).toBe("Not looked up at the service");
  });

  it("gives no number for a total whose currency is not known", () => {
    const order = orderView({ currency: null });
    const [, cells] = lookUpTable([{ reference: "CD-1", answer: answer({ outcome: "found", order }) }]);
    expect(cells).toContain(`${order.price} minor units`);
  });

  it("does not repeat a code that was pasted among the references", () => {
    const table = lookUpTable([{ reference: "SECRET-1", answer: answer({ outcome: "code" }) }]);
    expect(JSON.stringify(table)).not.toContain("SECRET");
  });
});
