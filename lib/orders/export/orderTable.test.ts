import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { ExportedOrder } from "#lib/contracts/orderExport.ts";
import { ordersCsv, ordersSheet } from "./orderTable.ts";

const ORDER: ExportedOrder = {
  externalOrderCode: "CD-1",
  orderId: "5001",
  state: "completed",
  statusName: "Completed",
  environment: "sandbox",
  origin: "placed",
  currency: "EUR",
  price: 123_456,
  quantity: 2,
  lineCount: 1,
  productCount: 1,
  firstProductName: "Orbit",
  delivered: 2,
  ordered: 2,
  placedBy: "Ada",
  purchaseOrder: null,
  tags: ["a", "b"],
  createdAt: "2026-11-21T20:50:00.000Z",
  estimatedReadyAt: null,
  products: ["2 × Orbit"],
  note: null,
};

function cells(order: Partial<ExportedOrder>): Record<string, string> {
  const { data } = Papa.parse<Record<string, string>>(ordersCsv([{ ...ORDER, ...order }]).slice(1), {
    header: true,
  });
  return data[0] ?? {};
}

describe("ordersCsv()", () => {
  it("begins with the mark of its encoding and has one row for each order, amounts exact", () => {
    const file = ordersCsv([ORDER, ORDER]);
    expect(file.startsWith("\ufeffProducts,State,")).toBe(true);
    expect(file.trimEnd().split("\r\n")).toHaveLength(3);
    expect(cells({})).toMatchObject({
      Total: "1234.56",
      Currency: "EUR",
      Tags: "a, b",
      "Placed (UTC)": "2026-11-21 20:50:00",
    });
    expect(cells({ price: 9_007_199_254_740_991 }).Total).toBe("90071992547409.91");
    expect(cells({ price: 1_234, currency: "JPY" }).Total).toBe("1234");
    expect(cells({ price: 1_234, currency: "KWD" }).Total).toBe("1.234");
    expect(cells({ price: null }).Total).toBe("");
  });

  it.each(["=1+1", "+49", "-1", "@SUM(A1)", "\t=1", " =cmd|' /C calc'!A0", "＝1"])(
    "runs nothing as a formula, wherever it stands: %s",
    (text) => {
      const found = cells({
        note: text,
        purchaseOrder: text,
        tags: [text],
        products: [text],
        placedBy: text,
        externalOrderCode: text,
        statusName: text,
      });
      for (const head of [
        "Note",
        "Purchase order",
        "Tags",
        "Products",
        "Placed by",
        "Order reference",
        "Status of the service",
      ]) {
        expect(found[head], head).toBe(`'${text}`);
      }
    },
  );

  it("keeps long digits, leading zeros and what reads like a power of ten as text", () => {
    for (const digits of ["12345678901234567890", "000123", "12345678901", "1e5"]) {
      expect(cells({ orderId: digits, externalOrderCode: digits })).toMatchObject({
        "Order ID": `'${digits}`,
        "Order reference": `'${digits}`,
      });
    }
    expect(cells({ orderId: "5001" })["Order ID"]).toBe("5001");
  });
});

describe("ordersSheet()", () => {
  it("has numbers for amounts that a spreadsheet can hold exactly, and text for everything else", () => {
    const row = (order: Partial<ExportedOrder>) => [...ordersSheet([{ ...ORDER, ...order }]).rows()][0] ?? [];
    expect(row({})[3]).toEqual({ number: 1234.56, decimals: 2 });
    expect(row({ price: 9_007_199_254_740_991 })[3]).toBe("90071992547409.91");
    expect(row({ orderId: "00012345678901234567" })[8]).toBe("00012345678901234567");
    expect(row({ note: "=1+1" })[13]).toBe("=1+1");
    expect(row({ price: null })[3]).toBe("");
  });
});
