"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Overview, OverviewPeriod } from "#lib/contracts/orders/overview.ts";
import { ACCEPTED, WITH_CODES } from "#lib/orders/lifecycle/stateSets.ts";
import { formatAmount } from "#lib/money/minorUnits.ts";
import { overviewQuery } from "#lib/queries/overview.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Skeleton } from "#components/ui/feedback/Skeleton.tsx";
import { Select } from "#components/ui/inputs/Select.tsx";
import { DayFigures } from "./DayFigures.tsx";
import { FigureList } from "./FigureList.tsx";

const PERIODS: readonly OverviewPeriod[] = [30, 90];

/** The figures of the last days, compared with the same number of days before. */
export function FiguresPart() {
  const [days, setDays] = useState<OverviewPeriod>(30);
  const query = useQuery({
    ...overviewQuery(useEnvironment(), days),
    placeholderData: keepPreviousData,
  });
  return (
    <Section
      title={`Last ${counted(days, "day", "days")}`}
      aside={<span className="text-xs text-ink-faint">Days in UTC</span>}
      actions={
        <div role="group" aria-label="Period" className="flex gap-1">
          {PERIODS.map((each) => (
            <Button
              key={each}
              variant={each === days ? "secondary" : "quiet"}
              size="small"
              aria-pressed={each === days}
              onClick={() => setDays(each)}
            >
              {counted(each, "day", "days")}
            </Button>
          ))}
        </div>
      }
    >
      <QueryPart
        compact
        query={query}
        failed="The figures couldn't be loaded"
        skeleton={
          <div role="status" className="grid gap-4 py-3">
            <span className="sr-only">Loading the figures</span>
            <Skeleton className="h-16" />
            <Skeleton className="h-44" />
          </div>
        }
      >
        {(data) => <Figures overview={data} days={data.codes.days.length === 90 ? 90 : 30} />}
      </QueryPart>
    </Section>
  );
}

function Figures({ overview, days }: { overview: Overview; days: OverviewPeriod }) {
  const { spend, codes, period } = overview;
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = spend.find(({ currency }) => currency === chosen) ?? spend[0];
  return (
    <>
      <FigureList overview={overview} days={days} />
      {shown === undefined ? null : (
        <div className="mt-4 grid gap-x-10 gap-y-6 lg:grid-cols-2">
          <DayFigures
            title={`Spend in ${shown.currency || "an unknown currency"}`}
            heading={spend.length > 1 ? "Spend" : undefined}
            choice={
              spend.length > 1 ? (
                <span className="w-24">
                  <Select
                    aria-label="Currency of the chart"
                    value={shown.currency}
                    options={spend.map(({ currency }) => ({ value: currency, label: currency || "Unknown" }))}
                    onChange={(event) => setChosen(event.target.value)}
                  />
                </span>
              ) : null
            }
            figures={shown}
            period={period}
            currency={shown.currency || null}
            states={ACCEPTED}
            format={(value) => (value === null ? "unknown" : formatAmount(value, shown.currency || null))}
          />
          <DayFigures
            title="Codes"
            figures={codes}
            period={period}
            currency={null}
            states={WITH_CODES}
            format={(value) => (value === null ? "unknown" : formatCount(value))}
          />
        </div>
      )}
    </>
  );
}
