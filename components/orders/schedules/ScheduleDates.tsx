"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { DateState, ScheduleView } from "#lib/contracts/orders/schedules.ts";
import { paths } from "#lib/paths.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { skipDate } from "#lib/queries/orders/schedules.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { formatDay } from "#components/time/formats.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

/** The next dates; each can be skipped until it comes. */
export function NextDates({ schedule: { id, next, may, state } }: { schedule: ScheduleView }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const skip = useMutation({
    mutationFn: (date: { day: string; skipped: boolean }) =>
      skipDate(client, environment, { scheduleId: id, ...date }),
  });
  if (next.length === 0) return null;
  return (
    <div>
      <h3 className="font-medium">{state === "paused" ? "Next dates, once resumed" : "Next dates"}</h3>
      <ul>
        {next.map(({ day, at, skipped }) => (
          <li key={day} className="flex min-h-9 flex-wrap items-center gap-x-3">
            <DateTime at={at} className={skipped ? "text-ink-faint line-through" : undefined} />
            {skipped ? <span className="text-[0.8125rem] text-ink-soft">Skipped</span> : null}
            {(skipped ? may.edit : may.skip) ? (
              <Button
                size="small"
                variant="quiet"
                className="ms-auto"
                loading={skip.isPending && skip.variables.day === day}
                onClick={() => skip.mutate({ day, skipped: !skipped })}
              >
                {skipped ? "Restore" : "Skip"}
                <span className="sr-only"> {formatDay(day)}</span>
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {skip.error ? (
        <p role="alert" className="text-[0.8125rem] text-refused">
          {asProblem(skip.error).detail}
        </p>
      ) : null}
    </div>
  );
}

const WORDS: Record<DateState, string> = {
  skipped: "Left out",
  ordering: "Being ordered",
  ordered: "Ordered",
  missed: "Missed",
  failed: "Not ordered",
};

/** What became of the latest dates. */
export function PastDates({ schedule: { past } }: { schedule: ScheduleView }) {
  if (past.length === 0) return null;
  return (
    <details className="py-1">
      <summary className="text-ink-soft">Past dates</summary>
      <ul>
        {past.map(({ day, state, order, problem }) => (
          <li key={day} className="flex flex-wrap gap-x-3 py-1">
            <span>{formatDay(day)}</span>
            <span className="text-ink-soft">{WORDS[state]}</span>
            {order === null ? null : (
              <TextLink href={paths.order(order)} className="font-mono text-[0.8125rem] wrap-anywhere">
                <span translate="no">{order}</span>
              </TextLink>
            )}
            {problem === null ? null : <span className="wrap-anywhere text-ink-soft">{problem}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
