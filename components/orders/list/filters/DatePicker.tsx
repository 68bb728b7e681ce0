"use client";

import { CalendarDays } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useState } from "react";
import { UNFILTERED, type ListAddress } from "#lib/orders/list/listAddress.ts";
import { daysOfPeriod, PERIOD_WORDS, PERIODS, type Period } from "#lib/orders/list/periods.ts";
import { dayOf } from "#lib/time/calendarDays.ts";
import { MINUTE } from "#lib/time/instant.ts";
import { Calendar } from "#components/time/Calendar.tsx";
import { DayField } from "#components/time/DayField.tsx";
import { formatDay } from "#components/time/formats.ts";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { useNow } from "#components/time/useNow.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { cx } from "#components/ui/cx.ts";
import { Popover } from "#components/ui/overlays/Popover.tsx";
import type { ChangeAddress } from "./useListAddress.ts";

/** Days chosen here are in the member's own time zone, whatever the link meant. */
const NO_DAYS = {
  period: UNFILTERED.period,
  from: UNFILTERED.from,
  to: UNFILTERED.to,
  zone: UNFILTERED.zone,
};

/** When the orders were placed: a period that moves with the calendar, or chosen days. */
export function DatePicker({ address, change }: { address: ListAddress; change: ChangeAddress }) {
  const times = useTimes();
  const now = useNow(MINUTE);
  const today = dayOf(now, times.zone);
  // The first day of a range, until its last one is chosen.
  const [begun, setBegun] = useState<string | null>(null);
  const { period } = address;
  const days = period === null ? address : daysOfPeriod(period, now, times);

  function choose(day: string) {
    if (begun === null) {
      setBegun(day);
      change({ ...NO_DAYS, from: day, to: day });
    } else {
      setBegun(null);
      change({ ...NO_DAYS, from: day < begun ? day : begun, to: day < begun ? begun : day }, "replace");
    }
  }
  function set(next: Partial<ListAddress>) {
    setBegun(null);
    change({ ...NO_DAYS, ...next });
  }
  return (
    <Popover
      onDemand
      align="end"
      label={`Date: ${shownText(address)}`}
      trigger={
        <>
          <Icon shape={CalendarDays} className="size-4" />
          <span suppressHydrationWarning>{shownText(address)}</span>
        </>
      }
      className="p-3"
      onToggle={(open) => {
        if (!open) setBegun(null);
      }}
    >
      <div className="flex flex-col gap-3 sm:flex-row">
        <div role="group" aria-label="Periods" className="flex flex-wrap gap-1 sm:w-36 sm:flex-col">
          <Preset
            text="Any time"
            active={period === null && address.from === "" && address.to === ""}
            onClick={() => set({})}
          />
          {PERIODS.map((each: Period) => (
            <Preset
              key={each}
              text={PERIOD_WORDS[each]}
              active={each === period}
              onClick={() => set({ period: each })}
            />
          ))}
        </div>
        <div className="flex flex-col gap-2">
          <div className="grid w-64 grid-cols-2 gap-2">
            <DayField
              label="From"
              value={days.from}
              today={today}
              onDay={(from) => set({ from, to: days.to !== "" && from > days.to ? from : days.to })}
            />
            <DayField
              label="To"
              value={days.to}
              today={today}
              onDay={(to) => set({ to, from: to !== "" && to < days.from ? to : days.from })}
            />
          </div>
          <Calendar today={today} from={days.from} to={days.to} onChoose={choose} />
          <p role="status" className="min-h-5 text-xs text-ink-faint">
            {begun === null ? "" : `From ${formatDay(begun)}. Choose the last day.`}
          </p>
        </div>
      </div>
    </Popover>
  );
}

function Preset({ text, active, onClick }: { text: string; active: boolean; onClick: () => void }) {
  return (
    <Button
      variant="quiet"
      size="small"
      aria-pressed={active}
      onClick={onClick}
      className={cx("justify-start", active && "bg-accent-soft text-accent-text")}
    >
      {text}
    </Button>
  );
}

function shownText({ period, from, to }: ListAddress): string {
  if (period !== null) return PERIOD_WORDS[period];
  if (from === "" && to === "") return "Any time";
  return from === to ? formatDay(from) : "Chosen days";
}
