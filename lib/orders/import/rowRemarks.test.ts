import { describe, expect, it } from "vitest";
import { remarksIn } from "./rowRemarks.ts";

const remark = (...cells: string[]) => remarksIn(cells.map((cell) => ({ head: "Note", cell })))[0] ?? null;

describe("the cells of a row that no field has", () => {
  it.each([
    "Total",
    "Subtotal:",
    "SUB-TOTAL",
    "Germany Total",
    "Summe",
    "Zwischensumme",
    "Gesamt:",
    "Sous-total",
  ])("say that it is a sum: %j", (cell) => expect(remark("", "x", ` ${cell}`)).toBe(cell));

  it.each(["cancelled", "Canceled", "REFUNDED", "storniert", "entfällt", "do not order", "Annulé"])(
    "say that it is not to be ordered: %j",
    (cell) => expect(remark(cell, "")).toBe(cell),
  );

  it.each(["CD-SB2B4P-7R5723-VRTGT9-A29ABR", "see CD-SB2B4P-7R5723-VRTGT9-A29ABR, please"])(
    "name an order that was placed with Codedesk before: %j",
    (cell) => expect(remark("", cell)).toBe(`Note: ${cell}`),
  );

  it.each([
    "",
    "for Bob",
    "CD-ROM",
    "PO-2026-7777",
    "in total 5",
    "Totalenergies",
    "not cancelled",
    "refund policy sent",
    "Total Wine & More",
  ])("say nothing of the kind: %j", (cell) => expect(remark(cell)).toBeNull());
});
