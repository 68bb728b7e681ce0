/** What a list is exported as: of the two CSV files, the first is for spreadsheets, the second for programs. */
export const TABLE_FILES = ["csv", "plain-csv", "xlsx"] as const;
export type TableFile = (typeof TABLE_FILES)[number];

export const TABLE_FILE_NAMES: Record<TableFile, string> = {
  csv: "CSV for spreadsheets",
  "plain-csv": "CSV for programs",
  xlsx: "Excel (XLSX)",
};
