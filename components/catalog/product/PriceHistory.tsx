"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { describeAmounts } from "#lib/catalog/denominations/denomination.ts";
import type { PriceHistory as PriceHistoryAnswer, PricePoint } from "#lib/contracts/catalog/priceHistory.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { priceHistoryQuery } from "#lib/queries/catalog/catalogChanges.ts";
import { DaysTable } from "#components/charts/DaysTable.tsx";
import { StepChart } from "#components/charts/StepChart.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { formatInstant } from "#components/time/formats.ts";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";

/** What a product has cost since changes are recorded, as a small chart with a table. */
export function PriceHistory({ productId }: { productId: number }) {
  const id = useId();
  const answer = useQuery(priceHistoryQuery(useEnvironment(), productId));
  return (
    <section aria-labelledby={id} className="mt-5 border-t border-line pt-4">
      <h3 id={id} className="font-semibold">
        Price history
      </h3>
      <QueryPart
        compact
        query={answer}
        failed="The price history couldn't be loaded"
        skeleton={<SkeletonRows rows={1} label="Loading the price history" />}
      >
        {(history) => <Found history={history} />}
      </QueryPart>
    </section>
  );
}

function Found({ history: { points, recordedSince } }: { history: PriceHistoryAnswer }) {
  const last = points.at(-1);
  if (last === undefined || recordedSince === null)
    return <p className="mt-1 text-ink-faint">Not recorded yet</p>;
  if (points.length === 1) {
    return (
      <p className="mt-1 text-ink-soft">
        No change since <DateTime at={last.at ?? recordedSince} show="date" />
      </p>
    );
  }
  return (
    <>
      <Chart points={points} recordedSince={recordedSince} last={last} />
      <Table points={points} />
    </>
  );
}

/** The points in today's currency: others can't be compared with them. */
function Chart({
  points,
  recordedSince,
  last,
}: PriceHistoryAnswer & { recordedSince: string; last: PricePoint }) {
  const { zone, paintedAt } = useTimes();
  const { currencyCode: currency, denomination } = last;
  const comparable = points.filter(
    (point) => point.currencyCode === currency && point.denomination === denomination,
  );
  const times = comparable.map(({ at }) => Date.parse(at ?? recordedSince));
  const until = Math.max(paintedAt, (times.at(-1) ?? 0) + 1);
  const valuesOf = (of: (point: PricePoint) => number | null) => {
    const values = comparable.map((point) => (point.offered ? of(point) : null));
    // The last value holds until now.
    return [...values, values.at(-1) ?? null];
  };
  const lines =
    denomination === "open"
      ? [valuesOf((point) => point.denominationMinValue), valuesOf((point) => point.denominationMaxValue)]
      : [valuesOf(({ price }) => price)];
  const drawn = lines.filter((line) => line.some((value) => value !== null));
  if (drawn.length === 0 || comparable.length < 2) return null;
  return (
    <StepChart
      label={denomination === "open" ? "Minimum and maximum over time" : "Price over time"}
      times={[...times, until]}
      lines={drawn}
      formatAxis={(value) => formatAmount(value, currency)}
      formatTime={(at) => formatInstant(at, "day", zone)}
      describePlace={(place) => {
        const point = comparable[Math.min(place, comparable.length - 1)];
        if (point === undefined) return "";
        const from =
          point.at === null ? "Before" : `From ${formatInstant(Date.parse(point.at), "date", zone)}`;
        return `${from}: ${inWords(point)}`;
      }}
    />
  );
}

function Table({ points }: { points: readonly PricePoint[] }) {
  return (
    <DaysTable
      label="Price history"
      heads={["From", "Price"]}
      readRows={() =>
        points.toReversed().map((point) => ({
          key: point.at ?? "before",
          cells: [
            point.at === null ? "Before" : <DateTime key="at" at={point.at} />,
            <span key="price" translate="no">
              {inWords(point)}
            </span>,
          ],
        }))
      }
    />
  );
}

function inWords(point: PricePoint): string {
  return point.offered ? describeAmounts(point) : "Not offered";
}
