"use client";

import { useState } from "react";
import { currentLocale } from "#lib/text/currentLocale.ts";
import { dayOrderOf } from "#lib/time/dayOrder.ts";
import { parseDay } from "#lib/time/parseDay.ts";
import { FIRST_YEAR, isSensibleDay, LAST_YEAR } from "#lib/time/sensibleDay.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { formatDay } from "./formats.ts";
import { isComposing } from "#components/ui/inputs/isComposing.ts";

const EXAMPLE = "2026-11-21";

function problemOf(day: string | null): string | null {
  if (day === null) return `Type a day like ${formatDay(EXAMPLE)}.`;
  return day === "" || isSensibleDay(day) ? null : `Use a year between ${FIRST_YEAR} and ${LAST_YEAR}.`;
}

export type DayFieldProps = {
  label: string;
  /** `2026-11-21`; empty for none. */
  value: string;
  today: string;
  onDay: (day: string) => void;
  className?: string;
};

/**
 * A day as people type it; it takes effect on Enter or when the field is left. An invalid text stays, with a message that says
 * what to type.
 */
export function DayField({ label, value, today, onDay, className }: DayFieldProps) {
  const [given, setGiven] = useState(value);
  const [text, setText] = useState(value === "" ? "" : formatDay(value));
  const [wrong, setWrong] = useState<string | null>(null);
  if (given !== value) {
    setGiven(value);
    setText(value === "" ? "" : formatDay(value));
    setWrong(null);
  }
  function apply() {
    const day = text.trim() === "" ? "" : parseDay(text, today, dayOrderOf(currentLocale()));
    const problem = problemOf(day);
    setWrong(problem);
    if (day === null || problem !== null) return;
    setText(day === "" ? "" : formatDay(day));
    if (day !== value) onDay(day);
  }
  return (
    <Field label={label} className={className} error={wrong}>
      {(control) => (
        <TextInput
          {...control}
          value={text}
          maxLength={40}
          autoComplete="off"
          placeholder={`e.g. ${formatDay(EXAMPLE)}`}
          onChange={(event) => setText(event.target.value)}
          onBlur={apply}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !isComposing(event.nativeEvent)) apply();
          }}
        />
      )}
    </Field>
  );
}
