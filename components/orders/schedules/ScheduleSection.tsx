"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ScheduleChange, ScheduleState, ScheduleView } from "#lib/contracts/orders/schedules.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { changeSchedule } from "#lib/queries/orders/schedules.ts";
import { recurrenceInWords } from "#lib/orders/schedules/recurrenceWords.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import type { Tone } from "#components/ui/display/tones.ts";
import { loadedOnUse, closeDialog } from "#components/ui/overlays/loadedOnUse.tsx";
import { ScheduleAttention } from "./ScheduleAttention.tsx";
import { NextDates, PastDates } from "./ScheduleDates.tsx";
import { ScheduleLines } from "./ScheduleLines.tsx";

// The form is loaded when it is opened.
const ScheduleDialog = loadedOnUse(
  async () => (await import("./ScheduleDialog.tsx")).ScheduleDialog,
  closeDialog,
);

const STATES: Record<ScheduleState, { word: string; tone: Tone }> = {
  active: { word: "Active", tone: "done" },
  paused: { word: "Paused", tone: "partial" },
  ended: { word: "Ended", tone: "neutral" },
};

/** One schedule. Its id is the address to which its orders link. */
export function ScheduleSection({ schedule }: { schedule: ScheduleView }) {
  const { id, name, owner, state, recurrence, findings } = schedule;
  return (
    <div id={`schedule-${id}`} className="scroll-mt-16">
      <Section
        title={
          <bdi translate="no" className="wrap-anywhere">
            {name}
          </bdi>
        }
        aside={<Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>}
        actions={<ScheduleActions schedule={schedule} />}
      >
        <p className="pt-2">{recurrenceInWords(recurrence)}</p>
        <p className="text-[0.8125rem] text-ink-soft">
          Ordered for <bdi translate="no">{owner.name}</bdi>
        </p>
        <ScheduleAttention schedule={schedule} />
        {findings.length > 0 ? (
          <div className="py-2">
            <p className="font-medium">To know before the next date:</p>
            <ul className="list-disc ps-5 text-ink-soft">
              {findings.map((finding) => (
                <li key={finding} className="wrap-anywhere">
                  {finding}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        <div className="grid gap-x-8 gap-y-3 py-2 md:grid-cols-2">
          <NextDates schedule={schedule} />
          <ScheduleLines content={schedule.content} />
        </div>
        <PastDates schedule={schedule} />
      </Section>
    </div>
  );
}

function ScheduleActions({ schedule }: { schedule: ScheduleView }) {
  const { id, name, state, may } = schedule;
  const environment = useEnvironment();
  const client = useQueryClient();
  const [isEditing, setIsEditing] = useState(false);
  const change = useMutation({
    mutationFn: (to: ScheduleChange) => changeSchedule(client, environment, { scheduleId: id, change: to }),
  });
  const button = (to: ScheduleChange, label: string) => (
    <Button
      size="small"
      variant="quiet"
      loading={change.isPending && change.variables === to}
      onClick={() => change.mutate(to)}
    >
      {label}
      <span className="sr-only"> {name}</span>
    </Button>
  );
  return (
    <>
      {may.stop && state === "active" ? button("pause", "Pause") : null}
      {may.edit && state === "paused" ? button("resume", "Resume") : null}
      {may.stop ? button("end", "End") : null}
      {may.edit ? (
        <Button size="small" onClick={() => setIsEditing(true)}>
          Edit<span className="sr-only"> {name}</span>
        </Button>
      ) : null}
      {change.error ? (
        <span role="alert" className="w-full text-[0.8125rem] text-refused">
          {asProblem(change.error).detail}
        </span>
      ) : null}
      {isEditing ? (
        <ScheduleDialog task={{ kind: "edit", schedule }} onClose={() => setIsEditing(false)} />
      ) : null}
    </>
  );
}
