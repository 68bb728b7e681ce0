import writeExcelFile from "write-excel-file/browser";
import { TEMPLATE_HEADS } from "./errorFile.ts";

/** Rows in which spreadsheets keep what is typed as text: no amount becomes a date. */
const ROWS = 200;
const WIDTHS = [14, 40, 12, 10, 14, 10];

/** An empty XLSX table with the names of the columns. */
export function templateWorkbook(): Promise<Blob> {
  const heads = TEMPLATE_HEADS.map((value) => ({ value, type: String, fontWeight: "bold" as const }));
  const empty = TEMPLATE_HEADS.map(() => ({ value: "", type: String, format: "@" }));
  return writeExcelFile([heads, ...Array.from({ length: ROWS }, () => empty)], {
    columns: WIDTHS.map((width) => ({ width })),
    stickyRowsCount: 1,
    sheet: "Order",
  }).toBlob();
}
