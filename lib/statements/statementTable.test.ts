import { describe, expect, it } from "vitest";
import type { Statement, StatementRow } from "#lib/contracts/money/statement.ts";
import { csvLine } from "#lib/files/csvLine.testing.ts";
import { shownCell } from "#lib/files/shownCell.testing.ts";
import { workbookParts } from "#lib/files/workbook.ts";
import { statementCsv, statementSheet } from "./statementTable.ts";

const ROW: StatementRow = {
  key: "EUR",
  name: "EUR",
  currency: "EUR",
  orders: 3,
  ordered: { codes: 10, amount: 12_345 },
  delivered: { codes: 7, amount: 8_000 },
  missing: { codes: 1, amount: 1_345 },
  unclear: { codes: 2, amount: 3_000 },
};
const statementOf = (groups: Partial<Statement["groups"]>): Statement => ({
  month: "2026-10",
  asOf: "2026-11-01T00:00:00.000Z",
  groups: { currency: [], member: [], product: [], purchaseOrder: [], automation: [], ...groups },
  wallet: [],
});
/** What a spreadsheet shows of the file. */
function read(statement: Statement): Record<string, string>[] {
  const lines = statementCsv(statement).slice(1).trimEnd().split("\r\n");
  const [heads = [], ...rows] = lines.map((line) => csvLine(line, ",").map(shownCell));
  return rows.map((cells) => Object.fromEntries(heads.map((head, place) => [head, cells[place] ?? ""])));
}

describe("a statement as a file", () => {
  it("tells what schedules have ordered, where there is any", () => {
    const byMembers = { ...ROW, key: null, name: null };
    const bySchedule = { ...ROW, key: "6f1d0f38-0000-4000-8000-000000000001", name: "Mondays" };
    const grouped = (automation: StatementRow[]) =>
      read(statementOf({ automation })).map((row) => [row["Grouped by"], row["Name"]]);
    expect(grouped([byMembers])).toEqual([]);
    expect(grouped([byMembers, bySchedule])).toEqual([
      ["Automation", "Placed by a member"],
      ["Automation", "Mondays"],
    ]);
  });

  it("has a row for each currency, member, product and purchase order, amounts exact in major units", () => {
    const rows = read(
      statementOf({
        currency: [ROW, { ...ROW, key: "JPY", name: "JPY", currency: "JPY" }],
        product: [{ ...ROW, key: "7", name: null }],
        purchaseOrder: [{ ...ROW, key: null, name: null }],
      }),
    );
    expect(rows.map((row) => [row["Grouped by"], row["Name"], row["ID"], row["Currency"]])).toEqual([
      ["Currency", "EUR", "", "EUR"],
      ["Currency", "JPY", "", "JPY"],
      ["Product", "Product 7", "7", "EUR"],
      ["Purchase order", "No purchase order", "", "EUR"],
    ]);
    expect(rows[0]).toMatchObject({
      "Month (UTC)": "2026-10",
      Orders: "3",
      "Ordered (codes)": "10",
      "Ordered (amount)": "123.45",
      "Missing (amount)": "13.45",
      "Not known yet (codes)": "2",
    });
    expect(rows[1]?.["Ordered (amount)"]).toBe("12345");
  });

  it("runs nothing as a formula, and leaves empty what is not known", () => {
    const [row] = read(
      statementOf({
        purchaseOrder: [{ ...ROW, key: "=1+1", name: "=1+1", ordered: { codes: null, amount: null } }],
      }),
    );
    expect([row?.["Name"], row?.["Ordered (codes)"], row?.["Ordered (amount)"]]).toEqual(["=1+1", "", ""]);
    expect(statementCsv(statementOf({ product: [{ ...ROW, key: "1-2", name: "a;=1" }] }))).toContain(
      '"=""a;""&""=1""","=""1-2""",',
    );
  });

  it("gives no number for amounts whose currency is not known", () => {
    const statement = statementOf({ currency: [{ ...ROW, key: "", name: null, currency: "" }] });
    const [row] = read(statement);
    expect([row?.["Name"], row?.["Ordered (amount)"]]).toEqual(["No currency", "12345 minor units"]);
    const [cells = []] = [...statementSheet(statement).rows()];
    expect(cells[7]).toBe("12345 minor units");
  });

  it("has numbers in a workbook, but for those that a spreadsheet would round", () => {
    const huge = { codes: 1, amount: Number.MAX_SAFE_INTEGER };
    const sheet = statementSheet(statementOf({ currency: [{ ...ROW, delivered: huge }] }));
    const [cells = []] = [...sheet.rows()];
    expect(cells[7]).toEqual({ number: 123.45, decimals: 2 });
    expect(cells[9]).toBe("90071992547409.91");
    expect([...(workbookParts(sheet).at(-1)?.pieces() ?? [])].join("")).toContain("<v>123.45</v>");
  });
});
