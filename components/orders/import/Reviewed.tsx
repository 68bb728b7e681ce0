"use client";

import type { CheckSettings } from "#lib/orders/import/checkTable.ts";
import type { ReadChoice } from "#lib/orders/import/openSource.ts";
import { CheckedTable, type CheckedTableProps } from "./CheckedTable.tsx";
import { CheckProgress } from "./CheckProgress.tsx";
import { ImportQuestions } from "./ImportQuestions.tsx";
import { TableOptions } from "./TableOptions.tsx";
import type { ImportState, useImport } from "./useImport.ts";

/** A table that was read: how, and what its rows say or leave open. */
export function Reviewed({
  state: { summary, settings, check, remembered, name },
  imported,
  hasAdded,
  onChoose,
  table,
}: {
  state: Extract<ImportState, { kind: "table" }>;
  imported: ReturnType<typeof useImport>;
  hasAdded: boolean;
  onChoose: (choice: ReadChoice) => void;
  table: Omit<CheckedTableProps, "checked" | "mapping" | "name" | "lookup">;
}) {
  const change = (next: CheckSettings) => imported.change(summary, next);
  return (
    <div className="flex flex-col gap-5">
      {/* Reading the table again would offer rows that are already in the order. */}
      {hasAdded ? null : (
        <TableOptions
          summary={summary}
          settings={settings}
          isAsked={check.kind === "asked"}
          onChoose={onChoose}
          onChange={change}
          remembered={settings.mapping === remembered?.mapping ? remembered : null}
          onGuessAnew={() => imported.guessAnew(summary)}
        />
      )}
      {check.kind === "checked" ? (
        <CheckedTable
          key={check.turn}
          {...table}
          checked={check}
          mapping={settings.mapping}
          name={name}
          lookup={imported.lookup}
        />
      ) : check.kind === "asked" ? (
        <ImportQuestions
          questions={check.questions}
          summary={summary}
          settings={settings}
          onChoose={onChoose}
          onChange={change}
        />
      ) : (
        <CheckProgress check={check} onRetry={() => imported.check(settings)} />
      )}
    </div>
  );
}
