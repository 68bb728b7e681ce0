import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amountOf, checkSource } from "./testing.ts";
import { sheetXml, workbookParts, zipOf } from "#lib/orders/import/workbook/parts.testing.ts";

/** What a row was meant to buy. Amounts are in hundredths. */
type Meant = { id: 101601 | 100657; minor: number; quantity: number };

const meant: fc.Arbitrary<Meant> = fc.record({
  id: fc.constantFrom(101601 as const, 100657 as const),
  minor: fc.oneof(
    fc.integer({ min: 1, max: 9_999 }).map((whole) => whole * 100),
    fc.integer({ min: 1, max: 999_999 }),
  ),
  quantity: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2_000 })),
});

/** An amount as people write it; `25,50` falls apart where commas separate. */
const writings: readonly ((minor: number) => string)[] = [
  (minor) => (minor / 100).toFixed(2),
  (minor) => (minor / 100).toFixed(2).replace(".", ","),
  (minor) => (minor % 100 === 0 ? String(minor / 100) : (minor / 100).toFixed(2)),
  (minor) => grouped((minor / 100).toFixed(2), ","),
  (minor) => grouped((minor / 100).toFixed(2).replace(".", ","), "."),
  (minor) =>
    grouped(String(Math.trunc(minor / 100)), ",") +
    (minor % 100 === 0 ? "" : `.${String(minor % 100).padStart(2, "0")}`),
];

function grouped(text: string, separator: string): string {
  const [, whole = "", rest = ""] = /^(\d+)(.*)$/.exec(text) ?? [];
  return whole.replace(/\B(?=(?:\d{3})+$)/g, separator) + rest;
}

/** Kinds of damage to one row of separated text. */
const DAMAGE = [
  "none",
  "blank cells added",
  "last cells cut",
  "lone quotation mark",
  "a cell more",
  "invisible",
] as const;

const ORDERS: readonly (readonly string[])[] = [
  ["id", "amount", "quantity"],
  ["id", "quantity", "amount"],
  ["quantity", "id", "amount"],
];

const damaged = fc.record({
  rows: fc.array(fc.tuple(meant, fc.constantFrom(...DAMAGE)), { minLength: 1, maxLength: 6 }),
  write: fc.constantFrom(...writings),
  separator: fc.constantFrom(",", ";", "\t"),
  order: fc.constantFrom(...ORDERS),
  hasHeads: fc.boolean(),
  hasNote: fc.boolean(),
});

const HEADS: Record<string, string> = { id: "Product ID", amount: "Amount", quantity: "Quantity" };

function rowText(
  row: Meant,
  kind: (typeof DAMAGE)[number],
  { write, separator, order, hasNote }: Given,
): string {
  const values: Record<string, string> = {
    id: String(row.id),
    amount: write(row.minor),
    quantity: kind === "invisible" ? `${row.quantity}\u200b` : String(row.quantity),
  };
  const cells = [...order.map((field) => values[field] ?? ""), ...(hasNote ? ["n"] : [])];
  if (kind === "blank cells added") return [...cells, "", ""].join(separator);
  if (kind === "last cells cut") return cells.slice(0, -1).join(separator);
  if (kind === "lone quotation mark")
    return [...cells.slice(0, -1), `"${cells.at(-1) ?? ""}`].join(separator);
  if (kind === "a cell more") return [...cells, "7"].join(separator);
  return cells.join(separator);
}

type Given = typeof damaged extends fc.Arbitrary<infer T> ? T : never;

/**
 * A strict reader of its own, which shares nothing with the import: what the rows may buy. That is what was meant, and what the row says
 * by its cells, if it has exactly as many as its table and no quotation mark.
 */
function allowedOf(lines: readonly string[], { rows, separator, order, hasNote }: Given): string[] {
  const width = order.length + (hasNote ? 1 : 0);
  const said = lines.flatMap((line) => {
    const cells = line.replaceAll("\u200b", "").split(separator);
    const [id = "", amount = "", quantity = ""] = ["id", "amount", "quantity"].map(
      (field) => cells[order.indexOf(field)],
    );
    const found = /^(\d+)(?:[.,](\d{1,2}))?$/.exec(amount);
    const isExact =
      cells.length === width && !line.includes('"') && /^\d+$/.test(id) && /^\d+$/.test(quantity);
    if (!isExact || found === null) return [];
    return `${id} ${Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"))} ${Number(quantity)}`;
  });
  return [...rows.map(([{ id, minor, quantity }]) => `${id} ${minor} ${quantity}`), ...said];
}

const boughtOf = (good: Awaited<ReturnType<typeof checkSource>>["verdict"]["good"]) =>
  good
    .map(amountOf)
    .map(({ productId, amount, quantity }) => `${productId} ${Math.round(Number(amount) * 100)} ${quantity}`);

describe("a damaged table", () => {
  it("is never Ready with another product, amount or quantity than was meant", async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async (given) => {
        const { separator, order, hasHeads, hasNote, rows } = given;
        const heads = [...order.map((field) => HEADS[field] ?? ""), ...(hasNote ? ["Note"] : [])];
        const lines = rows.map(([row, kind]) => rowText(row, kind, given));
        const text = [...(hasHeads ? [heads.join(separator)] : []), ...lines].join("\n");
        // Without names, a table whose every row lacks its last cell is another table.
        if (!hasHeads && rows.every(([, kind]) => kind === "last cells cut")) return;
        const { questions, verdict } = await checkSource({ kind: "text", text });
        // Nothing is ready before the questions are answered.
        if (questions.length > 0) return;
        const allowed = allowedOf(lines, given);
        for (const bought of boughtOf(verdict.good)) expect(allowed, text).toContain(bought);
      }),
      { numRuns: 4_000 },
    );
  });
});

const cell = (value: string, more = "") => `<c${more}><v>${value}</v></c>`;
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

const ATTRIBUTES: Record<string, string> = { "hidden row": 'hidden="1"', "no height": 'ht="0"' };

describe("a reformatted workbook", () => {
  const look = fc.constantFrom(
    "number",
    "float",
    "text",
    "date",
    "hidden row",
    "no height",
    "error",
    "no result",
  );
  const books = fc.array(fc.tuple(meant, look), { minLength: 1, maxLength: 6 });

  it("is never Ready with another amount than it shows, and asks before hidden rows count", async () => {
    await fc.assert(
      fc.asyncProperty(books, fc.boolean(), async (rows, hasHiddenAmount) => {
        const xml = rows.map(([{ id, minor, quantity }, kind], at) => {
          const amount = minor / 100;
          const cells: Record<string, string> = {
            float: cell(amount.toPrecision(17)),
            text: text(amount.toFixed(2)),
            date: cell(String(amount), ' s="1"'),
            error: cell(String(amount), ' t="e"'),
            "no result": "<c><f>1+1</f></c>",
          };
          const attributes = ATTRIBUTES[kind] ?? "";
          return `<row r="${at + 2}" ${attributes}>${cell(String(id))}${cell(String(quantity))}${cells[kind] ?? cell(String(amount))}</row>`;
        });
        const head = `<row r="1">${["Product ID", "Quantity", "Amount"].map(text).join("")}</row>`;
        const columns = hasHiddenAmount ? '<cols><col min="3" max="3" hidden="1"/></cols>' : "";
        const sheet = sheetXml(head + xml.join("")).replace("<sheetData>", `${columns}<sheetData>`);
        const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>';
        const bytes = await zipOf(workbookParts({ Order: sheet }, { "xl/styles.xml": styles }));
        const { questions, verdict } = await checkSource({ kind: "file", name: "t.xlsx", bytes });
        const kinds = rows.map(([, kind]) => kind);
        const hides = kinds.some((kind) => kind === "hidden row" || kind === "no height");
        expect(questions.some(({ kind }) => kind === "hidden-rows")).toBe(hides);
        expect(questions.some(({ kind }) => kind === "hidden-column")).toBe(hasHiddenAmount);
        const readable = rows.filter(([, kind]) => !["date", "error", "no result"].includes(kind));
        expect(boughtOf(verdict.good)).toEqual(
          readable.map(([{ id, minor, quantity }]) => `${id} ${minor} ${quantity}`),
        );
      }),
      { numRuns: 150 },
    );
  });
});
