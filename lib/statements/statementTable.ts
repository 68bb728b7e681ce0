import type {
  Statement,
  StatementGroup,
  StatementPart,
  StatementRow,
} from "#lib/contracts/money/statement.ts";
import { csvForSpreadsheets, type CsvColumn } from "#lib/files/csvTable.ts";
import type { Sheet, SheetCell } from "#lib/files/workbook.ts";
import { amountForFile } from "#lib/money/minorUnits.ts";

export const GROUP_WORDS: Record<StatementGroup, string> = {
  currency: "Currency",
  member: "Member",
  product: "Product",
  purchaseOrder: "Purchase order",
  automation: "Automation",
};
/** The name of a row that has none. */
const WITHOUT: Record<StatementGroup, string> = {
  currency: "No currency",
  member: "A former member",
  product: "Unknown product",
  purchaseOrder: "No purchase order",
  automation: "Placed by a member",
};

const GROUPS: readonly StatementGroup[] = ["currency", "member", "product", "purchaseOrder", "automation"];

/** The groups that say something: that all orders were placed by members does not. */
export function groupsWithNews({ groups }: Pick<Statement, "groups">): StatementGroup[] {
  return GROUPS.filter((group) => group !== "automation" || groups[group].some(({ key }) => key !== null));
}

export function nameOfRow({ key, name }: StatementRow, group: StatementGroup): string {
  if (name !== null && name !== "") return name;
  return group === "product" && key !== null ? `Product ${key}` : WITHOUT[group];
}

type Column = {
  head: string;
  width: number;
  kind: "text" | "number";
  /** A word of our own, which spreadsheets may read as they like. */
  isOurs?: true;
  value: (row: Entry) => string;
};
type Entry = { period: string; group: StatementGroup; row: StatementRow };

const codes = (part: StatementPart) => (part.codes === null ? "" : String(part.codes));
const amount = (part: StatementPart, { row }: Entry) =>
  part.amount === null ? "" : amountForFile(part.amount, row.currency);

const PARTS = [
  ["Ordered", "ordered"],
  ["Delivered", "delivered"],
  ["Missing", "missing"],
  ["Not known yet", "unclear"],
] as const;

/** What a file says of the period that it covers. */
export type FilePeriod = { head: string; text: string };

const ofMonth = (month: string): FilePeriod => ({ head: "Month (UTC)", text: month });

const columnsOf = (covered: FilePeriod): readonly Column[] => [
  { head: covered.head, width: 12, kind: "text", value: ({ period }) => period },
  { head: "Grouped by", width: 16, kind: "text", isOurs: true, value: ({ group }) => GROUP_WORDS[group] },
  { head: "Name", width: 44, kind: "text", value: ({ row, group }) => nameOfRow(row, group) },
  {
    head: "ID",
    width: 14,
    kind: "text",
    value: ({ row, group }) => (group === "product" ? (row.key ?? "") : ""),
  },
  { head: "Currency", width: 10, kind: "text", isOurs: true, value: ({ row }) => row.currency },
  { head: "Orders", width: 10, kind: "number", value: ({ row }) => String(row.orders) },
  ...PARTS.flatMap(([head, part]): Column[] => [
    { head: `${head} (codes)`, width: 16, kind: "number", value: ({ row }) => codes(row[part]) },
    { head: `${head} (amount)`, width: 18, kind: "number", value: (entry) => amount(entry.row[part], entry) },
  ]),
];

function entriesOf({ groups }: Pick<Statement, "groups">, { text: period }: FilePeriod): Entry[] {
  return groupsWithNews({ groups }).flatMap((group) => groups[group].map((row) => ({ period, group, row })));
}

/** A statement of a month as CSV for spreadsheets: no text in it is taken for a formula, a number or a date. */
export function statementCsv(statement: Statement): string {
  return periodCsv(statement, ofMonth(statement.month));
}

/** The same of any period. */
export function periodCsv(statement: Pick<Statement, "groups">, period: FilePeriod): string {
  const columns = columnsOf(period);
  const rows = entriesOf(statement, period).map((entry) => columns.map(({ value }) => value(entry)));
  return csvForSpreadsheets(
    columns.map(({ head, kind, isOurs }): CsvColumn => ({
      head,
      kind: kind === "text" && isOurs !== true ? "text" : "value",
    })),
    rows,
  );
}

/** Spreadsheets calculate with fifteen digits; a larger amount is written as text, so that it stays exact. */
const EXACT_DIGITS = 15;

function cellOf({ kind, value }: Column, entry: Entry): SheetCell {
  const text = value(entry);
  const number = Number(text);
  // Without a currency, an amount is no number.
  if (kind === "text" || text === "" || Number.isNaN(number)) return text;
  if (text.replace(/\D/g, "").length > EXACT_DIGITS) return text;
  return { number, decimals: text.split(".")[1]?.length ?? 0 };
}

/** A statement as a worksheet. */
export function statementSheet(statement: Statement): Sheet {
  const period = ofMonth(statement.month);
  const columns = columnsOf(period);
  return {
    name: `Statement ${statement.month}`,
    columns,
    rows: () => entriesOf(statement, period).map((entry) => columns.map((column) => cellOf(column, entry))),
  };
}
