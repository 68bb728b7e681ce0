"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import type UPlot from "uplot";

/** Read from the page for each drawing, so that the chart follows the theme. */
export type Inks = { bar: string; line: string; text: string; grid: string; font: string };

export type Drawing = {
  /** What is drawn, as text: another array with the same values is not drawn again. */
  drawn: string;
  /** Loads the library and draws. Rejects in a browser in which it does not start. */
  load: () => Promise<(element: HTMLElement, inks: () => Inks) => UPlot>;
  onPress?: () => void;
};

/** Draws a chart into `box`, again when its size, its theme or its values change. `isMissing`: it couldn't be drawn in this browser. */
export function useChart({ drawn, load, onPress }: Drawing) {
  const box = useRef<HTMLDivElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  const draw = useEffectEvent(async (element: HTMLDivElement, isGone: () => boolean) => {
    // The library does not start in a browser whose language is no language tag, such as WebKitGTK's "C".
    const drawing = await load().catch(() => null);
    // The page is painted first, then each chart in a task of its own, so that the browser can respond in between.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    if (isGone()) return null;
    setIsMissing(drawing === null);
    return drawing?.(element, () => inksOf(element)) ?? null;
  });
  const press = useEffectEvent(() => onPress?.());
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
    const onClick = () => press();
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
  return { box, isMissing };
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
