"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { MAX_LINES } from "#lib/contracts/orders/orderLimits.ts";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import { addToTotals } from "#lib/orders/import/addToTotals.ts";
import type { ColumnMapping } from "#lib/orders/import/columns.ts";
import type { GoodRow } from "#lib/orders/import/checkTable.ts";
import type { FixableRow } from "#lib/orders/import/fixRow.ts";
import { errorFile } from "#lib/orders/import/errorFile.ts";
import { mergeLines, type PrintedLine } from "#lib/orders/import/mergeLines.ts";
import type { DraftProduct } from "#lib/orders/drafts/draftLine.ts";
import { importedLine } from "#lib/orders/import/importedLine.ts";
import { importedRows } from "#lib/orders/references/importedLineId.ts";
import { countRecognised } from "#lib/orders/references/recognisedRows.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { announce } from "#components/ui/Announcer.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { InPlace } from "#components/ui/InPlace.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { BadRows } from "./BadRows.tsx";
import { ReadyRows } from "./ReadyRows.tsx";
import { RowsAgain } from "./RowsAgain.tsx";
import type { CatalogLookup } from "./catalogLookup.ts";
import { CheckSummary } from "./CheckSummary.tsx";
import { downloadFile } from "#components/ui/downloadFile.ts";
import type { AddedRows } from "./keptImport.ts";
import type { RowEdits } from "./rowEdits.ts";
import { useBadRows } from "./useBadRows.ts";
import type { TableCheck } from "./useImport.ts";

export type CheckedTableProps = {
  /** The lines of the draft. */
  lines: readonly TypedLine[];
  /** Adds lines to the draft in one edit; returns how many did not fit. */
  onAdd: (lines: readonly TypedLine[], products: readonly DraftProduct[]) => number;
  onClose: () => void;
  checked: Extract<TableCheck, { kind: "checked" }>;
  mapping: ColumnMapping;
  name: string;
  lookup: CatalogLookup;
  edits: RowEdits;
  /** What is in the draft already. */
  added: AddedRows;
  /** Called after lines were added; null if some did not fit, so that it is not known of which rows. */
  onAdded: (added: AddedRows | null) => void;
  /** Called with the number of rows that have not been added yet. */
  onLeft: (left: number) => void;
  /** Where the button that adds lines belongs: always in sight, however many rows there are. */
  footer: HTMLElement | null;
};

/** The result for a table: the rows that are ready to be added, and those that need work first. */
export function CheckedTable({
  checked,
  mapping,
  name,
  edits,
  lookup,
  added: before,
  onAdded,
  lines: inDraft,
  onAdd,
  onClose,
  onLeft,
  footer,
}: CheckedTableProps) {
  const { verdict, heads } = checked;
  const [good, setGood] = useState(() => notIn(before, verdict.good, ({ row }) => row).map(readyRow));
  const [added, setAdded] = useState(before.lines);
  const [hasRest, setHasRest] = useState(false);
  const [merged, setMerged] = useState(false);
  const { rows, unanswered, remove, ...fixes } = useBadRows(
    notIn(before, verdict.bad, ({ row }) => row.row),
    lookup,
    edits,
  );
  const all = useMemo(() => [...rows.values()], [rows]);
  const fixed = useMemo(() => all.filter(({ verdict: { ok } }) => ok), [all]);
  const bad = all.filter(({ verdict: { ok } }) => !ok);
  const ready = good.length + fixed.length;
  const left = good.length + all.length;
  // Without those that were added. What lines cost that did not fit into the draft is not known here.
  const totals = useMemo(
    () => (added > 0 && good.length > 0 ? [] : addToTotals(added > 0 ? [] : verdict.totals, readyOf(all))),
    [added, good, verdict, all],
  );
  useEffect(() => onLeft(left), [left, onLeft]);
  const again = useMemo(() => {
    const own = [...good, ...fixed.flatMap(fixedRow)].flatMap(({ line }) => line.rows);
    return countRecognised(own, importedRows(inDraft));
  }, [good, fixed, inDraft]);

  // Presses before the next rendering still see the rows as they were.
  const hasPressed = useRef(false);
  useEffect(() => {
    hasPressed.current = false;
  });

  function add() {
    if (hasPressed.current) return;
    hasPressed.current = true;
    const inOrder = [...good, ...fixed.flatMap(fixedRow)].toSorted((one, other) => one.row - other.row);
    const lines = linesOf(inOrder, merged);
    const products = [...verdict.products, ...fixed.flatMap(productOf)];
    const rest = onAdd(lines.map(importedLine), products);
    const said = `${counted(lines.length - rest, "line", "lines")} added.`;
    announce(said);
    const count = added + lines.length - rest;
    setAdded(count);
    setHasRest(rest > 0);
    onAdded(rest > 0 ? null : { lines: count, rows: [...before.rows, ...inOrder.map(({ row }) => row)] });
    // Merged lines stand for several rows each, so those that did not fit stay as they are now.
    const remaining =
      rest === 0 ? [] : lines.slice(lines.length - rest).map((line, at) => ({ row: at + 1, line }));
    setGood(remaining);
    remove(new Set(fixed.map(({ row }) => row.row)));
    if (rest > 0 || bad.length > 0) return;
    toast(said, { tone: "done" });
    onClose();
  }

  function download() {
    const file = errorFile({ bad: bad.flatMap(badRowOf), width: verdict.width }, heads, mapping);
    downloadFile(`${name.replace(/\.[a-z]+$/i, "")} - to fix.csv`, file, "text/csv");
  }

  return (
    <>
      <CheckSummary verdict={verdict} ready={ready} totals={totals} bad={bad.length} />
      {added > 0 ? (
        <Banner tone="done" title={`${counted(added, "line", "lines")} added to the order.`}>
          {hasRest
            ? `${counted(good.length, "row was", "rows were")} not added: a draft holds at most ${formatCount(MAX_LINES)} lines.`
            : null}
        </Banner>
      ) : null}
      {again > 0 ? <RowsAgain count={again} /> : null}
      {verdict.repeated > 0 && added === 0 ? (
        <Checkbox
          label="Merge rows of the same product, amount and country"
          checked={merged}
          onChange={(event) => setMerged(event.target.checked)}
        />
      ) : null}
      {ready > 0 ? (
        <InPlace place={footer}>
          <Button variant="primary" data-adds-lines="" onClick={add}>
            {addWords(good, fixed, merged)}
          </Button>
        </InPlace>
      ) : null}
      {all.length > 0 ? (
        <BadRows rows={all} bad={bad.length} unanswered={unanswered} {...fixes} onDownload={download} />
      ) : null}
      {added > 0 ? null : <ReadyRows rows={good} products={verdict.products} />}
    </>
  );
}

/** The rows without those that are in the draft already. */
function notIn<Row>(
  { rows }: AddedRows,
  all: readonly Row[],
  numberOf: (row: Row) => number,
): readonly Row[] {
  if (rows.length === 0) return all;
  const taken = new Set(rows);
  return all.filter((row) => !taken.has(numberOf(row)));
}

/** A row that can be added, as a line. */
type AddableRow = { row: number; line: PrintedLine };

function readyRow({ row, line, prints }: GoodRow): AddableRow {
  return { row, line: { ...line, rows: [prints] } };
}

function addWords(good: readonly AddableRow[], fixed: readonly FixableRow[], merged: boolean): string {
  const lines = linesOf([...good, ...fixed.flatMap(fixedRow)], merged);
  return `Add ${counted(lines.length, "line", "lines")}`;
}

function linesOf(rows: readonly AddableRow[], merged: boolean): PrintedLine[] {
  const lines = rows.map(({ line }) => line);
  return merged ? mergeLines(lines) : lines;
}

function fixedRow({ row: { row, prints }, verdict }: FixableRow): AddableRow[] {
  return verdict.ok ? [readyRow({ row, line: verdict.line, prints })] : [];
}

function productOf({ verdict }: FixableRow): DraftProduct[] {
  return verdict.ok ? [verdict.product] : [];
}

function readyOf(rows: readonly FixableRow[]) {
  return rows.flatMap(({ verdict }) => (verdict.ok ? [verdict] : []));
}

function badRowOf({ verdict, ...rest }: FixableRow) {
  return verdict.ok ? [] : [{ ...rest, verdict }];
}
