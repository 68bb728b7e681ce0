import { describe, expect, it } from "vitest";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { checkRow, type ImportRow } from "./checkRow.ts";
import {
  rechecked,
  withAmount,
  withCellsAccepted,
  withEdit,
  withLikely,
  withProduct,
  withTyped,
  withValue,
  type FixableRow,
} from "./fixRow.ts";
import { importRow } from "./testing.ts";

const lookup = { byId: new Map([1, 2].map((id) => [id, product(id)])), byName: new Map() };
const cells = ["9", "x", "1", "y"];
const fixable = (more: Partial<ImportRow> = {}): FixableRow => {
  const row = importRow({ productId: "1" }, { row: 5, ...more });
  return { row, cells, verdict: checkRow(row, lookup) };
};

describe("a row that needs work", () => {
  it("is judged again with the value that was typed, and keeps the others", () => {
    const before = fixable();
    const after = withValue(before, "quantity", "0", lookup);
    expect(after).toEqual({
      row: { ...before.row, values: { ...before.row.values, quantity: "0" } },
      cells,
      verdict: expect.objectContaining({ ok: false, problems: { quantity: "Enter at least 1." } }),
    });
    expect(withValue(after, "quantity", "2", lookup).verdict).toMatchObject({ ok: true, total: 2_000 });
  });

  it("no longer has a date if a value was typed, and still has one elsewhere", () => {
    const before = fixable({ cellKinds: { amount: "date", quantity: "date" } });
    const after = withValue(before, "amount", "10", lookup);
    expect(after.row.cellKinds).toEqual({ quantity: "date" });
    expect(before.row.cellKinds).toEqual({ amount: "date", quantity: "date" });
    expect(withValue(after, "quantity", "1", lookup).verdict.ok).toBe(true);
  });

  it("is about the product that was chosen, whatever its name says", () => {
    const before = fixable({ values: { ...fixable().row.values, productId: "", name: "Nothing" } });
    expect(before.verdict.ok).toBe(false);
    const after = withProduct(before, product(2), lookup);
    expect(after.row.values).toMatchObject({ productId: "2", name: "" });
    expect(after.verdict).toMatchObject({ ok: true, line: { productId: 2 } });
  });

  it("is ready once a person has found its cells to be right, however many there are", () => {
    const before = fixable({ isTooWide: true, doubt: { text: "Is it?" } });
    expect(before.verdict.ok).toBe(false);
    expect(fixable({ doubt: { text: "Is it?" } }).verdict).toMatchObject({
      ok: false,
      problems: { row: "Is it?" },
    });
    const next = withCellsAccepted(before, lookup);
    // Nothing is accepted that was not said.
    expect(next.verdict).toMatchObject({ ok: false, problems: { row: "Is it?" } });
    expect(withCellsAccepted(next, lookup)).toMatchObject({
      row: { isTooWide: false, doubt: null, row: 5 },
      cells,
      verdict: { ok: true },
    });
  });

  it("that a comma of its amount split becomes what it probably means", () => {
    const likely = { ...fixable().row.values, amount: "10,00", quantity: "3" };
    expect(withLikely(fixable({ isTooWide: true, likely }), lookup)).toMatchObject({
      row: { isTooWide: false },
      verdict: { ok: true, line: { amount: "10.00", quantity: "3" } },
    });
  });

  it("has the amount that was chosen from the two that it can mean", () => {
    const dinars = product(3, { currencyCode: "KWD", denomination: "open", price: null });
    const answers = { byId: new Map([[3, dinars]]), byName: new Map() };
    const values = { ...fixable().row.values, productId: "3", amount: "1.500" };
    const before = rechecked({ ...fixable().row, values }, fixable(), answers);
    expect(before.verdict).toMatchObject({ ok: false, nearest: [1_500, 1_500_000] });
    expect(withAmount(before, "1.500", answers).verdict).toMatchObject({ ok: true, total: 1_500 });
    expect(withAmount(before, "1500.000", answers).verdict).toMatchObject({ ok: true, total: 1_500_000 });
    // Typed by hand it still can mean both.
    expect(withValue(before, "amount", "1.500", answers).verdict.ok).toBe(false);
  });

  it("is judged by what the catalog has answered since", () => {
    const before = rechecked(fixable().row, fixable(), { byId: new Map(), byName: new Map() });
    expect(before.verdict.ok).toBe(false);
    expect(rechecked(before.row, before, lookup)).toEqual(fixable());
  });

  it("is as a member left it when its table is read again, and nothing is accepted that is said in other words since", () => {
    const edit = { values: { quantity: "3" }, isOffered: false, accepted: ["Is it?"] };
    expect(withEdit(fixable({ doubt: { text: "Is it?" } }), edit, lookup)).toMatchObject({
      row: { doubt: null },
      verdict: { ok: true, line: { quantity: "3" } },
    });
    expect(withEdit(fixable({ doubt: { text: "Is it that?" } }), edit, lookup).verdict).toMatchObject({
      ok: false,
      problems: { row: "Is it that?" },
    });
  });

  it("keeps the meaning of an offered amount, unless another one is typed", () => {
    const dinars = product(3, { currencyCode: "KWD", denomination: "open", price: null });
    const answers = { byId: new Map([[3, dinars]]), byName: new Map() };
    const row = fixable({ values: { ...fixable().row.values, productId: "3", amount: "1.500" } });
    const chosen = { values: { amount: "1.500" }, isOffered: true, accepted: [] };
    expect(withEdit(row, chosen, answers).verdict).toMatchObject({ ok: true, total: 1_500 });
    const typed = withTyped(chosen, { amount: "1.500" });
    expect(withEdit(row, typed, answers).verdict.ok).toBe(false);
    expect(withTyped(chosen, { quantity: "2" }).isOffered).toBe(true);
  });

  it("is about the product whose id was chosen after a name was typed", () => {
    const named = { values: { name: "Nothing" }, isOffered: false, accepted: [] };
    const row = fixable({ values: { ...fixable().row.values, productId: "", name: "x" } });
    expect(withEdit(row, withTyped(named, { productId: "2" }), lookup).verdict).toMatchObject({
      ok: true,
      line: { productId: 2 },
    });
    expect(withTyped(named, { quantity: "2" }).values.name).toBe("Nothing");
  });
});
