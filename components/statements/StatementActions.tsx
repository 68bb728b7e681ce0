"use client";

import { useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Statement } from "#lib/contracts/money/statement.ts";
import { statementCsv, statementSheet } from "#lib/statements/statementTable.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { downloadFile } from "#components/ui/downloadFile.ts";
import { toast } from "#components/ui/feedback/toast.ts";

/** Saves a statement as a file, or prints it. Null while it is loading: the buttons keep their places. */
export function StatementActions({
  statement,
  environment,
}: {
  statement: Statement | null;
  environment: Environment;
}) {
  const [busy, setBusy] = useState(false);
  const nameOf = ({ month }: Statement, ending: string) => `statement-${environment}-${month}.${ending}`;
  function downloadText() {
    if (statement === null) return;
    downloadFile(nameOf(statement, "csv"), statementCsv(statement), "text/csv;charset=utf-8");
  }
  async function downloadWorkbook() {
    if (statement === null) return;
    setBusy(true);
    try {
      const { workbookFile } = await import("#lib/files/workbookFile.ts");
      downloadFile(nameOf(statement, "xlsx"), await workbookFile(statementSheet(statement)));
    } catch {
      toast("The workbook couldn't be created. Download CSV instead.", { tone: "refused" });
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button disabled={statement === null} onClick={downloadText}>
        Download CSV
      </Button>
      <Button disabled={statement === null} loading={busy} onClick={() => void downloadWorkbook()}>
        Download XLSX
      </Button>
      <Button disabled={statement === null} onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
}
