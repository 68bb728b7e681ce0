import type UPlot from "uplot";
import type { Inks } from "./useChart.ts";

/** The distances between values beside the axis. Values are counts or minor units, and half of one is nothing that can happen. */
const STEPS = Array.from({ length: 16 }, (_, power) => [1, 2, 2.5, 5].map((step) => step * 10 ** power))
  .flat()
  .filter(Number.isInteger);

/** What all charts have in common: their size, and no legend, because the values are in a table beside them. */
export function chartSize(box: HTMLElement, height: number) {
  return {
    width: Math.max(box.clientWidth, 1),
    height,
    padding: [8, 8, 0, 0] satisfies UPlot.Padding,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
  };
}

function axisStyle(inks: () => Inks) {
  return { stroke: () => inks().text, font: `12px ${inks().font}`, ticks: { show: false } };
}

/** The axis below a chart. */
export function timeAxis(
  inks: () => Inks,
  { space, incrs, write }: { space: number; incrs?: number[]; write: (place: number) => string },
): UPlot.Axis {
  return {
    ...axisStyle(inks),
    size: 28,
    space,
    ...(incrs === undefined ? {} : { incrs }),
    grid: { show: false },
    values: (_chart, places) => places.map(write),
  };
}

/** The axis of the values beside a chart, `size` pixels wide. */
export function valueAxis(inks: () => Inks, size: number, write: (value: number) => string): UPlot.Axis {
  return {
    ...axisStyle(inks),
    size,
    space: 36,
    incrs: STEPS,
    grid: { stroke: () => inks().grid, width: 1 },
    values: (_chart, values) => values.map(write),
  };
}

/** Tells which place the pointer is on, once for each. */
export function pointerHook(onPlace: (place: number | null) => void): UPlot.Hooks.Arrays {
  let pointed: number | null = null;
  return {
    setCursor: [
      (chart) => {
        const place = chart.cursor.idx ?? null;
        if (place !== pointed) onPlace(place);
        pointed = place;
      },
    ],
  };
}
