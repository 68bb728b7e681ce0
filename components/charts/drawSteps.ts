import UPlot from "uplot";
import { chartSize, pointerHook, timeAxis, valueAxis } from "./chartParts.ts";
import type { Inks } from "./useChart.ts";

export type StepChartOptions = {
  /** Moments in milliseconds, in their order; each value holds until the next moment. */
  times: readonly number[];
  /** One or two lines; null where there is none. */
  lines: readonly (readonly (number | null)[])[];
  /** A value beside the axis. */
  formatAxis: (value: number) => string;
  /** A moment below the axis. */
  formatTime: (at: number) => string;
  /** The place under the pointer; null once the pointer has left. */
  onPlace: (place: number | null) => void;
};

const HEIGHT = 128;

/** Draws values that hold until the next one, as steps. */
export function drawSteps(box: HTMLElement, options: StepChartOptions, inks: () => Inks): UPlot {
  const { times, lines, formatAxis, formatTime, onPlace } = options;
  return new UPlot(
    {
      ...chartSize(box, HEIGHT),
      // Moments are given in milliseconds.
      ms: 1,
      scales: {
        x: { time: false },
        y: { range: (_chart, low, high) => withRoom(low, high) },
      },
      axes: [timeAxis(inks, { space: 96, write: formatTime }), valueAxis(inks, 64, formatAxis)],
      series: [
        {},
        ...lines.map((_, place) => ({
          stroke: () => (place === 0 ? inks().bar : inks().line),
          width: 2,
          points: { show: false },
          paths: UPlot.paths.stepped?.({ align: 1 }),
        })),
      ],
      hooks: pointerHook(onPlace),
    },
    [[...times], ...lines.map((line) => [...line])],
    box,
  );
}

/** A step of a few per cent stays visible; values below zero do not exist. */
function withRoom(low: number, high: number): [number, number] {
  const room = Math.max((high - low) * 0.2, high * 0.02, 1);
  return [Math.max(0, Math.floor(low - room)), Math.ceil(high + room)];
}
