"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { DayChartOptions, Inks } from "./drawDays.ts";

export type DayChartProps = Omit<DayChartOptions, "onDay"> & {
  /** What it shows, for people who cannot see it; the values are in a table beside it. */
  label: string;
  /** The text for the day under the pointer. */
  describeDay: (place: number) => string;
  /** Opens a day. */
  onOpen: (place: number) => void;
};

/**
 * Bars by day, and the previous period as a line. The library is loaded with the chart; the space is reserved from the beginning.
 * The caller also shows the same values as a table, to which the chart refers if it cannot be drawn.
 */
export function DayChart(props: DayChartProps) {
  const { label, describeDay, names, now, before } = props;
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<number | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const draw = useEffectEvent(async (element: HTMLDivElement, isGone: () => boolean) => {
    // The library does not start in a browser whose language is no language tag, such as WebKitGTK's "C".
    const drawing = await import("./drawDays.ts").catch(() => null);
    // The page is painted first, then each chart in a task of its own, so that the browser can respond in between.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    if (isGone()) return null;
    setIsMissing(drawing === null);
    return drawing?.drawDays(element, { ...props, onDay: setPlace }, () => inksOf(element)) ?? null;
  });
  const open = useEffectEvent(() => {
    if (place !== null) props.onOpen(place);
  });
  // Compared by value, so that another array with the same values is not drawn again.
  const drawn = JSON.stringify([names, now, before]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let gone = false;
    const chart = draw(element, () => gone);
    const redraw = () => void chart.then((each) => each?.redraw(false));
    const sizes = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      void chart.then((each) =>
        each !== null && width > 0 ? each.setSize({ width, height: each.height }) : null,
      );
    });
    sizes.observe(element);
    const themes = new MutationObserver(redraw);
    themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", redraw);
    const onClick = () => open();
    element.addEventListener("click", onClick);
    return () => {
      gone = true;
      sizes.disconnect();
      themes.disconnect();
      system.removeEventListener("change", redraw);
      element.removeEventListener("click", onClick);
      void chart.then((each) => each?.destroy());
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it stands for what the event reads
  }, [drawn]);
  return (
    <figure>
      <div ref={box} role="img" aria-label={label} className="chart relative h-44 overflow-hidden">
        <span hidden className="text-accent" data-ink="bar" />
        <span hidden className="text-ink-soft" data-ink="line" />
        <span hidden className="text-ink-faint" data-ink="text" />
        <span hidden className="text-line" data-ink="grid" />
      </div>
      <figcaption aria-hidden={!isMissing} className="min-h-5 text-xs text-ink-faint tabular-nums">
        {isMissing ? "The chart couldn't be drawn in this browser. Its values are in the table." : null}
        {place === null ? null : describeDay(place)}
      </figcaption>
    </figure>
  );
}

/** The computed colours of the page, because canvases cannot use CSS variables. */
function inksOf(box: HTMLElement): Inks {
  const ink = (name: string) => {
    const probe = box.querySelector(`[data-ink="${name}"]`);
    return probe === null ? "gray" : getComputedStyle(probe).color;
  };
  return {
    bar: ink("bar"),
    line: ink("line"),
    text: ink("text"),
    grid: ink("grid"),
    font: getComputedStyle(box).fontFamily,
  };
}
