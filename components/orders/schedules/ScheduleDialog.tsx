"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch, type Control } from "react-hook-form";
import type { Problem } from "#lib/contracts/problem.ts";
import type { MakeScheduleRequest, ScheduleView } from "#lib/contracts/orders/schedules.ts";
import { comingDates } from "#lib/orders/schedules/recurrence.ts";
import { scheduleValues, typedRecurrence, type ScheduleValues } from "#lib/orders/schedules/scheduleForm.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { lineValues, typedLines } from "#lib/orders/schedules/scheduleLineForm.ts";
import { editSchedule, makeSchedule } from "#lib/queries/orders/schedules.ts";
import { addDays, dayOf, weekday } from "#lib/time/calendarDays.ts";
import { FormDialog } from "#components/form/FormDialog.tsx";
import { SelectField, TextField } from "#components/form/fields.tsx";
import { showFieldErrors } from "#components/form/showFieldErrors.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { formatInstant } from "#components/time/formats.ts";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { CEILING_OPTIONS } from "./ceilingOptions.ts";
import { RecurrenceFields } from "./RecurrenceFields.tsx";
import { ScheduleLineFields } from "./ScheduleLineFields.tsx";

/** Makes a schedule of a template or draft, or edits one. */
export type ScheduleTask =
  | { kind: "make"; source: MakeScheduleRequest["source"] }
  | { kind: "edit"; schedule: ScheduleView };

const NAMES = ["name", "start"] as const;
const WORDS = {
  make: {
    title: "Schedule this order",
    description: "Its lines are ordered in your name on each date, at the prices of that day.",
    submit: "Add schedule",
    done: "Schedule added",
  },
  edit: {
    title: "Edit schedule",
    description: "Changes apply from the next date on.",
    submit: "Save schedule",
    done: "Schedule saved",
  },
} as const;

/** Asks when an order recurs, and shows the next dates while that is typed. */
export function ScheduleDialog({ task, onClose }: { task: ScheduleTask; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { zone, paintedAt } = useTimes();
  const tomorrow = addDays(dayOf(paintedAt, zone), 1);
  const form = useForm<ScheduleValues>({
    defaultValues: scheduleValues(knownOf(task), { tomorrow, zone, weekday: weekday(tomorrow) }),
  });
  const [problem, setProblem] = useState<Problem | null>(null);
  const words = WORDS[task.kind];
  const save = useMutation({
    mutationFn: async (values: ScheduleValues) => {
      const typed = typedRecurrence(values);
      if ("problems" in typed) throw new Error("the form was sent with problems");
      const terms = { name: values.name, recurrence: typed.recurrence };
      if (task.kind === "make") {
        const { ceiling } = values;
        return makeSchedule(client, environment, { ...terms, ceiling, source: task.source });
      }
      const { id: scheduleId, version } = task.schedule;
      const edited = typedLines(values.lines, currencyOf(task));
      if ("problems" in edited) throw new Error("the form was sent with problems");
      return editSchedule(client, environment, { ...terms, lines: edited.lines, scheduleId, version });
    },
    onMutate: () => setProblem(null),
    onSuccess: () => {
      toast(words.done, { tone: "done" });
      onClose();
    },
    onError: (error) => {
      const told = asProblem(error);
      // Of a draft or template, the lines are not on the screen.
      for (const { index, message } of task.kind === "edit" ? (told.lines ?? []) : [])
        form.setError(`lines.${index}.quantity`, { type: "told", message });
      setProblem(showFieldErrors(form, NAMES, told));
    },
  });
  const submit = form.handleSubmit((values) => {
    const typed = typedRecurrence(values);
    const edited = typedLines(values.lines, currencyOf(task));
    if ("recurrence" in typed && "lines" in edited) return save.mutate(values);
    for (const { index, field, message } of "problems" in edited ? edited.problems : [])
      form.setError(`lines.${index}.${field}`, { type: "typed", message });
    if ("recurrence" in typed) return;
    for (const field of Object.keys(typed.problems)) {
      if (!isField(values, field)) continue;
      form.setError(field, { type: "typed", message: typed.problems[field] ?? "" });
    }
  });
  return (
    <FormDialog
      onClose={onClose}
      title={words.title}
      description={words.description}
      onSubmit={submit}
      loading={save.isPending}
      submitError={problem}
      submitLabel={words.submit}
      width="wide"
    >
      <TextField control={form.control} name="name" label="Name" required autoComplete="off" />
      <RecurrenceFields control={form.control} today={dayOf(paintedAt, zone)} />
      {task.kind === "edit" ? (
        <ScheduleLineFields control={form.control} currency={currencyOf(task)} />
      ) : (
        <SelectField
          control={form.control}
          name="ceiling"
          label="Highest price of a code"
          hint="If it costs more on a date, nothing is ordered and you are asked."
          options={CEILING_OPTIONS}
        />
      )}
      <ComingDates control={form.control} after={task.kind === "edit" ? lastHandled(task.schedule) : null} />
    </FormDialog>
  );
}

function isField(values: ScheduleValues, name: string): name is keyof ScheduleValues {
  return Object.hasOwn(values, name);
}

function knownOf(task: ScheduleTask) {
  if (task.kind === "make") return null;
  const { name, recurrence, content } = task.schedule;
  return { name, recurrence, lines: lineValues(content.lines, content.currency) };
}

function currencyOf(task: ScheduleTask): string {
  return task.kind === "edit" ? task.schedule.content.currency : "";
}

/** No date up to this day comes again. */
function lastHandled({ past, attention }: ScheduleView): string | null {
  const days = [...past, ...attention].map(({ day }) => day).toSorted();
  return days.at(-1) ?? null;
}

function ComingDates({ control, after }: { control: Control<ScheduleValues>; after: string | null }) {
  const values = useWatch({ control, compute: (typed: ScheduleValues) => typed });
  const { zone, paintedAt } = useTimes();
  const typed = typedRecurrence(values);
  const coming = "recurrence" in typed ? comingDates(typed.recurrence, { day: after, at: paintedAt }) : [];
  return (
    <div role="status" className="min-h-32 text-[0.8125rem]">
      <p className="font-medium">Next dates</p>
      {coming.length === 0 ? <p className="text-ink-soft">None yet: complete the fields above.</p> : null}
      <ul className="text-ink-soft">
        {coming.map(({ day, at }) => (
          <li key={day}>{formatInstant(at, "moment", zone)}</li>
        ))}
      </ul>
    </div>
  );
}
