"use client";

import { ChevronLeft, ChevronRight } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { addDays, addMonths, daysOfMonth, firstOfMonth } from "#lib/time/calendarDays.ts";
import { placeInWeek, type Weekday } from "#lib/time/weeks.ts";
import { formatCount } from "#lib/text/counts.ts";
import { cx } from "#components/ui/cx.ts";
import { IconButton } from "#components/ui/actions/IconButton.tsx";
import { formatDay } from "./formats.ts";
import { useTimes } from "./TimeProvider.tsx";

/** In English, starting with Monday. */
export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const monthName = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

export type CalendarProps = {
  today: string;
  /** The chosen days, inclusive; empty for none. */
  from: string;
  to: string;
  onChoose: (day: string) => void;
};

/** One month of days (the ARIA grid pattern): arrows move by day and week, Page Up and Down by month, Home and End within the week. */
export function Calendar({ today, from, to, onChoose }: CalendarProps) {
  const { weekStart } = useTimes();
  // Until a day is chosen or moved to, it is today, which a browser's first page only knows after hydration.
  const [place, setActive] = useState(to || from || null);
  const active = place ?? today;
  const [given, setGiven] = useState({ from, to });
  if (given.from !== from || given.to !== to) {
    setGiven({ from, to });
    // The days were chosen elsewhere, so the month follows.
    if (to !== "" && (active < from || active > to)) setActive(to);
  }
  const moved = useRef(false);
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
    moved.current = false;
  }, [active]);

  function onKeyDown(event: KeyboardEvent) {
    const next = nextDay(active, event.key, weekStart);
    if (next === null) return;
    event.preventDefault();
    moved.current = true;
    setActive(next);
  }
  const first = firstOfMonth(active);
  const month = monthName.format(Date.parse(`${first}T00:00:00Z`));
  return (
    <div className="w-64 max-w-full">
      <div className="flex items-center justify-between pb-1">
        <IconButton size="small" label="Previous month" onClick={() => setActive(addMonths(active, -1))}>
          <Icon shape={ChevronLeft} className="size-4 rtl:-scale-x-100" />
        </IconButton>
        <span aria-live="polite" className="text-[0.8125rem] font-medium">
          {month}
        </span>
        <IconButton size="small" label="Next month" onClick={() => setActive(addMonths(active, 1))}>
          <Icon shape={ChevronRight} className="size-4 rtl:-scale-x-100" />
        </IconButton>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table ref={grid} role="grid" aria-label={month} className="border-collapse tabular-nums">
        <thead>
          <tr>
            {[...WEEKDAYS.slice(weekStart), ...WEEKDAYS.slice(0, weekStart)].map((name) => (
              <th key={name} scope="col" abbr={name} className="h-7 w-9 text-xs font-normal text-ink-faint">
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        {/* The days have the focus; the table only listens for their keys. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody onKeyDown={onKeyDown}>
          {weeksOf(first, weekStart).map((days, week) => (
            <tr key={`${first} ${String(week)}`}>
              {days.map((day, column) => (
                <td key={day ?? column} className="p-0 text-center">
                  {day === null ? null : (
                    <button
                      type="button"
                      data-day={day}
                      tabIndex={day === active ? 0 : -1}
                      aria-label={formatDay(day)}
                      aria-pressed={day === from || day === to || (from < day && day < to)}
                      aria-current={day === today ? "date" : undefined}
                      onClick={() => {
                        setActive(day);
                        onChoose(day);
                      }}
                      className={dayClasses(day, { today, from, to })}
                    >
                      {formatCount(Number(day.slice(8)))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function dayClasses(day: string, { today, from, to }: { today: string; from: string; to: string }): string {
  const isEnd = day === from || day === to;
  return cx(
    "h-8 w-9 rounded-sm text-[0.8125rem] hover:bg-hover focus-visible:outline-offset-[-2px]",
    day === today && "font-semibold underline underline-offset-2",
    isEnd && "bg-accent text-accent-on hover:bg-accent-hover",
    !isEnd && from !== "" && to !== "" && from < day && day < to && "bg-accent-soft",
  );
}

function nextDay(day: string, key: string, weekStart: Weekday): string | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return addDays(day, -placeInWeek(day, weekStart));
    case "End":
      return addDays(day, 6 - placeInWeek(day, weekStart));
    case "PageUp":
      return addMonths(day, -1);
    case "PageDown":
      return addMonths(day, 1);
    default:
      return null;
  }
}

/** The weeks of a month; null for the days of other months. */
function weeksOf(first: string, weekStart: Weekday): (string | null)[][] {
  const before = placeInWeek(first, weekStart);
  const count = daysOfMonth(first);
  const weeks = Math.ceil((before + count) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, place) => {
      const number = week * 7 + place - before;
      return number < 0 || number >= count ? null : addDays(first, number);
    }),
  );
}
