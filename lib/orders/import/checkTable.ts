import type { Allowance } from "#lib/contracts/orders/allowances.ts";
import type { DraftProduct } from "#lib/orders/drafts/draftLine.ts";
import { addToTotals, type CurrencyTotal, type ReadyRow } from "./addToTotals.ts";
import {
  checkRow,
  questionsOf,
  rowOf,
  type ImportedLine,
  type ImportRow,
  type RowVerdict,
} from "./checkRow.ts";
import type { ColumnMapping } from "./columns.ts";
import type { RowPrints } from "#lib/orders/references/importedLineId.ts";
import type { ImportTable } from "#lib/orders/import/table/importTable.ts";
import { marketsAbove, saidMarkets } from "./otherMarket.ts";
import { NO_PRINTS, rowFingerprints } from "./rowFingerprints.ts";
import { rowDoubts } from "./rowDoubts.ts";
import { totalOf } from "./rowTotal.ts";
import { statedCurrencies } from "./statedCurrency.ts";
import { tableWidth, type TableWidth } from "./tableWidth.ts";
import { questionBatches, type LookupSource } from "./productLookup.ts";

export type CheckSettings = {
  hasHeads: boolean;
  mapping: ColumnMapping;
  leaveOutHidden: boolean;
  /** The ids of the questions that a member has answered (questions.ts). */
  answered: readonly string[];
};

export type GoodRow = { row: number; line: ImportedLine; prints: RowPrints };
export type BadRow = {
  row: ImportRow;
  /** All cells as given, for the file of rows that need work. */
  cells: readonly string[];
  verdict: Extract<RowVerdict, { ok: false }>;
};

/** Every row of a table is counted in exactly one of these: `good`, `bad`, the heading, rows above it, blank rows, hidden rows that were left out. */
export type TableVerdict = {
  good: GoodRow[];
  bad: BadRow[];
  /** Null for a workbook. */
  width: TableWidth | null;
  blankRows: number;
  titleRows: number;
  hiddenLeftOut: number;
  /** The products of the good rows. */
  products: DraftProduct[];
  totals: CurrencyTotal[];
  /** Good rows with the same product, amount, country and quantity as an earlier one. */
  repeated: number;
};

export type CheckProgress = (done: number, total: number) => Promise<void>;

/** How many rows are checked between two reports of progress. */
const SLICE = 2_500;
/** How many questions to the catalog are sent at the same time. */
const AT_ONCE = 3;

/** The rows to check, without the heading. */
export function rowsOf(table: ImportTable, { hasHeads, mapping, leaveOutHidden }: CheckSettings) {
  const heads = hasHeads ? (table.rows[0]?.cells ?? []) : null;
  const body = hasHeads ? table.rows.slice(1) : table.rows;
  const shown = leaveOutHidden ? body.filter(({ hidden }) => hidden !== true) : body;
  const head = hasHeads ? (table.rows[0] ?? null) : null;
  const width = table.separator === null ? null : tableWidth(head, body, mapping);
  const doubts = rowDoubts(heads ?? [], body, mapping);
  const prints = rowFingerprints(heads ?? [], body, mapping);
  const stated = statedCurrencies([
    ...(table.titles ?? []),
    heads?.[mapping.amount ?? -1] ?? "",
    table.sheetName ?? "",
  ]);
  return {
    heads,
    width,
    rows: shown.map((given) => {
      const row = rowOf(given, mapping, width === null ? null : { width, separator: table.separator });
      return {
        row: {
          ...row,
          prints: prints.get(given.row) ?? NO_PRINTS,
          doubt: doubts.get(given.row) ?? null,
          total: totalOf(heads ?? [], given.cells, mapping),
          stated,
        },
        cells: given.cells,
      };
    }),
    hiddenLeftOut: body.length - shown.length,
  };
}

/** Checks every row of a table. `onProgress` is awaited between slices; if it throws, the check ends. */
export async function checkTable(
  table: ImportTable,
  settings: CheckSettings,
  source: LookupSource,
  onProgress: CheckProgress,
): Promise<TableVerdict> {
  const { heads, rows, width, hiddenLeftOut } = rowsOf(table, settings);
  const lookup = await askCatalog(
    rows.map(({ row }) => row),
    source,
  );
  const above = marketsAbove(table);
  const good: GoodRow[] = [];
  const bad: BadRow[] = [];
  const products = new Map<number, DraftProduct>();
  const ready: ReadyRow[] = [];
  const seen = new Set<string>();
  for (let from = 0; from < rows.length; from += SLICE) {
    await onProgress(from, rows.length);
    for (const { row: given, cells } of rows.slice(from, from + SLICE)) {
      const said = saidMarkets(heads ?? [], cells, settings.mapping);
      const namesCountry = given.values.country !== "" || said.some(({ kind }) => kind === "country");
      const row = { ...given, markets: namesCountry ? said : [...said, ...above] };
      const verdict = checkRow(row, lookup);
      if (!verdict.ok) {
        bad.push({ row, cells, verdict });
        continue;
      }
      const { line, product } = verdict;
      const allowance = lookup.allowances.get(product.id);
      // What one row takes is not left for the rows below.
      if (allowance !== undefined)
        lookup.allowances.set(product.id, { ...allowance, left: allowance.left - Number(line.quantity) });
      good.push({ row: row.row, line, prints: row.prints });
      products.set(product.id, product);
      ready.push(verdict);
      seen.add(`${line.productId} ${line.amount} ${line.quantity} ${line.countryCode}`);
    }
  }
  return {
    good,
    bad,
    width,
    blankRows: table.blankRows,
    titleRows: table.titleRows,
    hiddenLeftOut,
    products: [...products.values()],
    totals: addToTotals([], ready),
    repeated: good.length - seen.size,
  };
}

/** Asks for each id and each name once, in batches. */
async function askCatalog(rows: readonly ImportRow[], source: LookupSource) {
  const byId = new Map<number, DraftProduct>();
  const byName = new Map<string, { products: DraftProduct[]; total: number }>();
  const allowances = new Map<number, Allowance>();
  const batches = questionBatches(rows.flatMap(questionsOf));
  while (batches.length > 0) {
    const answers = await Promise.all(batches.splice(0, AT_ONCE).map(source));
    for (const { products, names, allowances: limited = [] } of answers) {
      for (const each of limited) allowances.set(each.productId, each);
      for (const product of products) byId.set(product.id, product);
      for (const { key, ...match } of names) byName.set(key, match);
    }
  }
  return { byId, byName, allowances };
}
