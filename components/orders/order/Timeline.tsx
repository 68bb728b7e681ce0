import type { TimelineEntry } from "#lib/contracts/order.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { StateBadge } from "#components/orderSummary/StateBadge.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { timelineWords } from "./timelineWords.ts";

/** Everything that happened, the latest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  if (entries.length === 0) return <p className="py-3 text-ink-soft">No entries yet</p>;
  return (
    <ol className="pt-1">
      {entries.toReversed().map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { title, details } = timelineWords(entry);
  const moved = entry.to !== null && entry.from !== entry.to;
  return (
    <li className="grid gap-x-4 gap-y-0.5 border-b border-line py-2.5 last:border-b-0 sm:grid-cols-[9.5rem_minmax(0,1fr)]">
      <DateTime at={entry.at} className="text-[0.8125rem] text-ink-faint" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{title}</span>
          {entry.actor === null ? null : <span className="text-ink-soft">by {entry.actor}</span>}
          {moved && entry.to !== null ? (
            <>
              <span className="sr-only">
                {entry.from === null ? "State:" : `From ${STATES[entry.from].word} to`}
              </span>
              <StateBadge state={entry.to} />
            </>
          ) : null}
        </p>
        {details.length > 0 ? (
          <p className="text-[0.8125rem] text-ink-soft wrap-anywhere">{details.join(" · ")}</p>
        ) : null}
      </div>
    </li>
  );
}
