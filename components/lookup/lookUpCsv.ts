import type { LookUpAnswer } from "#lib/contracts/codes/lookUp.ts";
import { csvForSpreadsheets, type CsvColumn } from "#lib/files/csvTable.ts";
import { amountForFile } from "#lib/money/minorUnits.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import type { LookUpRow } from "./useLookUp.ts";

export const OUTCOME_WORDS: Record<LookUpAnswer["outcome"], string> = {
  found: "Found",
  unknown: "Not looked up at the service",
  not_found: "Not found",
  later: "Not looked up at the service",
  failed: "Couldn't be looked up",
  code: "A code, not a reference",
};

const HEADS = [
  "Looked up",
  "Result",
  "Order reference",
  "Order ID",
  "State",
  "Service status",
  "Delivered",
  "Ordered",
  "Total",
  "Currency",
  "Product",
  "Other products",
  "Origin",
  "Placed by",
  "Created (UTC)",
  "Did you mean",
];

/** What a spreadsheet may calculate with, and words and times of our own. */
const VALUES: ReadonlySet<string> = new Set([
  "Result",
  "State",
  "Delivered",
  "Ordered",
  "Total",
  "Currency",
  "Other products",
  "Origin",
  "Created (UTC)",
]);

/** The answers as a CSV file for spreadsheets. */
export function lookUpFile(rows: readonly LookUpRow[]): string {
  const [heads = [], ...cellRows] = lookUpTable(rows);
  const columns = heads.map((head): CsvColumn => ({ head, kind: VALUES.has(head) ? "value" : "text" }));
  return csvForSpreadsheets(columns, cellRows);
}

/** The answers as rows of a table, in the order of the page. A code is not repeated in it. */
export function lookUpTable(rows: readonly LookUpRow[]): string[][] {
  return [HEADS, ...rows.map(cells)];
}

function cells({ reference, answer }: LookUpRow): string[] {
  const order = answer?.order ?? null;
  const result = OUTCOME_WORDS[answer?.outcome ?? "unknown"];
  const asked = answer?.outcome === "code" ? "" : reference;
  const suggested = answer?.suggestions.map((each) => each.reference).join(" ") ?? "";
  if (order === null)
    return [asked, result, ...Array.from({ length: HEADS.length - 3 }, () => ""), suggested];
  return [
    asked,
    result,
    order.externalOrderCode ?? "",
    order.orderId ?? "",
    STATES[order.state].word,
    order.statusName ?? "",
    String(order.delivered ?? ""),
    String(order.ordered ?? ""),
    order.price === null ? "" : amountForFile(order.price, order.currency),
    order.currency ?? "",
    order.firstProductName ?? "",
    String(Math.max(0, order.productCount - 1)),
    order.origin === "found" ? "Found, not placed here" : "Placed here",
    order.placedBy ?? "",
    order.createdAt,
    suggested,
  ];
}
