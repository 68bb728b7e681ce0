"use client";

import { useState } from "react";
import { ChartFrame } from "./ChartFrame.tsx";
import type { DayChartOptions } from "./drawDays.ts";
import { useChart } from "./useChart.ts";

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
      {place === null ? null : describeDay(place)}
    </ChartFrame>
  );
}
