import UPlot from "uplot";
import { chartSize, pointerHook, timeAxis, valueAxis } from "./chartParts.ts";
import type { Inks } from "./useChart.ts";

export type DaySeries = { now: readonly (number | null)[]; before: readonly (number | null)[] };

export type DayChartOptions = DaySeries & {
  /** Short names of the days, below the axis. */
  names: readonly string[];
  /** A value beside the axis. */
  formatAxis: (value: number) => string;
  /** The day under the pointer; null once the pointer has left. */
  onDay: (place: number | null) => void;
};

const HEIGHT = 176;
const BAR_SHARE = 0.7;
const WIDEST_BAR = 28;
/** Draws bars for each day, and a line for the previous period. Styles are set by script, which the content policy allows. */
export function drawDays(box: HTMLElement, options: DayChartOptions, inks: () => Inks): UPlot {
  const { names, now, before, formatAxis, onDay } = options;
  return new UPlot(
    {
      ...chartSize(box, HEIGHT),
      scales: {
        x: { time: false, range: [-0.6, names.length - 0.4] },
        y: { range: (_chart, _low, high) => [0, Math.max(high * 1.05, 1)] },
      },
      axes: [
        timeAxis(inks, {
          space: 64,
          incrs: [1, 2, 5, 7, 10, 15, 30],
          write: (place) => names[place] ?? "",
        }),
        valueAxis(inks, 56, formatAxis),
      ],
      series: [
        {},
        {
          fill: () => inks().bar,
          width: 0,
          points: { show: false },
          paths: UPlot.paths.bars?.({ size: [BAR_SHARE, WIDEST_BAR], radius: 0.15 }),
        },
        { stroke: () => inks().line, width: 1.5, dash: [4, 4], points: { show: false } },
      ],
      hooks: pointerHook(onDay),
    },
    [names.map((_, place) => place), [...now], [...before]],
    box,
  );
}
