"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { ByDay, DaySpan } from "#lib/contracts/orders/overview.ts";
import type { OrderState } from "#lib/contracts/orders/orderState.ts";
import { ordersBehind } from "#lib/overview/links.ts";
import { addDays } from "#lib/time/calendarDays.ts";
import { counted } from "#lib/text/counts.ts";
import { DayChart } from "#components/charts/DayChart.tsx";
import { DaysTable } from "#components/charts/DaysTable.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { formatDay } from "#components/time/formats.ts";
import { axisText, daysBefore, only } from "./figureWords.ts";

export type DayFiguresProps = {
  title: string;
  /** Shorter than the title, if the choice beside it says the rest. */
  heading?: string | undefined;
  /** A control that chooses what is drawn. */
  choice?: ReactNode;
  figures: ByDay;
  period: DaySpan;
  /** Null for a count. */
  currency: string | null;
  states: readonly OrderState[];
  format: (value: number | null) => string;
};

/** A figure by day as a chart and as a table; each day is a link to its orders. */
export function DayFigures({
  title,
  heading = title,
  choice,
  figures,
  period,
  currency,
  states,
  format,
}: DayFiguresProps) {
  const router = useRouter();
  const days = figures.days.map((_, place) => addDays(period.from, place));
  const hrefOf = (place: number, of = days) =>
    ordersBehind(only(of[place] ?? period.to), { state: states, ...(currency === null ? {} : { currency }) });
  const before = daysBefore(days.length);
  const beforeOf = (place: number) => figures.previousDays[place] ?? null;
  return (
    <div className="min-w-0">
      <div className="flex min-h-9 flex-wrap items-center gap-3">
        <h3 className="font-medium">{heading}</h3>
        {choice}
      </div>
      <DayChart
        label={`${title} by day over ${counted(days.length, "day", "days")}, and the ${before}. A table with the same values follows.`}
        names={days.map((day) => formatDay(day, "day"))}
        legend={{ now: "This period", before: `The ${before}` }}
        now={figures.days}
        before={figures.previousDays}
        formatAxis={(value) => axisText(value, currency)}
        describeDay={(place) =>
          `${formatDay(days[place] ?? period.from, "day")}: ${format(figures.days[place] ?? null)}. ${before}: ${format(beforeOf(place))}.`
        }
        onOpen={(place) => router.push(hrefOf(place))}
      />
      <DaysTable
        label={`${title} by day`}
        heads={["Day (UTC)", title, before]}
        readRows={() =>
          days
            .map((day, place) => ({
              key: day,
              cells: [
                formatDay(day, "day"),
                <TextLink key="now" href={hrefOf(place)}>
                  {format(figures.days[place] ?? null)}
                </TextLink>,
                format(beforeOf(place)),
              ],
            }))
            .toReversed()
        }
      />
    </div>
  );
}
