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

describe("a workbook with merged and struck cells, and several sheets", () => {
  const part = fc.constantFrom("plain", "struck", "raised");
  const rowsOfBook = fc.array(fc.record({ row: meant, quantity: part, amount: part }), {
    minLength: 2,
    maxLength: 6,
  });
  /** The rows, from 0, over which a column is merged. */
  const areas = fc.array(
    fc.record({
      column: fc.integer({ min: 0, max: 2 }),
      from: fc.nat(5),
      more: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 2 },
  );
  const cellOf = (name: string, value: number, look: string) =>
    look === "raised"
      ? `<c r="${name}" t="inlineStr"><is><r><t>${String(value).slice(0, -1)}</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>${String(value).slice(-1)}</t></r></is></c>`
      : `<c r="${name}"${look === "struck" ? ' s="1"' : ""}><v>${value}</v></c>`;

  it("buys only what each row shows by itself, and asks which sheet is meant", async () => {
    await fc.assert(
      fc.asyncProperty(rowsOfBook, areas, fc.boolean(), async (rows, given, hasOther) => {
        const merged = given
          .map(({ column, from, more }) => ({ column, from, to: Math.min(from + more, rows.length - 1) }))
          .filter(
            ({ from, to }, at, all) =>
              from < to && all.findIndex((each) => each.column === all[at]?.column) === at,
          );
        const isCovered = (at: number, column: number) =>
          merged.some((each) => each.column === column && at >= each.from && at <= each.to);
        const xml = rows.map(({ row: { id, minor, quantity }, ...look }, at) => {
          const line = at + 2;
          return `<row r="${line}">${cellOf(`A${line}`, id, "plain")}${cellOf(`B${line}`, quantity, look.quantity)}${cellOf(`C${line}`, minor / 100, look.amount)}</row>`;
        });
        const head = `<row r="1">${["Product ID", "Quantity", "Amount"].map(text).join("")}</row>`;
        const letters = "ABC";
        const references = merged.map(
          ({ column, from, to }) =>
            `<mergeCell ref="${letters.charAt(column)}${from + 2}:${letters.charAt(column)}${to + 2}"/>`,
        );
        const sheet = sheetXml(head + xml.join("")).replace(
          "</sheetData>",
          `</sheetData><mergeCells>${references.join("")}</mergeCells>`,
        );
        const other = sheetXml(
          head + '<row r="2"><c><v>101601</v></c><c><v>7777</v></c><c><v>1</v></c></row>',
        );
        const styles =
          '<styleSheet><fonts><font/><font><strike/></font></fonts><cellXfs><xf numFmtId="0"/><xf numFmtId="0" fontId="1"/></cellXfs></styleSheet>';
        const sheets: Record<string, string> = hasOther
          ? { Order: sheet, February: other }
          : { Order: sheet };
        const bytes = await zipOf(workbookParts(sheets, { "xl/styles.xml": styles }));
        const { questions, verdict } = await checkSource({ kind: "file", name: "t.xlsx", bytes });
        expect(questions.map(({ kind }) => kind)).toEqual(hasOther ? ["sheet"] : []);
        // By the row alone: its quantity and amount plain and of no other row, its product that of the first merged row.
        const shown = rows.flatMap(({ row: { id, minor, quantity }, ...look }, at) => {
          const isOpen =
            look.quantity !== "plain" || look.amount !== "plain" || isCovered(at, 1) || isCovered(at, 2);
          if (isOpen) return [];
          const first =
            merged.find((each) => each.column === 0 && at >= each.from && at <= each.to)?.from ?? at;
          return `${rows[first]?.row.id ?? id} ${minor} ${quantity}`;
        });
        expect(boughtOf(verdict.good)).toEqual(shown);
      }),
      { numRuns: 150 },
    );
  });
});

describe("a table copied with its formats", () => {
  const look = fc.constantFrom("plain", "hidden row", "struck", "raised", "styled", "row more", "other text");
  const copied = fc.array(fc.tuple(meant, look), { minLength: 1, maxLength: 6 });

  it("buys only what the copy shows plainly, and asks where it hides rows or differs", async () => {
    await fc.assert(
      fc.asyncProperty(copied, fc.boolean(), async (rows, isClosed) => {
        const end = (name: string) => (isClosed ? `</${name}>` : "");
        const plain = rows.map(([{ id, minor, quantity }]) =>
          [id, quantity, (minor / 100).toFixed(2)].join("\t"),
        );
        const html = rows.map(([{ id, minor, quantity }, kind]) => {
          const shown: Record<string, string> = {
            struck: `<s>${quantity}</s>`,
            raised: `${quantity}<sup></sup>`,
            styled: `<b class="x">${quantity}</b>`,
            "other text": `${quantity}0`,
          };
          const cells = [id, shown[kind] ?? quantity, (minor / 100).toFixed(2)].map(
            (each) => `<td>${each}${end("td")}`,
          );
          const more = kind === "row more" ? `<tr><td>${id}<td>9<td>9.00</tr>` : "";
          return `<tr${kind === "hidden row" ? " style='display: none'" : ""}>${cells.join("")}${end("tr")}${more}`;
        });
        const head = ["Product ID", "Quantity", "Amount"];
        const source = {
          kind: "text" as const,
          text: [head.join("\t"), ...plain].join("\n"),
          copy: {
            html: `<style>.x{color:red;text-decoration:line-through}</style><table><tr>${head.map((each) => `<th>${each}`).join("")}${html.join("")}</table>`,
            isEdited: false,
          },
        };
        const { questions, verdict } = await checkSource(source);
        const kinds = rows.map(([, kind]) => kind);
        const differs = kinds.includes("row more") || kinds.includes("other text");
        expect(questions.some(({ kind }) => kind === "copied")).toBe(differs);
        if (differs) return;
        expect(questions.some(({ kind }) => kind === "hidden-rows")).toBe(kinds.includes("hidden row"));
        const readable = rows.filter(([, kind]) => kind !== "struck" && kind !== "styled");
        expect(boughtOf(verdict.good)).toEqual(
          readable.map(([{ id, minor, quantity }]) => `${id} ${minor} ${quantity}`),
        );
      }),
      { numRuns: 300 },
    );
  });
});
