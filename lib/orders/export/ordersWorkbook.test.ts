import { describe, expect, it } from "vitest";
import type { ExportedOrder } from "#lib/contracts/orders/orderExport.ts";
import { openSource } from "#lib/orders/import/openSource.ts";
import { workbookFile } from "#lib/files/workbookFile.ts";
import { ordersSheet } from "./orderTable.ts";

const ordersWorkbook = (orders: readonly ExportedOrder[]) => workbookFile(ordersSheet(orders));

const ORDER: ExportedOrder = {
  externalOrderCode: "00012345678901234567",
  orderId: "12345678901234567890",
  state: "partial",
  statusName: null,
  environment: "sandbox",
  origin: "placed",
  currency: "KWD",
  price: 1_234_567,
  quantity: 3,
  lineCount: 1,
  productCount: 1,
  firstProductName: "Orbit",
  delivered: 1,
  ordered: 3,
  placedBy: "Ada",
  automation: null,
  purchaseOrder: "=1+1",
  tags: [],
  createdAt: "2026-11-21T20:50:00.000Z",
  estimatedReadyAt: null,
  products: ["3 × Orbit"],
  note: null,
};

describe("ordersWorkbook()", () => {
  it("is a workbook whose digits and texts are read back as they were", async () => {
    const bytes = await ordersWorkbook([ORDER]);
    const source = await openSource({ kind: "file", name: "orders.xlsx", bytes });
    const { table } = await source.read({});
    const cells = table.rows.map((row) => row.cells).at(-1) ?? [];
    expect(cells.slice(0, 12)).toEqual([
      "3 × Orbit",
      "Partial",
      "",
      "1234.567",
      "KWD",
      "3",
      "1",
      "00012345678901234567",
      "12345678901234567890",
      "2026-11-21 20:50:00",
      "Ada",
      "=1+1",
    ]);
  });
});
