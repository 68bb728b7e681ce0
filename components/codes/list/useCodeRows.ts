"use client";

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, type RefObject } from "react";
import { STACKED_WINDOW } from "#components/ui/display/stackedWindow.ts";

/** Heights before they are measured, in CSS pixels: a row of the table, and stacked fields on a phone. */
const ROW = 45;
const STACKED_ROW = 150;
/** Shorter lists are rendered as a whole and do not scroll by themselves. */
export const SCROLLS_FROM = 40;

export type CodeRows = {
  /** What to render, from top to bottom: rows, and the heights of the gaps between them. */
  parts: ({ row: number } | { gap: number; before: number })[];
  measure: ((element: HTMLElement | null) => void) | undefined;
  /** Scrolls a row to the top of the list. */
  show: (row: number) => void;
};

/** Decides which rows are rendered: those visible in `scroller`, and the heading above them (`heads`: the headings' rows, ascending). */
export function useCodeRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  heads: readonly number[],
): CodeRows {
  const isVirtual = count > SCROLLS_FROM;
  const estimate = typeof window !== "undefined" && matchMedia(STACKED_WINDOW).matches ? STACKED_ROW : ROW;
  // Nothing here is memoized: its results are used with each rendering.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    overscan: 8,
    initialRect: { width: 900, height: 600 },
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const near = defaultRangeExtractor(range);
        const head = heads.findLast((row) => row <= range.startIndex);
        return head === undefined || near.includes(head) ? near : [head, ...near];
      },
      [heads],
    ),
  });
  const show = useCallback(
    (row: number) => virtualizer.scrollToIndex(row, { align: "start" }),
    [virtualizer],
  );
  if (!isVirtual) {
    return { measure: undefined, show, parts: Array.from({ length: count }, (_, row) => ({ row })) };
  }
  const parts: CodeRows["parts"] = [];
  let end = 0;
  for (const { index, start, end: next } of virtualizer.getVirtualItems()) {
    if (start > end) parts.push({ gap: start - end, before: index });
    parts.push({ row: index });
    end = next;
  }
  const rest = virtualizer.getTotalSize() - end;
  if (rest > 0) parts.push({ gap: rest, before: count });
  return { parts, measure: virtualizer.measureElement, show };
}
