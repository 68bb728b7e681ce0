"use client";

import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";

/** Height of a row, in rem: on a phone, a name takes three lines. */
const ROW_HEIGHT = 2.75;
const ROW_HEIGHT_ON_PHONE = 4;
/** A phone, as in the Tailwind theme. */
const PHONE = "(width < 40rem)";
const OVERSCAN = 8;
const AT_REST = 3;
/** The range moves in steps, so that most scrolling renders nothing. */
const STEP = 8;
/** In milliseconds. Rows that are scrolled past faster are neither rendered nor loaded, because nobody could read them. */
const SETTLE = 80;

type Range = { from: number; to: number };

export type VirtualRows = Range & {
  body: RefObject<HTMLTableSectionElement | null>;
  /** The cells that replace the rows before and after. */
  before: RefObject<HTMLTableCellElement | null>;
  after: RefObject<HTMLTableCellElement | null>;
  /** Whether the list begins above the window, as of the last scroll event, because measuring would force a layout. */
  isScrolled: RefObject<boolean>;
};

function rowRems(): number {
  return matchMedia(PHONE).matches ? ROW_HEIGHT_ON_PHONE : ROW_HEIGHT;
}

/** In CSS pixels: a reader may have chosen another size of text. */
function rowHeight(): number {
  return rowRems() * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

function around(first: number, visible: number): Range {
  // Before anybody has scrolled, rows that are not visible are not rendered with every answer.
  if (first === 0) return { from: 0, to: visible + AT_REST };
  return {
    from: Math.max(0, Math.floor((first - OVERSCAN) / STEP) * STEP),
    to: Math.ceil((first + visible + OVERSCAN) / STEP) * STEP,
  };
}

function sameOrNow(now: Range, next: Range): Range {
  return now.from === next.from && now.to === next.to ? now : next;
}

/**
 * Decides which of `total` rows of equal height are near the window while the page scrolls. Rows stay in the flow, and heights
 * are set on the element, because the page's policy allows no style attributes (docs/decisions/0009-content-security-policy.md).
 * The first `initial` rows come with the page.
 */
export function useVirtualRows(total: number, initial: number): VirtualRows {
  const body = useRef<HTMLTableSectionElement>(null);
  const before = useRef<HTMLTableCellElement>(null);
  const after = useRef<HTMLTableCellElement>(null);
  const [range, setRange] = useState<Range>({ from: 0, to: initial });

  const isScrolled = useRef(false);
  const lastFirst = useRef(0);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);

  const measure = useCallback(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    isScrolled.current = top < 0;
    const height = rowHeight();
    const first = Math.floor(Math.max(0, -top) / height);
    const visible = Math.ceil((window.innerHeight - Math.max(0, top)) / height);
    const show = () => setRange((now) => sameOrNow(now, around(first, visible)));
    clearTimeout(settling.current);
    // Nothing that was on the screen is still there.
    const isRushing = Math.abs(first - lastFirst.current) > visible + OVERSCAN;
    lastFirst.current = first;
    if (!isRushing) return show();
    setRange((now) => (now.from === now.to ? now : { from: first, to: first }));
    settling.current = setTimeout(show, SETTLE);
  }, []);

  useEffect(() => {
    let frame = 0;
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    later();
    addEventListener("scroll", later, { passive: true });
    addEventListener("resize", later);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(settling.current);
      removeEventListener("scroll", later);
      removeEventListener("resize", later);
    };
  }, [measure]);

  const from = Math.min(range.from, total);
  const to = Math.min(range.to, total);
  useLayoutEffect(() => {
    // In rem, because to ask for a height in pixels the browser would have to compute the styles of the whole page at once.
    const height = rowRems();
    if (before.current) before.current.style.height = `${from * height}rem`;
    if (after.current) after.current.style.height = `${(total - to) * height}rem`;
  }, [from, to, total]);

  return { from, to, body, before, after, isScrolled };
}
