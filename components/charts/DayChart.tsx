"use client";

import { useState } from "react";
import { ChartFrame } from "./ChartFrame.tsx";
import type { DayChartOptions } from "./drawDays.ts";
import { useChart } from "./useChart.ts";

export type DayChartProps = Omit<DayChartOptions, "onDay"> & {
  /** What it shows, for people who cannot see it; the values are in a table beside it. */
  label: string;
  /** What the bars and the line are. */
  legend: { now: string; before: string };
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
  const { label, legend, describeDay, names, now, before } = props;
  const [place, setPlace] = useState<number | null>(null);
  const { box, isMissing } = useChart({
    drawn: JSON.stringify([names, now, before]),
    load: async () => {
      const { drawDays } = await import("./drawDays.ts");
      return (element, inks) => drawDays(element, { ...props, onDay: setPlace }, inks);
    },
    onPress: () => {
      if (place !== null) props.onOpen(place);
    },
  });
  return (
    <ChartFrame box={box} label={label} isMissing={isMissing} className="h-44">
      {place === null ? <Legend {...legend} /> : describeDay(place)}
    </ChartFrame>
  );
}

function Legend({ now, before }: DayChartProps["legend"]) {
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <span className="flex items-center gap-1.5">
        <span className="size-2.5 rounded-xs bg-accent" />
        {now}
      </span>
      <span className="flex items-center gap-1.5">
        <span className="w-5 border-t-2 border-dashed border-ink-soft" />
        {before}
      </span>
    </span>
  );
}
