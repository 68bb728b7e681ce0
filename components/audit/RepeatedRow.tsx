"use client";

import { ChevronDown } from "lucide";
import type { Repeats } from "#lib/audit/collapseRepeats.ts";
import { sentenceParts } from "#lib/audit/sentences.ts";
import { formatCount } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { Icon } from "#components/ui/display/Icon.tsx";
import { AuditRow, Part } from "./AuditRow.tsx";

/** Records that say the same, as one row: how often, and from when to when. It expands to all of them. */
export function RepeatedRow({ entries }: { entries: Repeats }) {
  const [latest] = entries;
  const earliest = entries.at(-1) ?? latest;
  const shown = useEnvironment();
  return (
    <li className="border-b border-line">
      <details className="group/repeats">
        <summary className="grid min-h-11 list-none grid-cols-[minmax(0,1fr)_1rem] items-center gap-x-4 py-1.5 hover:bg-surface sm:grid-cols-[9.75rem_minmax(0,1fr)_1rem] [&::-webkit-details-marker]:hidden">
          <DateTime at={latest.at} className="text-[0.8125rem] text-ink-faint max-sm:row-start-2" />
          <span className="min-w-0">
            {sentenceParts(latest).map((part, index) => (
              // The parts of one sentence never change places.
              // oxlint-disable-next-line react/no-array-index-key
              <Part key={index} part={part} isHere={latest.environment === shown} />
            ))}{" "}
            <span className="text-[0.8125rem] text-ink-soft">
              {formatCount(entries.length)} times between <DateTime at={earliest.at} show="time" /> and{" "}
              <DateTime at={latest.at} show="time" />
            </span>
          </span>
          <Icon shape={ChevronDown} className="size-4 text-ink-faint group-open/repeats:rotate-180" />
        </summary>
        <ul aria-label={`${formatCount(entries.length)} records`} className="border-t border-line ps-4">
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </ul>
      </details>
    </li>
  );
}
