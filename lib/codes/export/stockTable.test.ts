import { describe, expect, it } from "vitest";
import { stockCsv, stockPlainCsv, stockSheet } from "./stockTable.ts";

const item = {
  productId: 7,
  productName: "Café Card 10 EUR",
  delivered: 20,
  untouched: 9,
  revealed: 2,
  exported: 3,
  handedOut: 4,
  disputed: 1,
  expired: 1,
  nextExpiry: "2028-01-31",
};

describe("the file of the stock", () => {
  it("has a row for each product, with every count and what is left in all", () => {
    const [head, row] = stockPlainCsv([item]).replace("\uFEFF", "").split("\r\n");
    expect(head).toBe(
      "Product ID,Product,Left,Untouched,Revealed,Exported,Handed out,Disputed,Expired,Expires next,Delivered",
    );
    expect(row).toBe("7,Café Card 10 EUR,14,9,2,3,4,1,1,2028-01-31,20");
  });

  it("has no formula in a spreadsheet, whatever a product is called, and numbers to calculate with", () => {
    const named = { ...item, productName: "=1+1", nextExpiry: null };
    expect(stockCsv([named])).not.toContain(",=1+1");
    expect([...stockSheet([named]).rows()][0]?.[2]).toEqual({ number: 14, decimals: 0 });
  });
});
