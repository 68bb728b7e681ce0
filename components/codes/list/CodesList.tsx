"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { groupName } from "#lib/codes/groupCodes.ts";
import type { CodeGroup, ShownCode } from "#lib/contracts/codes/codes.ts";
import { counted } from "#lib/text/counts.ts";
import { cx } from "#components/ui/cx.ts";
import { RowGap } from "#components/ui/display/RowGap.tsx";
import { StackNote } from "#components/ui/display/StackTable.tsx";
import { CodeRow, MaskedRow } from "./CodeRow.tsx";
import { codeLayout, GRID_CLASS, useGridRow, type CodeLayout } from "./codeColumns.ts";
import { amountWords, namedGroup } from "./groupWords.ts";
import { headRows, rowAt, rowCount } from "./listRows.ts";
import { SymbolDialog, type ShownSymbol } from "#components/codes/symbols/SymbolDialog.tsx";
import type { Range } from "./range.ts";
import { SCROLLS_FROM, useCodeRows } from "./useCodeRows.ts";

export type CodesListProps = {
  groups: readonly CodeGroup[];
  /** The code at a position of the list, from 1; undefined until its page is loaded. */
  codeAt: (place: number) => ShownCode | undefined;
  selected: Range | null;
  onSelect: (number: number, extend: boolean) => void;
  /** Requests the codes at these positions. */
  onNeeded: (from: number, to: number) => void;
  onClaim: ((code: ShownCode) => void) | null;
};

/** The columns of a group are laid out for this many of its codes, because codes of one product are alike. */
const SAMPLED = 50;

/** Delay before pages are requested, so that fast scrolling doesn't request each of them. */
const REQUEST_DELAY_MS = 150;

/** Codes by product, each group with a heading. Only visible codes are rendered and requested. */
export function CodesList({ groups, codeAt, selected, onSelect, onNeeded, onClaim }: CodesListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [symbol, setSymbol] = useState<ShownSymbol | null>(null);
  const heads = useMemo(() => headRows(groups), [groups]);
  const layouts = useMemo(
    () => new Map(groups.map((group) => [group, codeLayout(group.fields, firstOf(group, codeAt))])),
    [groups, codeAt],
  );
  const named = useMemo(() => new Map(groups.map((group) => [group, namedGroup(group)])), [groups]);
  const count = rowCount(groups);
  const { parts, measure } = useCodeRows(scroller, count, heads);
  // The button that had the focus is gone, so keyboard users continue at the first code: a frame around all of them says nothing.
  useEffect(() => {
    const first = scroller.current?.querySelector<HTMLElement>("button") ?? scroller.current;
    first?.focus({ preventScroll: true });
  }, []);

  const missing = parts.flatMap((part) => {
    const at = "row" in part ? rowAt(groups, part.row) : null;
    return at?.number != null && codeAt(at.number) === undefined ? [at.number] : [];
  });
  const from = missing[0];
  const to = missing.at(-1);
  useEffect(() => {
    if (from === undefined || to === undefined) return undefined;
    const timer = setTimeout(() => onNeeded(from, to), REQUEST_DELAY_MS);
    return () => clearTimeout(timer);
  }, [from, to, onNeeded]);

  return (
    <>
      <div
        ref={scroller}
        role="table"
        aria-label="Codes"
        aria-rowcount={count}
        // Scrollable content has to be reachable by keyboard (WCAG 2.1.1).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={cx("relative", count > SCROLLS_FROM && "max-h-[70dvh] overflow-y-auto")}
      >
        <div role="rowgroup">
          {parts.map((part) => {
            if ("gap" in part) return <RowGap key={`gap ${part.before}`} height={part.gap} />;
            const at = rowAt(groups, part.row);
            if (at === null) return null;
            const { group, number } = at;
            const layout = layouts.get(group) ?? codeLayout(group.fields);
            const place = { row: part.row, measure };
            if (number === null)
              return <GroupHead key={`head ${group.first}`} group={group} layout={layout} {...place} />;
            const code = codeAt(number);
            if (code === undefined) return <MaskedRow key={number} number={number} {...place} />;
            return (
              <CodeRow
                key={number}
                code={code}
                layout={layout}
                onSelect={onSelect}
                {...place}
                group={named.get(group) ?? namedGroup(group)}
                selected={selected !== null && code.number >= selected.from && code.number <= selected.to}
                onSymbol={(of, kind) => setSymbol({ code: of, kind })}
                onClaim={onClaim}
              />
            );
          })}
        </div>
      </div>
      <SymbolDialog symbol={symbol} onSymbol={setSymbol} />
    </>
  );
}

/** The first codes of a group, as far as they are loaded. */
function firstOf({ first, count }: CodeGroup, codeAt: CodesListProps["codeAt"]): ShownCode["fields"][] {
  const places = Array.from({ length: Math.min(count, SAMPLED) }, (_, at) => first + at);
  return places.map(codeAt).flatMap((code) => (code === undefined ? [] : [code.fields]));
}

function GroupHead({
  group,
  layout: { columns, grid },
  row,
  measure,
}: {
  group: CodeGroup;
  layout: CodeLayout;
  row: number;
  measure: ((element: HTMLElement | null) => void) | undefined;
}) {
  const amount = amountWords(group);
  const place = useGridRow(grid, measure);
  return (
    <div
      ref={place}
      data-index={row}
      role="row"
      aria-rowindex={row + 1}
      className={cx("sticky top-0 z-10 grid gap-x-3 border-b border-line bg-canvas pt-2 pb-1", GRID_CLASS)}
    >
      <StackNote className="flex flex-wrap items-baseline gap-x-3 pb-1">
        <span translate="no" className="min-w-0 font-medium wrap-anywhere">
          {groupName(group)}
        </span>
        {amount === "" ? null : <span className="tabular-nums">{amount}</span>}
        <span className="text-[0.8125rem] text-ink-faint tabular-nums">
          {counted(group.count, "code", "codes")}
        </span>
      </StackNote>
      {["Number", ...columns.map(({ label }) => label), "Actions"].map((text, at, all) => (
        <span key={text} role="columnheader" className="text-xs font-medium text-ink-faint max-md:sr-only">
          <span className={at === 0 || at === all.length - 1 ? "sr-only" : undefined}>{text}</span>
        </span>
      ))}
    </div>
  );
}
