import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import type { CatalogChange } from "#lib/contracts/catalog/catalogChanges.ts";
import { shownCell } from "#lib/files/shownCell.testing.ts";
import { changesCsv, changesPlainCsv, changesSheet } from "./changesTable.ts";

const { id: _, ...fields } = product(7, {
  name: "=Orbit",
  currencyCode: "EUR",
  countryCode: "DE",
  price: 1_050,
});
const CHANGE: CatalogChange = {
  id: 1,
  productId: 7,
  foundAt: "2026-11-21T20:50:00.000Z",
  kinds: ["price", "name"],
  before: { price: 1_000, name: "Old" },
  after: fields,
  affects: ["favourites", "drafts"],
};

function rows(csv: string): Record<string, string>[] {
  return Papa.parse<Record<string, string>>(csv.slice(1), { header: true, delimiter: "," }).data;
}

describe("the changes as a file", () => {
  it("have amounts as numbers, and every name as text in a spreadsheet", () => {
    const [row = {}] = rows(changesCsv([CHANGE]));
    expect(row["Price before"]).toBe("10.00");
    expect(row["Price"]).toBe("10.50");
    expect(row["Found (UTC)"]).toBe("2026-11-21 20:50:00");
    expect(row["Change"]).toBe("Price, Name");
    expect(row["Affects"]).toBe("Favourites, Drafts");
    expect(shownCell(row["Product"] ?? "")).toBe("=Orbit");
    expect(row["Product"]).not.toBe("=Orbit");
  });

  it("hold nothing that a spreadsheet evaluates, whatever the service has written anywhere", () => {
    const evil = `=HYPERLINK("//evil.example")`;
    const written = { name: evil, currencyCode: "=cmd|'/C calc'!A0", countryCode: "@SUM(A1)" };
    const change = {
      ...CHANGE,
      before: { ...written, name: `Old;${evil}` },
      after: { ...fields, ...written },
    };
    const [row = {}] = rows(changesCsv([change]));
    for (const [head, cell] of Object.entries(row))
      expect([head, /^\s*[=+\-@]/.test(cell) && shownCell(cell) === cell]).toEqual([head, false]);
    expect(shownCell(row["Product"] ?? "")).toBe(evil);
    // What a worksheet has as text, no spreadsheet evaluates.
    const [cells = []] = [...changesSheet([change]).rows()];
    for (const text of [evil, written.currencyCode, written.countryCode]) expect(cells).toContain(text);
  });

  it("say every earlier and new value, exactly for programs", () => {
    const [row = {}] = rows(changesPlainCsv([CHANGE]));
    expect(row["Product"]).toBe("=Orbit");
    expect(new Set((row["Before"] ?? "").split("; "))).toEqual(new Set(["Price 10.00", "Name Old"]));
    expect(new Set((row["After"] ?? "").split("; "))).toEqual(new Set(["Price 10.50", "Name =Orbit"]));
  });

  it("write the earlier amount in the currency that it was in", () => {
    const change = { ...CHANGE, before: { price: 1_500, currencyCode: "JPY" } };
    const [row = {}] = rows(changesPlainCsv([change]));
    expect(row["Price before"]).toBe("1500");
    expect(row["Currency"]).toBe("EUR");
  });

  it("are a worksheet with exact numbers", () => {
    const [cells = []] = [...changesSheet([CHANGE]).rows()];
    expect(cells).toContainEqual({ number: 10.5, decimals: 2 });
    expect(cells).toContain("=Orbit");
  });
});
