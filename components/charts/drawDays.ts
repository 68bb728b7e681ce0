import UPlot from "uplot";

export type DaySeries = { now: readonly (number | null)[]; before: readonly (number | null)[] };

export type DayChartOptions = DaySeries & {
  /** Short names of the days, below the axis. */
  names: readonly string[];
  /** A value beside the axis. */
  formatAxis: (value: number) => string;
  /** The day under the pointer; null once the pointer has left. */
  onDay: (place: number | null) => void;
};

/** Read from the page for each drawing, so that the chart follows the theme. */
export type Inks = { bar: string; line: string; text: string; grid: string; font: string };

const HEIGHT = 176;
const BAR_SHARE = 0.7;
const WIDEST_BAR = 28;
/** The distances between values beside the axis. Values are counts or minor units, and half of one is nothing that can happen. */
const STEPS = Array.from({ length: 16 }, (_, power) => [1, 2, 2.5, 5].map((step) => step * 10 ** power))
  .flat()
  .filter(Number.isInteger);

/** Draws bars for each day, and a line for the previous period. Styles are set by script, which the content policy allows. */
export function drawDays(box: HTMLElement, options: DayChartOptions, inks: () => Inks): UPlot {
  const { names, now, before, formatAxis, onDay } = options;
  let pointed: number | null = null;
  const point = (place: number | null) => {
    if (place !== pointed) onDay(place);
    pointed = place;
  };
  const axis = { stroke: () => inks().text, font: `12px ${inks().font}`, ticks: { show: false } };
  return new UPlot(
    {
      width: Math.max(box.clientWidth, 1),
      height: HEIGHT,
      padding: [8, 8, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: {
        x: { time: false, range: [-0.6, names.length - 0.4] },
        y: { range: (_chart, _low, high) => [0, Math.max(high * 1.05, 1)] },
      },
      axes: [
        {
          ...axis,
          size: 28,
          space: 64,
          incrs: [1, 2, 5, 7, 10, 15, 30],
          grid: { show: false },
          values: (_chart, places) => places.map((place) => names[place] ?? ""),
        },
        {
          ...axis,
          size: 56,
          space: 36,
          incrs: STEPS,
          grid: { stroke: () => inks().grid, width: 1 },
          values: (_chart, values) => values.map(formatAxis),
        },
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
      hooks: { setCursor: [(chart) => point(chart.cursor.idx ?? null)] },
    },
    [names.map((_, place) => place), [...now], [...before]],
    box,
  );
}
