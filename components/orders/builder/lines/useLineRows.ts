"use client";

import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { STACKED_WINDOW } from "#components/ui/display/stackedWindow.ts";

/** Shorter drafts are rendered as a whole. */
const VIRTUAL_FROM = 60;
/** Heights of a row before it was measured, in CSS pixels: in a table, and as stacked fields on a phone. */
const ROW = 56;
const STACKED_ROW = 150;

export type LineRows = {
  /** What to render, from top to bottom: rows, and the heights of the gaps between them. */
  parts: ({ row: number } | { gap: number; before: number })[];
  list: RefObject<HTMLDivElement | null>;
  /** For the element of each row, which has `data-index`. */
  measure: ((element: HTMLElement | null) => void) | undefined;
  /** Scrolls a row into view, so that it is rendered. */
  show: (row: number) => void;
};

/**
 * Decides which of the draft's rows are rendered: those near the window, and the one that is edited, wherever the page is
 * scrolled to. Rows stay in the flow, with the height of their content.
 */
export function useLineRows(count: number, edited: number, keyOf: (row: number) => string): LineRows {
  const list = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  const isVirtual = count > VIRTUAL_FROM;
  // Determined once and not by each row: when a row grows, all rows below it are positioned again, and this is the slowest part of that.
  const estimate = typeof window !== "undefined" && matchMedia(STACKED_WINDOW).matches ? STACKED_ROW : ROW;
  // Nothing here is memoized: its results are used with each rendering.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isVirtual,
    estimateSize: () => estimate,
    getItemKey: keyOf,
    overscan: 6,
    scrollMargin: margin,
    // The first rows come with the page.
    initialRect: { width: 1280, height: 900 },
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const near = defaultRangeExtractor(range);
        if (edited < 0 || edited >= range.count || near.includes(edited)) return near;
        return [...near, edited].toSorted((one, other) => one - other);
      },
      [edited],
    ),
  });

  // Banners above the table appear and disappear.
  useLayoutEffect(() => {
    if (!isVirtual || list.current === null) return undefined;
    const place = () => setMargin(Math.round((list.current?.getBoundingClientRect().top ?? 0) + scrollY));
    place();
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [isVirtual]);

  const show = useCallback(
    (row: number) => virtualizer.scrollToIndex(row, { align: "center" }),
    [virtualizer],
  );
  if (!isVirtual) {
    return { list, measure: undefined, show, parts: Array.from({ length: count }, (_, row) => ({ row })) };
  }
  const parts: LineRows["parts"] = [];
  let end = margin;
  for (const { index, start, end: next } of virtualizer.getVirtualItems()) {
    if (start > end) parts.push({ gap: start - end, before: index });
    parts.push({ row: index });
    end = next;
  }
  const rest = virtualizer.getTotalSize() + margin - end;
  if (rest > 0) parts.push({ gap: rest, before: count });
  return { list, measure: virtualizer.measureElement, show, parts };
}
