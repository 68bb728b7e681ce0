import type { ReportKind } from "#lib/contracts/reports/reportKinds.ts";
import type { Permission } from "#lib/contracts/team/permission.ts";

type ReportDefinition = {
  label: string;
  /** What its owner needs, when it is set up, made and read. */
  permission: Permission;
  /** Of the time between two cuts; otherwise of the moment at which it is made. */
  isOfPeriod: boolean;
};

/** All that is true of each kind of report. */
export const REPORTS: Record<ReportKind, ReportDefinition> = {
  statement: { label: "Statement", permission: "wallet.read", isOfPeriod: true },
  orders: { label: "Orders", permission: "orders.read", isOfPeriod: true },
  stock: { label: "Stock", permission: "stock.read", isOfPeriod: false },
  budgets: { label: "Budgets", permission: "wallet.read", isOfPeriod: false },
  claims: { label: "Claims", permission: "codes.find", isOfPeriod: false },
};
