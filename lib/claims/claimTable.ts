import type { Claim } from "#lib/contracts/claims/claims.ts";
import { cellText, cellTime, rowsCsv, type RowColumn } from "#lib/files/rowTable.ts";
import { amountForFile } from "#lib/money/minorUnits.ts";
import { CLAIMS } from "./states.ts";

const time = (at: string | null) => (at === null ? "" : cellTime(at));

const COLUMNS: readonly RowColumn<Claim>[] = [
  { head: "State", kind: "text", isOurs: true, width: 12, value: ({ state }) => CLAIMS[state].label },
  {
    head: "Product ID",
    kind: "text",
    isOurs: true,
    width: 14,
    value: ({ productId }) => cellText(productId),
  },
  { head: "Product", kind: "text", width: 48, value: ({ productName }) => cellText(productName) },
  { head: "Order reference", kind: "text", width: 34, value: ({ order }) => order },
  { head: "Code number", kind: "number", width: 12, value: ({ number }) => String(number) },
  {
    head: "Customer",
    kind: "text",
    width: 24,
    value: ({ customerReference }) => cellText(customerReference),
  },
  { head: "The customer said", kind: "text", width: 48, value: ({ said }) => said },
  {
    head: "Opened (UTC)",
    kind: "text",
    isOurs: true,
    width: 22,
    value: ({ openedAt }) => cellTime(openedAt),
  },
  { head: "Opened by", kind: "text", width: 22, value: ({ openedBy }) => cellText(openedBy) },
  { head: "Send by (UTC)", kind: "text", isOurs: true, width: 22, value: ({ dueAt }) => time(dueAt) },
  {
    head: "Supplier's reference",
    kind: "text",
    width: 24,
    value: ({ supplierReference }) => cellText(supplierReference),
  },
  { head: "Why refused", kind: "text", width: 40, value: ({ reason }) => cellText(reason) },
  {
    head: "Replaced by order",
    kind: "text",
    width: 34,
    value: ({ replacement }) => cellText(replacement?.order ?? null),
  },
  {
    head: "Replaced by code number",
    kind: "number",
    width: 12,
    value: ({ replacement }) => cellText(replacement?.number ?? null),
  },
  {
    head: "Credited",
    kind: "number",
    width: 14,
    value: ({ credit }) => (credit === null ? "" : amountForFile(credit.amount, credit.currency)),
  },
  {
    head: "Currency",
    kind: "text",
    isOurs: true,
    width: 10,
    value: ({ credit }) => cellText(credit?.currency ?? null),
  },
];

/** Claims as CSV for spreadsheets. */
export function claimsCsv(claims: readonly Claim[]): string {
  return rowsCsv(COLUMNS, claims);
}
