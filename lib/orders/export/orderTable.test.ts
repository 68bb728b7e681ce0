import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { ExportedOrder } from "#lib/contracts/orders/orderExport.ts";
import { shownCell } from "#lib/files/shownCell.testing.ts";
import { ordersCsv, ordersPlainCsv, ordersSheet } from "./orderTable.ts";

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
  automation: null,
  purchaseOrder: null,
  tags: ["a", "b"],
  createdAt: "2026-11-21T20:50:00.000Z",
  estimatedReadyAt: null,
  products: ["2 × Orbit"],
  note: null,
};

function cells(order: Partial<ExportedOrder>): Record<string, string> {
  return Object.fromEntries(Object.entries(rawCells(order)).map(([head, cell]) => [head, shownCell(cell)]));
}

function rawCells(order: Partial<ExportedOrder>): Record<string, string> {
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

  it("gives no number for an amount whose currency is not known", () => {
    expect(cells({ price: 3_299, currency: null })).toMatchObject({
      Total: "3299 minor units",
      Currency: "",
    });
    expect(cells({ price: null, currency: null }).Total).toBe("");
  });

  it("says in words what each order is, all of it", () => {
    expect(cells({ products: ["2 × Orbit", "1 × Comet"], note: "gift", purchaseOrder: "PO 7" })).toEqual({
      Products: "2 × Orbit; 1 × Comet",
      State: "Completed",
      "Status of the service": "Completed",
      Total: "1234.56",
      Currency: "EUR",
      Ordered: "2",
      Delivered: "2",
      "Order reference": "CD-1",
      "Order ID": "5001",
      "Placed (UTC)": "2026-11-21 20:50:00",
      "Placed by": "Ada",
      "Purchase order": "PO 7",
      Tags: "a, b",
      Note: "gift",
      Origin: "Placed",
      "Placed automatically by": "",
    });
    const automation = { kind: "schedule" as const, id: "0", name: "Mondays" };
    expect(cells({ automation })).toMatchObject({ "Placed automatically by": "Schedule “Mondays”" });
    expect(cells({ origin: "found", ordered: null, quantity: 3 })).toMatchObject({
      Origin: "Found",
      Ordered: "3",
    });
    expect(cells({ ordered: 5, quantity: 3 }).Ordered).toBe("5");
  });

  it.each(["=1+1", "+49", "-1", "@SUM(A1)", "\t=1", " =cmd|' /C calc'!A0", "＝1"])(
    "runs nothing as a formula, wherever it stands: %s",
    (text) => {
      const order = {
        note: text,
        purchaseOrder: text,
        tags: [text],
        products: [text],
        placedBy: text,
        externalOrderCode: text,
        statusName: text,
      };
      const [found, raw] = [cells(order), rawCells(order)];
      for (const head of [
        "Note",
        "Purchase order",
        "Tags",
        "Products",
        "Placed by",
        "Order reference",
        "Status of the service",
      ]) {
        expect(found[head], head).toBe(text);
        expect(raw[head], head).toMatch(/^="/);
      }
    },
  );

  it.each(["1/2", "1-2", "MAR10", "12:30", "1.50", "12345678901234567890", "000123", "1e5", "TRUE", " 007 "])(
    "keeps as text what a spreadsheet would take for a number, a date, a time or a truth value: %s",
    (text) => {
      const order = { orderId: text, externalOrderCode: text, purchaseOrder: text, tags: [text] };
      const raw = rawCells(order);
      for (const head of ["Order ID", "Order reference", "Purchase order", "Tags"])
        expect(raw[head]).toBe(`="${text}"`);
      // Anything to calculate with stays a number.
      expect(rawCells({ price: 12_345_678_901, currency: "JPY" })["Total"]).toBe("12345678901");
    },
  );
});

describe("ordersPlainCsv()", () => {
  it("has every text exactly as it is, for programs", () => {
    for (const text of ["=1+1", "000123", 'a"b,c;d', "two\r\nlines", " padded "]) {
      const file = ordersPlainCsv([{ ...ORDER, note: text, purchaseOrder: text, tags: [text] }]);
      const [row] = Papa.parse<Record<string, string>>(file.slice(1).trimEnd(), { header: true }).data;
      expect(row).toMatchObject({ Note: text, "Purchase order": text, Tags: text, Products: "2 × Orbit" });
    }
  });
});

describe("ordersSheet()", () => {
  it("has numbers for amounts that a spreadsheet can hold exactly, and text for everything else", () => {
    const row = (order: Partial<ExportedOrder>) => [...ordersSheet([{ ...ORDER, ...order }]).rows()][0] ?? [];
    expect(row({})[3]).toEqual({ number: 1234.56, decimals: 2 });
    expect(row({ price: 9_007_199_254_740_991 })[3]).toBe("90071992547409.91");
    expect(row({ price: 999_999_999_999_999 })[3]).toEqual({ number: 9_999_999_999_999.99, decimals: 2 });
    expect(row({ price: 1_000_000_000_000_000 })[3]).toBe("10000000000000.00");
    expect([5, 6].map((place) => row({ delivered: 1 })[place])).toEqual([
      { number: 2, decimals: 0 },
      { number: 1, decimals: 0 },
    ]);
    expect(row({ statusName: "5", origin: "found" }).filter((cell) => typeof cell === "string")).toEqual([
      "2 × Orbit",
      "Completed",
      "5",
      "EUR",
      "CD-1",
      "5001",
      "2026-11-21 20:50:00",
      "Ada",
      "",
      "a, b",
      "",
      "Found",
      "",
    ]);
    expect(ordersSheet([]).name).toBe("Orders");
    expect(row({ orderId: "00012345678901234567" })[8]).toBe("00012345678901234567");
    expect(row({ note: "=1+1" })[13]).toBe("=1+1");
    expect(row({ price: null })[3]).toBe("");
    expect(row({ price: 3_299, currency: null })[3]).toBe("3299 minor units");
  });
});
