"use client";

import { useController, useWatch, type Control } from "react-hook-form";
import { NTH } from "#lib/contracts/orders/recurrence.ts";
import type { ScheduleValues } from "#lib/orders/schedules/scheduleForm.ts";
import { NTH_WORDS, WEEKDAY_NAMES } from "#lib/orders/schedules/recurrenceWords.ts";
import { SelectField, TextField } from "#components/form/fields.tsx";
import { DayField } from "#components/time/DayField.tsx";
import { Checkbox } from "#components/ui/inputs/Checkbox.tsx";
import { FieldError } from "#components/ui/inputs/Field.tsx";

type Fields = { control: Control<ScheduleValues> };

const KINDS = [
  { value: "once", label: "Once" },
  { value: "daily", label: "Every day" },
  { value: "weekly", label: "Every week" },
  { value: "monthly-day", label: "Every month, on a day" },
  { value: "monthly-weekday", label: "Every month, on a weekday" },
];
const WEEKDAYS = WEEKDAY_NAMES.map((label, place) => ({ value: String(place), label }));
const UNITS = {
  once: "",
  daily: "days",
  weekly: "weeks",
  "monthly-day": "months",
  "monthly-weekday": "months",
};

/** On which days, at what time, from when until when. */
export function RecurrenceFields({ control, today }: Fields & { today: string }) {
  const kind = useWatch({ control, name: "kind" });
  const end = useWatch({ control, name: "end" });
  const repeats = kind !== "once";
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField control={control} name="kind" label="How often" options={KINDS} />
      {repeats ? (
        <TextField
          control={control}
          name="every"
          label={`Every how many ${UNITS[kind]}`}
          autoComplete="off"
        />
      ) : null}
      {kind === "weekly" ? <Weekdays control={control} /> : null}
      {kind === "monthly-day" ? (
        <TextField
          control={control}
          name="day"
          label="Day of the month"
          hint="A shorter month has it on its last day."
          autoComplete="off"
        />
      ) : null}
      {kind === "monthly-weekday" ? (
        <>
          <SelectField
            control={control}
            name="nth"
            label="Which one"
            options={NTH.map((nth) => ({ value: String(nth), label: `The ${NTH_WORDS[nth]}` }))}
          />
          <SelectField control={control} name="weekday" label="Day of the week" options={WEEKDAYS} />
        </>
      ) : null}
      <Day control={control} name="start" label={repeats ? "Starts on" : "On"} today={today} />
      <TextField control={control} name="time" label="At" type="time" required />
      <SelectField
        control={control}
        name="zone"
        label="Time zone"
        options={Intl.supportedValuesOf("timeZone")
          .concat("UTC")
          .map((zone) => ({ value: zone, label: zone, isValue: true }))}
      />
      {repeats ? (
        <SelectField
          control={control}
          name="end"
          label="Ends"
          options={[
            { value: "never", label: "Never" },
            { value: "on", label: "On a day" },
            { value: "after", label: "After a number of dates" },
          ]}
        />
      ) : null}
      {repeats && end === "on" ? (
        <Day control={control} name="endDay" label="Last day" today={today} />
      ) : null}
      {repeats && end === "after" ? (
        <TextField control={control} name="count" label="Number of dates" autoComplete="off" />
      ) : null}
    </div>
  );
}

function Day({
  control,
  name,
  label,
  today,
}: Fields & { name: "start" | "endDay"; label: string; today: string }) {
  const { field, fieldState } = useController({ control, name });
  return (
    <div>
      <DayField label={label} value={field.value} today={today} onDay={field.onChange} />
      {fieldState.error?.message === undefined ? null : <FieldError>{fieldState.error.message}</FieldError>}
    </div>
  );
}

function Weekdays({ control }: Fields) {
  const { field, fieldState } = useController({ control, name: "weekdays" });
  const toggle = (day: string, isChosen: boolean) =>
    field.onChange(isChosen ? [...field.value, day] : field.value.filter((each) => each !== day));
  return (
    <fieldset className="sm:col-span-2">
      <legend className="text-[0.8125rem] font-medium">On</legend>
      <div className="flex flex-wrap gap-x-4">
        {WEEKDAYS.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={field.value.includes(value)}
            onChange={(event) => toggle(value, event.currentTarget.checked)}
          />
        ))}
      </div>
      {fieldState.error?.message === undefined ? null : <FieldError>{fieldState.error.message}</FieldError>}
    </fieldset>
  );
}
