import { workbookFile } from "#lib/files/workbookFile.ts";
import { TEMPLATE_HEADS, TEMPLATE_ROWS } from "./errorFile.ts";

const WIDTHS = [14, 40, 12, 10, 14, 10];

/** An XLSX table with headings and rows that show how it is filled in. What is typed into it stays text, so no amount becomes a date. */
export function templateWorkbook(): Promise<Uint8Array<ArrayBuffer>> {
  const columns = TEMPLATE_HEADS.map((head, at) => ({ head, width: WIDTHS[at] ?? 14 }));
  return workbookFile({ name: "Order", columns, rows: () => TEMPLATE_ROWS });
}
