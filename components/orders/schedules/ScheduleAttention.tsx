"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { DateAnswer, ScheduleView } from "#lib/contracts/orders/schedules.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { answerDate } from "#lib/queries/orders/schedules.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { formatDay } from "#components/time/formats.ts";
import { Button } from "#components/ui/actions/Button.tsx";

/** Dates that were not ordered: nothing is caught up by itself, so each waits for an answer. */
export function ScheduleAttention({ schedule: { id, attention, may } }: { schedule: ScheduleView }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const answer = useMutation({
    mutationFn: (date: { day: string; answer: DateAnswer }) =>
      answerDate(client, environment, { scheduleId: id, ...date }),
  });
  if (attention.length === 0) return null;
  return (
    <div className="my-2 border-s-2 border-partial ps-3">
      <p className="font-medium">Needs attention</p>
      <ul>
        {attention.map(({ day, state, problem }) => (
          <li key={day} className="flex min-h-9 flex-wrap items-center gap-x-3">
            <span className="min-w-0 wrap-anywhere">
              {state === "missed"
                ? `${formatDay(day)} was missed: nothing could be ordered at that time.`
                : `${formatDay(day)} was not ordered.`}
              {problem === null ? null : ` ${problem}`}
            </span>
            <span className="ms-auto flex flex-wrap gap-2">
              {may.stop ? (
                <Button
                  size="small"
                  variant="quiet"
                  disabled={answer.isPending}
                  onClick={() => answer.mutate({ day, answer: "leave" })}
                >
                  Leave out<span className="sr-only"> {formatDay(day)}</span>
                </Button>
              ) : null}
              {may.edit ? (
                <Button
                  size="small"
                  disabled={answer.isPending}
                  onClick={() => answer.mutate({ day, answer: "order" })}
                >
                  Order now<span className="sr-only">, for {formatDay(day)}</span>
                </Button>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {answer.error ? (
        <p role="alert" className="text-[0.8125rem] text-refused">
          {asProblem(answer.error).detail}
        </p>
      ) : null}
    </div>
  );
}
