"use client";

import type { Repeats } from "#lib/audit/collapseRepeats.ts";
import { formatCount } from "#lib/text/counts.ts";
import { DateTime } from "#components/time/DateTime.tsx";
import { AuditRow, AuditSummary } from "./AuditRow.tsx";

/** Records that say the same, as one row: how often, and from when to when. It expands to all of them. */
export function RepeatedRow({ entries }: { entries: Repeats }) {
  const [latest] = entries;
  const earliest = entries.at(-1) ?? latest;
  return (
    <li className="border-b border-line">
      <details className="group/repeats">
        <AuditSummary
          entry={latest}
          turns="group-open/repeats:rotate-180"
          more={
            <>
              {" "}
              <span className="text-[0.8125rem] text-ink-soft">
                {formatCount(entries.length)} times between <DateTime at={earliest.at} show="time" /> and{" "}
                <DateTime at={latest.at} show="time" />
              </span>
            </>
          }
        />
        <ul aria-label={`${formatCount(entries.length)} records`} className="border-t border-line ps-4">
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </ul>
      </details>
    </li>
  );
}
