import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CodeGroup } from "#lib/contracts/codes/codes.ts";
import { codeLayout } from "./codeColumns.ts";
import { amountWords } from "./groupWords.ts";
import { groupsOfFound, headRows, rowAt, rowCount } from "./listRows.ts";

const groupsOf = (counts: readonly number[]): CodeGroup[] => {
  let next = 1;
  return counts.map((count, productId) => {
    const first = next;
    next += count;
    return { productId, productName: null, amounts: [], currency: "EUR", first, count, fields: ["pin"] };
  });
};

describe("the rows of revealed codes", () => {
  it("are a head for each product and every code once, in order", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 6 }), (counts) => {
        const groups = groupsOf(counts);
        const rows = Array.from({ length: rowCount(groups) }, (_, row) => rowAt(groups, row));
        const total = counts.reduce((sum, count) => sum + count, 0);
        expect(rows.flatMap((at) => at?.number ?? [])).toEqual(
          Array.from({ length: total }, (_, at) => at + 1),
        );
        expect(rows.flatMap((at, row) => (at?.number === null ? [row] : []))).toEqual(headRows(groups));
        expect(rowAt(groups, rows.length)).toBeNull();
      }),
    );
  });

  it("of a search keep their product, in the list of what was found", () => {
    const groups = groupsOf([3, 2, 4]);
    const items = [2, 7, 9].map((number) => ({ number, index: 0, productId: null, fields: {} }));
    expect(groupsOfFound(groups, items)).toMatchObject([
      { productId: 0, first: 1, count: 1 },
      { productId: 2, first: 2, count: 2 },
    ]);
  });

  it("leave a PIN beside a code less width than the code, and all of it where it is the code", () => {
    const widthsOf = (fields: string[]) => codeLayout(fields).grid.match(/[\d.]+fr/g);
    expect(widthsOf(["pin", "code", "serial"])).toEqual(["1.2fr", "3fr", "2fr"]);
    expect(widthsOf(["pin", "serial"])).toEqual(["3fr", "2fr"]);
  });

  it("are laid out by the texts of their codes, so that a long code stays on one line beside a short PIN", () => {
    const code = {
      pin: "0001",
      code: "TEST-9161-47BE-C69D-7ED9",
      serial: "SN500007400001",
      expiry: "2028-11-22",
    };
    const { grid } = codeLayout(Object.keys(code), [code, { ...code, serial: "SN1" }]);
    expect(grid).toBe(
      "3rem minmax(min(2.7rem, 9%), 5fr) minmax(min(13.0rem, 41%), 24fr) minmax(0, 14fr) minmax(0, 10fr) 4.5rem",
    );
    const long = codeLayout(["pin"], [{ pin: "x".repeat(200) }]);
    expect(long.grid).toBe("3rem minmax(min(21.6rem, 50%), 40fr) 4.5rem");
  });

  it("have a column for each field, and below them what is long or one too many", () => {
    const few = codeLayout(["pin", "serial", "url", "terms"]);
    expect(few.columns.map(({ label }) => label)).toEqual(["PIN", "Serial number"]);
    expect(few.below).toEqual(["url", "terms"]);
    expect(codeLayout(["url", "serial"]).columns.map(({ label }) => label)).toEqual([
      "Link",
      "Serial number",
    ]);
    const many = ["pin", "cvv", "serial", "expiry", "batch", "region"];
    const { columns, below } = codeLayout(many);
    expect([...columns.map(({ name }) => name), ...below]).toEqual(many);
    expect(below).toEqual(["region"]);
  });

  it("say which amounts are possible if the service does not say which is whose", () => {
    expect(amountWords({ amounts: [2_500], currency: "EUR" })).toBe("€25.00");
    expect(amountWords({ amounts: [], currency: "EUR" })).toBe("");
    expect(amountWords({ amounts: [1_000, 2_500], currency: "EUR" })).toContain("€10.00 or €25.00");
  });
});
