"use client";

import type { TimelineEntry } from "#lib/contracts/orders/order.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { StateBadge } from "#components/orderSummary/StateBadge.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { Avatar } from "#components/ui/display/Avatar.tsx";
import { formatInstant } from "#components/time/formats.ts";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { timelineRows, type TimelineEntryRow, type TimelineRow } from "./timelineRows.ts";

/** Everything that happened, newest first; repetitions are folded and can be expanded to every record. */
export function Timeline({
  entries,
  above,
}: {
  entries: readonly TimelineEntry[];
  above: readonly string[];
}) {
  if (entries.length === 0) return <p className="py-3 text-ink-soft">No entries yet</p>;
  return (
    <ol className="pt-1">
      {timelineRows(entries, above).map((row) =>
        row.kind === "group" ? <Group key={row.id} group={row} /> : <Entry key={row.entry.id} row={row} />,
      )}
    </ol>
  );
}

const ROW =
  "grid gap-x-4 gap-y-0.5 border-b border-line py-2.5 last:border-b-0 sm:grid-cols-[12rem_minmax(0,1fr)]";

function Group({ group }: { group: Extract<TimelineRow, { kind: "group" }> }) {
  const { from, to, title, details, entries } = group;
  return (
    <li className={ROW}>
      <DateTime at={to} show="second" className="text-[0.8125rem] text-ink-faint" />
      <details className="min-w-0">
        <summary>
          <span className="font-medium">{title}</span>,{" "}
          <span className="text-ink-soft">
            <TimeRange from={from} to={to} />
          </span>
        </summary>
        <ol className="mt-1 border-s border-line ps-3">
          {entries.map((row) => (
            <Entry key={row.entry.id} row={row} />
          ))}
        </ol>
      </details>
      <Details texts={details} className="sm:col-start-2" />
    </li>
  );
}

/** "21:06–21:16"; a single time if both are in the same minute, with days if these differ. */
function TimeRange({ from, to }: { from: string; to: string }) {
  const { zone } = useTimes();
  const [begun, ended] = [Date.parse(from), Date.parse(to)];
  const isSameDay = formatInstant(begun, "date", zone) === formatInstant(ended, "date", zone);
  const show = isSameDay ? "time" : "moment";
  const isSame = formatInstant(begun, show, zone) === formatInstant(ended, show, zone);
  return (
    <>
      <DateTime at={from} show={show} />
      {isSame ? null : (
        <>
          –<DateTime at={to} show={show} />
        </>
      )}
    </>
  );
}

function Entry({ row: { entry, title, details } }: { row: TimelineEntryRow }) {
  const moved = entry.to !== null && entry.from !== entry.to;
  return (
    <li className={ROW}>
      <DateTime at={entry.at} show="second" className="text-[0.8125rem] text-ink-faint" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{title}</span>
          {entry.actor === null ? null : (
            <span className="inline-flex items-center gap-1.5 text-ink-soft">
              by <Avatar name={entry.actor} className="size-5 text-[0.625rem]" />{" "}
              <bdi translate="no">{entry.actor}</bdi>
            </span>
          )}
          {moved && entry.to !== null ? (
            <>
              <span className="sr-only">
                {entry.from === null ? "State:" : `From ${STATES[entry.from].word} to`}
              </span>
              <StateBadge state={entry.to} />
            </>
          ) : null}
        </p>
        <Details texts={details} />
      </div>
    </li>
  );
}

function Details({ texts, className = "" }: { texts: readonly string[]; className?: string }) {
  if (texts.length === 0) return null;
  // They quote reasons, references and the service: no word of these may be changed.
  return (
    <p translate="no" className={`text-[0.8125rem] text-ink-soft wrap-anywhere ${className}`}>
      {texts.join(" · ")}
    </p>
  );
}
