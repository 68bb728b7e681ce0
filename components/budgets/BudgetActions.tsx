"use client";

import type { Budget } from "#lib/contracts/orders/budgets.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { TABLE_FILE_NAMES } from "#lib/files/tableFiles.ts";
import { budgetsCsv, budgetsPlainCsv } from "#lib/orders/export/budgetTable.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { downloadFile } from "#components/ui/downloadFile.ts";

const FILES = [
  { file: "csv", write: budgetsCsv },
  { file: "plain-csv", write: budgetsPlainCsv },
] as const;

/** Saves the shown budgets, with the periods before, as a file. */
export function BudgetActions({
  budgets,
  environment,
}: {
  budgets: readonly Budget[];
  environment: Environment;
}) {
  return FILES.map(({ file, write }) => (
    <Button
      key={file}
      onClick={() =>
        downloadFile(
          `budgets-${environment}${file === "csv" ? "" : "-plain"}.csv`,
          write(budgets),
          "text/csv;charset=utf-8",
        )
      }
    >
      {TABLE_FILE_NAMES[file]}
    </Button>
  ));
}
