"use client";

import { useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Statement } from "#lib/contracts/statement.ts";
import { statementCsv, statementSheet } from "#lib/statements/statementTable.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { downloadFile } from "#components/ui/downloadFile.ts";
import { toast } from "#components/ui/feedback/toast.ts";

/** Saves a statement as a file, or prints it. */
export function StatementActions({
  statement,
  environment,
}: {
  statement: Statement;
  environment: Environment;
}) {
  const [busy, setBusy] = useState(false);
  const name = `statement-${environment}-${statement.month}`;
  async function downloadWorkbook() {
    setBusy(true);
    try {
      const { workbookFile } = await import("#lib/files/workbookFile.ts");
      downloadFile(`${name}.xlsx`, await workbookFile(statementSheet(statement)));
    } catch {
      toast("The workbook couldn't be created. Download CSV instead.", { tone: "refused" });
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button onClick={() => downloadFile(`${name}.csv`, statementCsv(statement), "text/csv;charset=utf-8")}>
        Download CSV
      </Button>
      <Button loading={busy} onClick={() => void downloadWorkbook()}>
        Download XLSX
      </Button>
      <Button onClick={() => window.print()}>Print</Button>
    </>
  );
}
