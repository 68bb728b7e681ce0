/** What a report is of. */
export const REPORT_KINDS = ["statement", "orders", "stock", "budgets", "claims"] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** How many reports a member has in an environment at most. */
export const MOST_REPORTS = 20;
/** How many files of a report are listed: the latest. */
export const MOST_FILES = 26;
