"use client";

import { Download } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useState } from "react";
import type { FixableRow } from "#lib/orders/import/fixRow.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { StackTable } from "#components/ui/display/StackTable.tsx";
import { AlikeRows } from "./AlikeRows.tsx";
import { BadRowFields, ROW_COLUMNS, type RowFixes } from "./BadRowFields.tsx";

const SHOWN = 50;
const HEADS = [
  { text: "Row" },
  { text: "Product" },
  { text: "Amount", numeric: true },
  { text: "Quantity", numeric: true },
  { text: "Country" },
];

/** The rows that need work, to be fixed here or downloaded with their reasons. Fixed rows stay visible. */
export function BadRows({
  rows,
  bad,
  unanswered,
  onDownload,
  acceptRows,
  ...fixes
}: RowFixes & {
  acceptRows: (rows: readonly FixableRow[]) => void;
  rows: readonly FixableRow[];
  bad: number;
  /** A product could not be looked up. */
  unanswered: boolean;
  onDownload: () => void;
}) {
  const [shown, setShown] = useState(SHOWN);
  const more = rows.length - shown;
  return (
    <section aria-label="Rows that need work" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="grow font-semibold">
          {bad === 0 ? "All rows are fixed" : `${counted(bad, "row needs", "rows need")} work`}
        </h3>
        {bad > 0 ? (
          <Button size="small" onClick={onDownload}>
            <Icon shape={Download} className="size-3.5" />
            Download with reasons
          </Button>
        ) : null}
      </div>
      {unanswered ? (
        <p role="status" className="text-[0.8125rem] text-refused">
          A product couldn&apos;t be looked up. Change the cell to try again.
        </p>
      ) : null}
      <AlikeRows rows={rows} onAccept={acceptRows} />
      <StackTable label="Rows that need work" heads={HEADS} columns={ROW_COLUMNS} sticky={false}>
        {rows.slice(0, shown).map((row) => (
          <BadRowFields key={row.row.row} fixable={row} {...fixes} />
        ))}
      </StackTable>
      {more > 0 ? (
        <Button className="self-start" onClick={() => setShown((now) => now + SHOWN)}>
          {`Show ${formatCount(Math.min(SHOWN, more))} more of ${formatCount(rows.length)}`}
        </Button>
      ) : null}
    </section>
  );
}
