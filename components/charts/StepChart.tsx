"use client";

import { useState } from "react";
import { ChartFrame } from "./ChartFrame.tsx";
import type { StepChartOptions } from "./drawSteps.ts";
import { useChart } from "./useChart.ts";

export type StepChartProps = Omit<StepChartOptions, "onPlace"> & {
  /** What it shows, for people who cannot see it; the values are in a table beside it. */
  label: string;
  /** The text for the place under the pointer. */
  describePlace: (place: number) => string;
};

/** Values that hold until the next one, as steps. The library is loaded with the chart; the space is reserved from the beginning. */
export function StepChart(props: StepChartProps) {
  const { label, describePlace, times, lines } = props;
  const [place, setPlace] = useState<number | null>(null);
  const { box, isMissing } = useChart({
    drawn: JSON.stringify([times, lines]),
    load: async () => {
      const { drawSteps } = await import("./drawSteps.ts");
      return (element, inks) => drawSteps(element, { ...props, onPlace: setPlace }, inks);
    },
  });
  return (
    <ChartFrame box={box} label={label} isMissing={isMissing} className="h-32">
      {place === null ? null : describePlace(place)}
    </ChartFrame>
  );
}
