"use client";

import { useState } from "react";
import { currentLocale } from "#lib/text/currentLocale.ts";
import { dayOrderOf } from "#lib/time/dayOrder.ts";
import { parseDay } from "#lib/time/parseDay.ts";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { formatDay } from "./formats.ts";
import { isComposing } from "#components/ui/inputs/isComposing.ts";

const EXAMPLE = "2026-11-21";

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
  const [isWrong, setWrong] = useState(false);
  if (given !== value) {
    setGiven(value);
    setText(value === "" ? "" : formatDay(value));
    setWrong(false);
  }
  function apply() {
    const day = text.trim() === "" ? "" : parseDay(text, today, dayOrderOf(currentLocale()));
    setWrong(day === null);
    if (day === null) return;
    setText(day === "" ? "" : formatDay(day));
    if (day !== value) onDay(day);
  }
  return (
    <Field
      label={label}
      className={className}
      error={isWrong ? `Type a day like ${formatDay(EXAMPLE)}.` : null}
    >
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
